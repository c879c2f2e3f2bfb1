import { Entity, Index, PrimaryColumn } from 'typeorm';
import {
  BooleanColumn,
  IntegerColumn,
  JsonColumn,
  StringColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/rows/columns';
import { VersionedRow } from '../../../platform/database/rows/store-object';
import { type Scope } from '../../../kernel/scopes';
import { type PastTerms } from '../domain/past-terms';
import { type WebhookContentType } from '../domain/webhook-formats';

/** The reason why the store disabled a webhook: its receiver responded 410, or failed for days. */
export type DisabledReason = 'gone' | 'failing';

/** A URL that receives events (interface.md, Webhook). */
@Entity('webhooks')
@Index('ix_webhooks__created_at', ['createdAt'])
@Index('ix_webhooks__enabled', ['enabled'])
export class Webhook extends VersionedRow {
  /** UUIDv7. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  @IntegerColumn()
  version!: number;

  @StringColumn(255, { nullable: true })
  name!: string | null;

  @StringColumn(255, { nullable: true })
  subject!: string | null;

  @StringColumn(2048)
  url!: string;

  /** Sealed for `webhook:<id>` (webhooks.md 6). */
  @TextColumn()
  secret!: string;

  /** The previous secret, sealed too. It still signs until {@link previousSecretUntil}. */
  @TextColumn({ nullable: true })
  previousSecret!: string | null;

  @TimeColumn({ nullable: true })
  previousSecretUntil!: Date | null;

  @StringColumn(4)
  contentType!: WebhookContentType;

  @BooleanColumn({ name: 'on_create' })
  create!: boolean;

  @BooleanColumn({ name: 'on_update' })
  update!: boolean;

  @BooleanColumn({ name: 'on_delete' })
  delete!: boolean;

  @BooleanColumn()
  enabled!: boolean;

  /** Whether it receives the events of an object one after the other (events.md 14). Null: created before 1.3, it does not. */
  @BooleanColumn({ nullable: true })
  ordered!: boolean | null;

  /** Patterns of event types; empty: all. */
  @JsonColumn()
  events!: string[];

  /** Ids of orders it is related to; null: not set. */
  @JsonColumn({ name: 'order_links', nullable: true })
  order!: string[] | null;

  @StringColumn(16, { nullable: true })
  disabledReason!: DisabledReason | null;

  /**
   * The epoch of the event log that its creation started. It receives events from that epoch on. Null: created before
   * 1.3.
   */
  @IntegerColumn({ nullable: true })
  sinceEpoch!: number | null;

  /** Scopes of the client that created it: it receives objects that these can read. Null: created before 1.3, all objects. */
  @JsonColumn({ nullable: true })
  scopes!: Scope[] | null;

  /** Former terms of the webhook, oldest first; null: not changed since 1.3. */
  @JsonColumn({ nullable: true })
  pastTerms!: PastTerms[] | null;
}
