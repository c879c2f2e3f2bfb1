import { Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, PositionColumn } from '../database/rows/columns';

/** Name of the row that holds the last position given. Locking it makes a transaction the only one that gives positions. */
export const LAST_POSITION = 'last';
/** Name of the row that holds the highest position whose event was removed. */
export const REMOVED_POSITION = 'removed';

/** A position in the event log that the store remembers: events are removed with time, their positions are not given again. */
@Entity('event_positions')
export class EventPosition {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  name!: string;

  @PositionColumn()
  position!: number;

  /** Revision of the row `last`: increases with each {@link beginRevision}. Null: none yet. */
  @IntegerColumn({ nullable: true })
  revision!: number | null;
}
