import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn } from '../database/rows/columns';

/** Id of the one row. */
export const EPOCH_ROW = '1';

/**
 * The epoch of the event log: it rises whenever a subscriber is added, in the transaction that adds it. Each event keeps
 * the epoch it was written in, so a subscriber precedes an event exactly when its own epoch is not above the event's:
 * the database decides, not the clocks of two machines.
 */
@Entity('event_epochs')
export class EventEpoch {
  @IdColumn()
  id!: string;

  @IntegerColumn()
  epoch!: number;
}
