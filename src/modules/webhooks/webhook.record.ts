import { ApiProperty } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { wireTime } from '../../kernel/clock';
import { type Choice, choice } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceOfKeys, enumSchema, openEnum } from '../../platform/http/openapi/record-schemas';
import { type Webhook } from './data/webhook.entity';
import { type Health, MAX_DEAD, MAX_PENDING, readHealth } from './data/webhook-health.queries';
import { webhookListing } from './data/webhook.listing';
import { MEDIA_TYPES, type WebhookContentType } from './domain/webhook-formats';

const YES_NO = choiceOfKeys(enumSchema('Flag', [0, 1]), ['No', 'Yes']);
const CONTENT_TYPE = choiceOfKeys(
  enumSchema('WebhookContentType', Object.keys(MEDIA_TYPES)),
  Object.values(MEDIA_TYPES),
);

/** A webhook as the API returns it (interface.md, Webhook), without its secret. */
@ListedBy(webhookListing, { title: 'Another name of `name`.' })
export class WebhookRecord {
  @ApiProperty({ type: String, format: 'uuid', example: '019a0b1c-0000-7000-8000-000000000000' })
  id!: string;

  @ApiProperty({ type: [String], nullable: true, description: 'Ids of orders that the webhook is related to.' })
  order!: string[] | null;

  @ApiProperty({ type: String, nullable: true })
  name!: string | null;

  @ApiProperty({ type: String, nullable: true })
  subject!: string | null;

  @ApiProperty({ type: String, example: 'https://shop.example/hooks' })
  url!: string;

  @ApiProperty(CONTENT_TYPE)
  content_type!: Choice<WebhookContentType>;

  @ApiProperty(YES_NO)
  create!: Choice<0 | 1>;

  @ApiProperty(YES_NO)
  update!: Choice<0 | 1>;

  @ApiProperty(YES_NO)
  delete!: Choice<0 | 1>;

  @ApiProperty(YES_NO)
  enabled!: Choice<0 | 1>;

  @ApiProperty({
    ...YES_NO,
    description: 'Whether it receives the events of an object one after the other, in the order of `object_version`.',
  })
  ordered!: Choice<0 | 1>;

  @ApiProperty({
    type: 'array',
    items: openEnum('EventPattern'),
    description: 'Patterns of event types beyond the Booleans; empty: all.',
  })
  events!: string[];

  @ApiProperty(
    enumSchema('WebhookDisabledReason', ['gone', 'failing'], {
      nullable: true,
      description: 'Reason why the store disabled the webhook: its receiver returned 410, or failed for five days.',
    }),
  )
  disabled_reason!: string | null;

  @ApiProperty({
    type: [String],
    nullable: true,
    description:
      'Scopes of the client that created the webhook. Another client that changes `url` removes those that it lacks itself. ' +
      'The webhook receives only objects that they can read. null: created before 1.3, it receives every object.',
    example: ['orders:read', 'webhooks:write'],
  })
  scopes!: string[] | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'When an attempt last succeeded, at most a second behind; null: none has.',
    example: '2026-01-31 12:00:00',
  })
  last_success_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'When an attempt last failed; null: none has.',
    example: '2026-01-31 11:00:00',
  })
  last_failure_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The first failed attempt since the last success, or since the webhook was enabled again; null: none has failed since.',
    example: null,
  })
  failing_since!: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Failed attempts since the last success, over all deliveries.',
    example: 0,
  })
  consecutive_failures!: number;

  @ApiProperty({
    type: 'integer',
    description: `Deliveries that are due or wait for their next attempt; ${MAX_PENDING} also stands for more.`,
    example: 0,
  })
  deliveries_pending!: number;

  @ApiProperty({
    type: 'integer',
    description: `Of the pending deliveries: those whose time has come; ${MAX_PENDING} also stands for more.`,
    example: 0,
  })
  deliveries_due!: number;

  @ApiProperty({
    type: 'integer',
    description: `Of the pending deliveries: those that wait for the time of their next attempt; ${MAX_PENDING} also stands for more.`,
    example: 0,
  })
  deliveries_waiting!: number;

  @ApiProperty({
    type: 'integer',
    description: `Deliveries that were given up, and can be sent again; ${MAX_DEAD} also stands for more.`,
    example: 0,
  })
  deliveries_dead!: number;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** A webhook with its generated secret, which is returned only once (webhooks.md 6). */
export class WebhookWithSecretRecord extends WebhookRecord {
  @ApiProperty({
    type: String,
    required: false,
    description: 'The generated secret, returned only once. Missing when you sent your own.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret?: string;
}

function yesNo(flag: boolean): Choice<0 | 1> {
  return flag ? choice(1, 'Yes') : choice(0, 'No');
}

/** Returns the records of webhooks, in their order. */
export async function webhookRecords(
  manager: EntityManager,
  rows: readonly Webhook[],
  now: Date,
): Promise<WebhookRecord[]> {
  const ids = rows.map(({ id }) => id);
  const healthOf = await readHealth(manager, ids, now);
  return rows.map((row) => webhookRecord(row, healthOf(row.id)));
}

/** A record without its health: a delivery does not make the copy of an editor stale. */
export function webhookTerms(record: WebhookRecord): WebhookRecord {
  return {
    ...record,
    last_success_at: null,
    last_failure_at: null,
    failing_since: null,
    consecutive_failures: 0,
    deliveries_pending: 0,
    deliveries_due: 0,
    deliveries_waiting: 0,
    deliveries_dead: 0,
  };
}

const timeOrNull = (time: Date | null): string | null => (time === null ? null : wireTime(time));

function webhookRecord(webhook: Webhook, health: Health): WebhookRecord {
  return {
    id: webhook.id,
    order: webhook.order,
    name: webhook.name,
    subject: webhook.subject,
    url: webhook.url,
    content_type: choice(webhook.contentType, MEDIA_TYPES[webhook.contentType]),
    create: yesNo(webhook.create),
    update: yesNo(webhook.update),
    delete: yesNo(webhook.delete),
    enabled: yesNo(webhook.enabled),
    ordered: yesNo(webhook.ordered === true),
    events: webhook.events,
    disabled_reason: webhook.disabledReason,
    scopes: webhook.scopes,
    last_success_at: timeOrNull(health.lastSuccessAt),
    last_failure_at: timeOrNull(health.lastFailureAt),
    failing_since: timeOrNull(health.failingSince),
    consecutive_failures: health.failures,
    deliveries_pending: health.pending,
    deliveries_due: health.due,
    deliveries_waiting: health.waiting,
    deliveries_dead: health.dead,
    created_at: wireTime(webhook.createdAt),
    updated_at: wireTime(webhook.updatedAt),
  };
}

/** The data of a ping: none, for nothing happened. */
export class WebhookPingRecord {}
