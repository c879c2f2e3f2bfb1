import { Entity, PrimaryColumn } from 'typeorm';
import { PositionColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** A worker that delivers, from its start until it stops or others find it silent (events.md 12). */
@Entity('webhook_workers')
export class WebhookWorkerRow {
  /** Drawn at random: the beginning of its lease tokens. */
  @PrimaryColumn({ type: 'varchar', length: 8 })
  id!: string;

  /** Signs of life so far. */
  @PositionColumn()
  beats!: number;

  /** When it gave the last one, by its own clock: for operators only. Null: a worker of an older version. */
  @TimeColumn({ nullable: true })
  beatAt!: Date | null;
}
