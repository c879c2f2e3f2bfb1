import { Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** Results of a webhook's attempts, in a separate table so that counting writes no events (events.md 15). */
@Entity('webhook_health')
export class WebhookHealth {
  /** Id of the webhook. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  /** The first failed attempt since the last success; null when there was none. */
  @TimeColumn({ nullable: true })
  failingSince!: Date | null;

  /** Failed attempts since the last success. */
  @IntegerColumn()
  failures!: number;

  /** At most a second behind: results within a second write it once. Null: no attempt has succeeded yet. */
  @TimeColumn({ nullable: true })
  lastSuccessAt!: Date | null;

  /** Null: no attempt has failed yet. */
  @TimeColumn({ nullable: true })
  lastFailureAt!: Date | null;
}
