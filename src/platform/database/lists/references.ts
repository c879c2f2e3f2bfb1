import { type EntityManager } from 'typeorm';
import { type Id, isId } from '../../../kernel/ids';
import { oneValue } from './filters';
import { foundIds } from './found-ids';
import { type Filter, type Listing, type ListQuery, type ReferenceIndex, type References } from './listing';

/**
 * Rows that rows of another table with this id refer to. A list of nothing else is read from that table's index alone: of many rows,
 * MariaDB takes seconds to look for each in both tables. Unless buckets count them, each list counts the entries of the value (333,334 in
 * 0.1 s).
 */
export function byReference<T extends { id: string }>(index: ReferenceIndex): Filter<T> {
  const { table, column, id } = index;
  const found = `SELECT referring.${id} AS id FROM ${table} referring WHERE referring.${column} = :${column}`;
  const read = oneValue<T>((text) => (isId(text) ? foundIds<T>([found], { [column]: text }) : undefined));
  return Object.assign(read, { references: (value: string) => (isId(value) ? { ...index, value } : undefined) });
}

/** The references that a list consists of, if it has this filter alone. */
export function soleReferences<T>(
  { filters }: Listing<T>,
  { filters: sent }: Pick<ListQuery, 'filters'>,
): References | undefined {
  const [[field, text] = ['', ''], ...others] = Object.entries(sent);
  if (others.length > 0 || !Object.hasOwn(filters, field)) return undefined;
  return filters[field]?.references?.(text);
}

/** The number of rows that are referred to. */
export async function totalReferred(manager: EntityManager, { table, column, value, id }: References): Promise<number> {
  const sql = `SELECT COUNT(DISTINCT ${id}) AS total FROM ${table} WHERE ${column} = ?`;
  const [row] = await manager.query<[{ total: string | number }]>(sql, [value]);
  return Number(row.total);
}

/** Ids from one to another, both included. */
export interface IdRange {
  readonly from: Id;
  /** Undefined: to the newest. */
  readonly to: Id | undefined;
}

/** A part of the ids that are referred to. @param range of the ids among which it is; left out: all */
export async function idsReferred(
  manager: EntityManager,
  { table, column, value, id }: References,
  { order, offset, limit }: Pick<ListQuery, 'order' | 'offset' | 'limit'>,
  { from, to }: Partial<IdRange> = {},
): Promise<string[]> {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const ends = [
    [`AND ${id} >= ?`, from],
    [`AND ${id} <= ?`, to],
  ].filter((end): end is [string, Id] => end[1] !== undefined);
  const sql = `SELECT DISTINCT ${id} AS id FROM ${table} WHERE ${column} = ? ${ends.map(([end]) => end).join(' ')}
    ORDER BY ${id} ${direction} LIMIT ? OFFSET ?`;
  const rows = await manager.query<{ id: unknown }[]>(sql, [value, ...ends.map(([, end]) => end), limit, offset]);
  return rows.map((row) => String(row.id));
}

/**
 * The number of rows with ids in a range that each value is given to. Counted here: MariaDB answers a GROUP BY of the values from their
 * whole index, for a thousand of a million rows too.
 * @param range of the ids of a block: it bounds what is read
 */
export async function valuesReferred(
  tx: EntityManager,
  { table, column, id }: ReferenceIndex,
  { from, to }: { readonly from: Id; readonly to: Id },
): Promise<[value: string, held: number][]> {
  const sql = `SELECT ${column} AS value, ${id} AS id FROM ${table} WHERE ${id} BETWEEN ? AND ?`;
  const rows = await tx.query<{ value: unknown; id: unknown }[]>(sql, [from, to]);
  const idsByValue = new Map<string, Set<string>>();
  for (const row of rows) {
    const ids = idsByValue.get(String(row.value)) ?? new Set();
    idsByValue.set(String(row.value), ids.add(String(row.id)));
  }
  return [...idsByValue].map(([value, ids]) => [value, ids.size]);
}
