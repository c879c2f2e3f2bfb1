import { Entity, Index } from 'typeorm';
import {
  BooleanColumn,
  IdColumn,
  IntegerColumn,
  StringColumn,
  TimeColumn,
} from '../../../platform/database/rows/columns';
import { type DeliveryState } from '../domain/delivery-verdict';
import { type WebhookContentType } from '../domain/webhook-formats';

/** The delivery of one event to one webhook (webhooks.md 8, 9). This row is the truth; jobs in queues are only hints. */
@Entity('webhook_deliveries')
@Index('uq_webhook_deliveries__event_webhook', ['eventId', 'webhookId'], { unique: true })
@Index('ix_webhook_deliveries__lane', ['webhookId', 'state', 'isRetry', 'dueAt'])
@Index('ix_webhook_deliveries__due', ['state', 'dueAt', 'webhookId'])
@Index('ix_webhook_deliveries__created_at', ['webhookId', 'createdAt'])
export class WebhookDelivery {
  @IdColumn()
  id!: string;

  @StringColumn(36)
  webhookId!: string;

  /** Also the `webhook-id` of every attempt. A ping has an id of its own and no row in the log of events. */
  @StringColumn(36)
  eventId!: string;

  @StringColumn(64)
  type!: string;

  @TimeColumn()
  occurredAt!: Date;

  /** That of the webhook when the delivery was made: the bytes of a call never change (webhooks.md 5). */
  @StringColumn(4)
  contentType!: WebhookContentType;

  @StringColumn(9)
  state!: DeliveryState;

  /** Steps of the schedule used; back to 0 with a resend. */
  @IntegerColumn()
  tries!: number;

  /** Attempts made in all. */
  @IntegerColumn()
  attempts!: number;

  /** Whether an attempt was made before: first tries go first (webhooks.md 14). */
  @BooleanColumn({ name: 'is_retry' })
  isRetry!: boolean;

  /** When it may be tried; null when it is not pending, or waits for an earlier one (see `WebhookLaneEntry`). */
  @TimeColumn({ nullable: true })
  dueAt!: Date | null;

  /** Random: only the worker that holds it may save the outcome of the attempt. Null: no attempt is under way. */
  @StringColumn(22, { nullable: true })
  leaseToken!: string | null;

  @TimeColumn({ nullable: true })
  leaseUntil!: Date | null;

  /** Leases lost in a row, by workers that vanished. */
  @IntegerColumn()
  lostLeases!: number;

  /** Code of the last failure (webhooks.md 18); null: none yet, or delivered. */
  @StringColumn(32, { nullable: true })
  error!: string | null;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}
