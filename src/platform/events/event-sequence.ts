import { type EntityManager, type EntityMetadata, In, IsNull, LessThan } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { isEmbedded } from '../database/connection/dialect';
import { changedRows } from '../database/rows/changed-rows';
import { storedTime } from '../database/rows/stored-time';
import { EventRow } from './event.entity';
import { EventPosition, LAST_POSITION, REMOVED_POSITION } from './event-position.entity';

/** An event without its data, as fan-out reads it. */
export type SequencedEvent = Pick<
  EventRow,
  | 'id'
  | 'type'
  | 'object'
  | 'objectId'
  | 'objectVersion'
  | 'event'
  | 'occurredAt'
  | 'epoch'
  | 'traceParent'
  | 'fannedOutAt'
>;

const COLUMNS = {
  id: true,
  type: true,
  object: true,
  objectId: true,
  objectVersion: true,
  event: true,
  occurredAt: true,
  epoch: true,
  traceParent: true,
  fannedOutAt: true,
} as const satisfies Record<keyof SequencedEvent, true>;

/** State of the sequence of positions. */
export interface Sequence {
  /** The last position given. */
  readonly last: number;
  /** Number of calls of {@link beginRevision}. */
  readonly revision: number;
}

/**
 * Makes this transaction the only one that gives positions, until it ends (events.md 7). The row lock is the lease: it is
 * free as soon as its holder commits, or its connection is lost. Positions are therefore committed in their order: a reader
 * never finds a new event before the position it has reached.
 */
export async function lockSequence(tx: EntityManager): Promise<Sequence> {
  const lock = isEmbedded(tx) ? '' : ' FOR UPDATE';
  const sql = `SELECT position, revision FROM event_positions WHERE name = ?${lock}`;
  const [row] = await tx.query<{ position: string | number; revision: number | null }[]>(sql, [LAST_POSITION]);
  if (row === undefined) throw new Error('the last position is missing');
  return { last: Number(row.position), revision: row.revision ?? 0 };
}

/**
 * Begins a revision of how events are told. Each event that has no position when this transaction commits is told as of then, and
 * nobody gives a position until then. Call it before other rows are locked: fan-out locks this one first.
 */
export async function beginRevision(tx: EntityManager): Promise<void> {
  const sql = 'UPDATE event_positions SET revision = COALESCE(revision, 0) + 1 WHERE name = ?';
  await tx.query(sql, [LAST_POSITION]);
}

/**
 * Reads committed events that have no position, in the order in which they get one: the order of their ids, and of
 * `object_version` for events of one object, even if the clocks of their writers differ. Call it after
 * {@link lockSequence}: one statement sees one moment, at which every earlier version of an object is committed too.
 * @param limit more are read only where earlier versions of an object lie beyond it
 */
export async function readUnsequenced(tx: EntityManager, limit: number): Promise<SequencedEvent[]> {
  const found = await readFirst(tx, limit);
  if (found.length < limit) return inVersionOrder(found);
  const have = new Set(found.map(({ id }) => id));
  const latest = new Map(found.map((event) => [keyOf(event), 0]));
  for (const event of found) latest.set(keyOf(event), Math.max(event.objectVersion, latest.get(keyOf(event)) ?? 0));
  const where = {
    position: IsNull(),
    object: In([...new Set(found.map(({ object }) => object))]),
    objectId: In([...new Set(found.map(({ objectId }) => objectId))]),
    objectVersion: LessThan(Math.max(...latest.values())),
  };
  const beyond = await tx.find(EventRow, { select: COLUMNS, order: { id: 'ASC' }, where });
  const earlier = beyond.filter(
    (event) => !have.has(event.id) && event.objectVersion < (latest.get(keyOf(event)) ?? 0),
  );
  return inVersionOrder([...found, ...earlier]);
}

/** Columns of events that are read, worked out once for each connection. */
const selections = new WeakMap<EntityMetadata, readonly ColumnMetadata[]>();

/** Reads by a statement of its own: TypeORM's took longer to build than the database took to carry it out. */
async function readFirst(tx: EntityManager, limit: number): Promise<SequencedEvent[]> {
  const { driver } = tx.dataSource;
  const metadata = tx.dataSource.getMetadata(EventRow);
  const columns =
    selections.get(metadata) ?? metadata.columns.filter(({ propertyName }) => Object.hasOwn(COLUMNS, propertyName));
  selections.set(metadata, columns);
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  const sql = `SELECT ${names} FROM events WHERE position IS NULL ORDER BY id ASC LIMIT ${limit}`;
  const rows = await tx.query<Record<string, unknown>[]>(sql);
  return rows.map((row) => {
    const values = columns.map((column) => [
      column.propertyName,
      driver.prepareHydratedValue(row[column.databaseName], column) as unknown,
    ]);
    return Object.fromEntries(values) as SequencedEvent;
  });
}

/**
 * Gives events their positions, the next after `last`, and marks them as fanned out. Call it before the deliveries are
 * inserted: a worker of an older version, which knows no sequence, then finds them locked.
 * @throws Error when one of them was fanned out meanwhile by such a worker: the transaction must be rolled back
 */
export async function sequence(
  tx: EntityManager,
  events: readonly SequencedEvent[],
  last: number,
  now: Date,
): Promise<void> {
  const placed = events.map((event, at) => ({ id: event.id, position: last + at + 1, told: event.fannedOutAt }));
  const [waiting, told] = [
    placed.filter((event) => event.told === null),
    placed.filter((event) => event.told !== null),
  ];
  await place(tx, waiting, now);
  await place(tx, told, null);
  await tx.query('UPDATE event_positions SET position = ? WHERE name = ?', [last + events.length, LAST_POSITION]);
}

interface Placed {
  readonly id: string;
  readonly position: number;
}

/** @param now when they were fanned out; null: that is known already */
async function place(tx: EntityManager, events: readonly Placed[], now: Date | null): Promise<void> {
  if (events.length === 0) return;
  // Positions are numbers of our own.
  const cases = events.map(({ position }) => `WHEN ? THEN ${position}`).join(' ');
  const [mark, were] = now === null ? ['', 'NOT NULL'] : [', fanned_out_at = ?', 'NULL'];
  const sql = `UPDATE events SET position = CASE id ${cases} END${mark}
    WHERE id IN (${events.map(() => '?').join()}) AND position IS NULL AND fanned_out_at IS ${were}`;
  const ids = events.map(({ id }) => id);
  const marks = now === null ? [] : [storedTime(tx, now)];
  if ((await changedRows(tx, sql, [...ids, ...marks, ...ids])) !== events.length)
    throw new Error('events were fanned out by a worker of an older version meanwhile');
}

/** Notes that events up to this position were removed: readers before it have missed some of them (events.md 7). */
export async function noteRemoved(tx: EntityManager, position: number): Promise<void> {
  await tx.update(EventPosition, { name: REMOVED_POSITION, position: LessThan(position) }, { position });
}

const keyOf = ({ object, objectId }: Pick<SequencedEvent, 'object' | 'objectId'>): string => `${object} ${objectId}`;

/** Puts the events of each object in the order of their versions, in the places that they have among the others. */
function inVersionOrder(events: readonly SequencedEvent[]): SequencedEvent[] {
  const byId = [...events].sort((a, b) => (a.id < b.id ? -1 : 1));
  const ofObject = new Map<string, SequencedEvent[]>();
  for (const event of byId) {
    const group = ofObject.get(keyOf(event));
    if (group === undefined) ofObject.set(keyOf(event), [event]);
    else group.push(event);
  }
  for (const group of ofObject.values())
    group.sort((a, b) => b.objectVersion - a.objectVersion || (a.id < b.id ? 1 : -1));
  return byId.flatMap((event) => ofObject.get(keyOf(event))?.pop() ?? []);
}
