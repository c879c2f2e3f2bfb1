import { Entity, Index } from 'typeorm';
import { BooleanColumn, IdColumn, IntegerColumn, StringColumn } from '../../../platform/database/rows/columns';

/**
 * A pending delivery of an ordered webhook, in the lane of its object (events.md 14). One delivery of a lane is awake: its
 * `dueAt` is set. The others wait, and theirs is null. Others than ordered webhooks have no rows here.
 */
@Entity('webhook_lanes')
@Index('ix_webhook_lanes__lane', ['objectId', 'object', 'webhookId', 'isAwake', 'objectVersion', 'id'])
@Index('ix_webhook_lanes__webhook', ['webhookId', 'object', 'objectId'])
export class WebhookLaneEntry {
  /** Id of the delivery. */
  @IdColumn()
  id!: string;

  @StringColumn(36)
  webhookId!: string;

  @StringColumn(32)
  object!: string;

  @StringColumn(128)
  objectId!: string;

  @IntegerColumn()
  objectVersion!: number;

  @BooleanColumn()
  isAwake!: boolean;
}
