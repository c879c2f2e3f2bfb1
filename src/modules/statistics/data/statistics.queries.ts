import { Between, type EntityManager, In, IsNull } from 'typeorm';
import { rowLock } from '../../../platform/database/connection/dialect';
import { EventRow } from '../../../platform/events/event.entity';
import { type Contribution, type CountedObject } from '../domain/contributions';
import { type Figures, type FiguresByDay } from '../domain/figures';
import { type Window } from '../domain/window';
import { type FigureColumns } from './figure-columns';
import { StatisticsChange } from './statistics-change.entity';
import { StatisticsDay } from './statistics-day.entity';
import { StatisticsEntry } from './statistics-entry.entity';
import { StatisticsWalk, WALK_ROW } from './statistics-walk.entity';

/** Ids by kind of object. */
export type Touched = Readonly<Record<CountedObject, readonly string[]>>;

/** Changes that are not in the days yet: of which objects or, when these are too many, since when. */
export type Pending = { readonly touched: Touched } | { readonly since: Date };

/** Locks the books until the transaction ends. */
export function lockBooks(tx: EntityManager): Promise<StatisticsWalk> {
  return tx.findOneOrFail(StatisticsWalk, { where: { id: WALK_ROW }, lock: rowLock(tx) });
}

/** Reads the books without a lock: in a snapshot nobody changes them. */
export function readBooks(manager: EntityManager): Promise<StatisticsWalk> {
  return manager.findOneByOrFail(StatisticsWalk, { id: WALK_ROW });
}

/** Returns the last counted contributions of objects. */
export async function readEntries(tx: EntityManager, object: CountedObject, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await tx.find(StatisticsEntry, { where: { object, objectId: In([...ids]) } });
  return rows.map(({ objectId, day, ...row }): Contribution => ({ object, objectId, day, figures: figuresOf(row) }));
}

/** Ids of a kind that were counted, after one, ascending. */
export async function countedIdsAfter(tx: EntityManager, object: CountedObject, after: string, limit: number) {
  const rows = await tx
    .createQueryBuilder(StatisticsEntry, 'e')
    .select('e.objectId', 'id')
    .distinct(true)
    .where('e.object = :object AND e.objectId > :after', { object, after })
    .orderBy('e.objectId', 'ASC')
    .limit(limit)
    .getRawMany<{ id: string | number | bigint }>();
  return rows.map(({ id }) => String(id));
}

/** These days, those that have a row. */
export async function readTheseDays(tx: EntityManager, days: readonly string[]): Promise<FiguresByDay> {
  return byDay(await tx.findBy(StatisticsDay, { day: In([...days]) }));
}

/** The days of a window that have a row. */
export async function readDays(tx: EntityManager, { from, to }: Window): Promise<FiguresByDay> {
  return byDay(await tx.findBy(StatisticsDay, { day: Between(from, to) }));
}

/** The oldest changes that have to be counted. */
export function readChanges(tx: EntityManager, limit: number): Promise<StatisticsChange[]> {
  return tx.find(StatisticsChange, { order: { id: 'ASC' }, take: limit });
}

/** Changes and events that are read to see what the days lack, and objects that they may touch. */
const MAX_PENDING = 5_000;
const MAX_TOUCHED = 500;

/**
 * Reads the changes that are not in the days yet, and events that no worker has fanned out. Events come first: one that is
 * fanned out meanwhile is seen in both places, never in none.
 */
export async function readPending(tx: EntityManager): Promise<Pending> {
  const events = await tx.find(EventRow, {
    select: { id: true, object: true, objectId: true, occurredAt: true },
    where: { position: IsNull(), fannedOutAt: IsNull() },
    order: { id: 'ASC' },
    take: MAX_PENDING + 1,
  });
  const changes = await readChanges(tx, MAX_PENDING + 1);
  const touched = touchedBy([...events, ...changes]);
  const isFew = Math.max(events.length, changes.length) <= MAX_PENDING;
  if (isFew && touched.order.length + touched.customer.length <= MAX_TOUCHED) return { touched };
  const oldest = [events[0], changes[0]].flatMap((one) => (one === undefined ? [] : [one.occurredAt.getTime()]));
  return { since: new Date(Math.min(...oldest)) };
}

/** The objects of changes or events, those that are counted, each once. */
export function touchedBy(changes: readonly { readonly object: string; readonly objectId: string }[]): Touched {
  const idsOf = (kind: CountedObject): string[] => [
    ...new Set(changes.filter(({ object }) => object === kind).map(({ objectId }) => objectId)),
  ];
  return { order: idsOf('order'), customer: idsOf('customer') };
}

function figuresOf({ orders, cancelled, total, captured, refunded, customers }: FigureColumns): Figures {
  return { orders, cancelled, total, captured, refunded, customers };
}

function byDay(rows: readonly StatisticsDay[]): FiguresByDay {
  return new Map(rows.map((row) => [row.day, figuresOf(row)]));
}
