import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn, JsonColumn, PositionColumn, StringColumn, TimeColumn } from '../database/rows/columns';

/** The kind of change of a store object. */
export type EventKind = 'create' | 'update' | 'delete';

/** A fact about a store object, written in the transaction that made it so and never changed (webhooks.md 1, 2). */
@Entity('events')
@Index('ix_events__type', ['type', 'id'])
@Index('ix_events__object', ['object', 'objectId', 'id'])
@Index('ix_events__occurred_at', ['occurredAt'])
// Read by workers of the version before only. The next release drops it.
@Index('ix_events__fanned_out_at', ['fannedOutAt', 'id'])
@Index('ix_events__position', ['position', 'id'])
export class EventRow {
  /** UUIDv7: text order is the order in which a process saw things happen. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  /** `<object>.created`, `.updated` or `.deleted`. */
  @StringColumn(64)
  type!: string;

  @StringColumn(32)
  object!: string;

  @StringColumn(128)
  objectId!: string;

  @IntegerColumn()
  objectVersion!: number;

  @StringColumn(6)
  event!: EventKind;

  @TimeColumn()
  occurredAt!: Date;

  /** The record as the API would have returned it at that moment, without secrets. */
  @JsonColumn()
  data!: unknown;

  /** When its deliveries were created, also when there were none; null until then. */
  @TimeColumn({ nullable: true })
  fannedOutAt!: Date | null;

  /** W3C `traceparent` of its creation, continued by fan-out and attempts; null: not traced. */
  @StringColumn(55, { nullable: true })
  traceParent!: string | null;

  /** The epoch of the log at its commit, see `EventEpoch`; null: written before 1.3. */
  @IntegerColumn({ nullable: true })
  epoch!: number | null;

  /** Its place in the feed, given after its commit (events.md 7); null until then. See `event-sequence.ts`. */
  @PositionColumn({ nullable: true })
  position!: number | null;
}
