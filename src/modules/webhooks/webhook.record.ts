import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { type Choice, choice } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceOfKeys, enumSchema, openEnum } from '../../platform/http/openapi/record-schemas';
import { type Webhook } from './data/webhook.entity';
import { webhookListing } from './data/webhook.listing';
import { MEDIA_TYPES, type WebhookContentType } from './domain/webhook-body';

const YES_NO = choiceOfKeys(enumSchema('Flag', [0, 1]), ['No', 'Yes']);
const CONTENT_TYPE = choiceOfKeys(
  enumSchema('WebhookContentType', Object.keys(MEDIA_TYPES)),
  Object.values(MEDIA_TYPES),
);

/** A webhook as the API returns it (interface.md, Webhook), without its secret. */
@ListedBy(webhookListing)
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
      'Scopes of the client that created the webhook. It receives only objects that these can read. null: created before 1.3, it receives every object.',
    example: ['orders:read', 'webhooks:write'],
  })
  scopes!: string[] | null;

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

/** @returns the record of a webhook */
export function webhookRecord(webhook: Webhook): WebhookRecord {
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
    events: webhook.events,
    disabled_reason: webhook.disabledReason,
    scopes: webhook.scopes,
    created_at: wireTime(webhook.createdAt),
    updated_at: wireTime(webhook.updatedAt),
  };
}
