import { Entity, PrimaryColumn } from 'typeorm';
import { PositionColumn, TimeColumn } from '../../database/rows/columns';

/** A reader of the feed that keeps its position in the store (events.md 9). */
@Entity('event_consumers')
export class FeedConsumer {
  /** Chosen by the reader. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  /** The last event that it has processed; 0: none. */
  @PositionColumn()
  position!: number;

  @TimeColumn()
  updatedAt!: Date;
}
