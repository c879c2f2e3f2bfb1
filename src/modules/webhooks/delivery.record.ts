import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { TYPE_WORDS } from '../../platform/events/type-patterns';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { deliveryListing } from './data/delivery.listing';
import { type WebhookAttempt } from './data/webhook-attempt.entity';
import { type WebhookDelivery } from './data/webhook-delivery.entity';
import { DELIVERY_STATES } from './domain/delivery-verdict';

/** A delivery as the API answers it (webhooks.md 15). */
@ListedBy(deliveryListing, { type: TYPE_WORDS })
export class DeliveryRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, format: 'uuid' })
  webhook!: string;

  @ApiProperty({ type: String, format: 'uuid', description: 'Id of the event: the webhook-id of every attempt.' })
  event!: string;

  @ApiProperty({ type: String, example: 'order.updated' })
  type!: string;

  @ApiProperty(enumSchema('DeliveryState', DELIVERY_STATES, { description: 'State of the delivery.' }))
  state!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of attempts made.' })
  attempts_made!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Attempts left before it is `dead`; 0 when not pending.' })
  attempts_left!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Time of the next attempt; null when it is not pending, or waits for an earlier one of its object (`ordered`).',
  })
  next_attempt_at!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Code of the last failure.', example: 'http_503' })
  error!: string | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  occurred_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** One attempt of a delivery. */
export class AttemptRecord {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'The webhook-attempt header.' })
  number!: number;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  started_at!: string;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Milliseconds.' })
  duration!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'HTTP status of the response; null without a response.',
  })
  status!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'Code of the failure.', example: 'connect_timeout' })
  error!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The beginning of the response body.' })
  response!: string | null;
}

/** Attempts that a delivery shows: each resend adds some. */
export const MAX_ATTEMPTS = 100;

/** A delivery with its attempts, oldest first. */
export class DeliveryWithAttemptsRecord extends DeliveryRecord {
  @ApiProperty({ type: [AttemptRecord], description: `The newest ${MAX_ATTEMPTS}, oldest first.` })
  attempts!: AttemptRecord[];
}

/** The result of a replay. */
export class ReplayRecord {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    description: 'Number of deliveries that are due now; with `dry_run`, that would be.',
  })
  replayed!: number;

  @ApiProperty({ type: Boolean, description: 'Whether more deliveries are left: send the request again.' })
  has_more!: boolean;
}

/** @param steps of the schedule @returns the record of a delivery */
export function deliveryRecord(delivery: WebhookDelivery, steps: number): DeliveryRecord {
  return {
    id: delivery.id,
    webhook: delivery.webhookId,
    event: delivery.eventId,
    type: delivery.type,
    state: delivery.state,
    attempts_made: delivery.attempts,
    attempts_left: delivery.state === 'pending' ? Math.max(0, steps - delivery.tries) : 0,
    next_attempt_at: delivery.dueAt === null ? null : wireTime(delivery.dueAt),
    error: delivery.error,
    occurred_at: wireTime(delivery.occurredAt),
    created_at: wireTime(delivery.createdAt),
    updated_at: wireTime(delivery.updatedAt),
  };
}

/** @returns the record of an attempt */
export function attemptRecord(attempt: WebhookAttempt): AttemptRecord {
  return {
    number: attempt.number,
    started_at: wireTime(attempt.startedAt),
    duration: attempt.durationMs,
    status: attempt.status,
    error: attempt.error,
    response: attempt.response,
  };
}
