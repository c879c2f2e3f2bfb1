import { Entity, PrimaryColumn } from 'typeorm';
import { PositionColumn, TimeColumn } from '../database/rows/columns';

/** The last runs of the clean-up of one table (console.md 9). Written about once a minute. */
@Entity('retention_runs')
export class RetentionRun {
  /** Name of the table. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  kind!: string;

  @TimeColumn({ nullable: true })
  lastSuccessAt!: Date | null;

  @TimeColumn({ nullable: true })
  lastFailureAt!: Date | null;

  /** Rows removed since the table was first cleaned up. */
  @PositionColumn()
  removed!: number;

  /** Seconds for which the task keeps rows, by its worker's settings; null: until they are processed, or unknown. */
  @PositionColumn({ nullable: true })
  keptSeconds!: number | null;
}
