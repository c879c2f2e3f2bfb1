import { Entity } from 'typeorm';
import { IdColumn, IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type CountedObject } from '../domain/contributions';

/** Id of the one row. */
export const WALK_ROW = '1';

/**
 * The position of the walk over all orders and customers. The row is also the lock of the statistics: writers hold it, and
 * readers too, because the days and the changes not counted yet must be of one moment.
 */
@Entity('statistics_walk')
export class StatisticsWalk {
  @IdColumn()
  id!: string;

  /** The kind that is walked over now. */
  @StringColumn(16)
  object!: CountedObject;

  /** Id of its last object that was counted. */
  @IdReference()
  walkedUntil!: string;

  /** When the last walk over everything ended; null: the first has not, so that days are incomplete. */
  @TimeColumn({ nullable: true })
  walkedAt!: Date | null;

  /** The settings that the days are counted with; null: those of a version that counted days of UTC. */
  @StringColumn(64, { nullable: true })
  countedWith!: string | null;
}
