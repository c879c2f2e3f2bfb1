import { Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** Failures of a webhook since its last successful attempt, in a table of its own so that counting writes no events. */
@Entity('webhook_health')
export class WebhookHealth {
  /** Id of the webhook. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  /** The first failed attempt since the last success; null when there was none. */
  @TimeColumn({ nullable: true })
  failingSince!: Date | null;

  @IntegerColumn()
  failures!: number;
}
