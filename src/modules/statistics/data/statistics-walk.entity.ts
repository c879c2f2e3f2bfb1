import { Entity } from 'typeorm';
import { IdColumn, IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type CountedObject } from '../domain/contributions';

/** Id of the one row. */
export const WALK_ROW = '1';

/**
 * How far all orders and customers were walked over, and the lock of the books: it is held by who writes them, and by
 * who reads them, because the days and what is not counted yet have to be of one moment.
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
}
