import { Brackets, type EntityManager, type EntityTarget, In, type SelectQueryBuilder } from 'typeorm';
import { readRows, ROW } from '../rows/row-reader';
import { type FilterCondition, type Listing, type ListQuery, type Page, type References } from './listing';
import { type IdRange, idsReferred, totalReferred } from './references';

/** All rows that match every condition, as a query still to be ordered and cut. */
export function matching<T extends object>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  conditions: readonly FilterCondition<T>[],
): SelectQueryBuilder<T> {
  const query = manager.createQueryBuilder(entity, ROW);
  for (const condition of conditions) query.andWhere(new Brackets((where) => where.where(condition)));
  return query;
}

/** A page that steps over this many rows finds its ids before its rows. */
const FAR = 200;
/** So does each page of a list of more rows that is not sorted by age: the database may have to sort them all. */
const MANY = 1_000;

/**
 * One page, newest first unless told otherwise; equal values are ordered by id, so that pages do not overlap.
 * The ids of a deep page are cut from an index first, from the end of the list that is nearer, and only their rows are read: it drags
 * no wide rows along, and the last page is as near as the first (ADR 17).
 * @param count of all rows that match, where it is known without counting them
 */
export async function readPage<T extends { id: string }>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  listing: Listing<T>,
  list: ListQuery,
  count: () => Promise<number> = () => query.getCount(),
): Promise<Page<T>> {
  const total = await count();
  if (total <= list.offset) return { rows: [], total };
  const age = listing.age ?? 'createdAt';
  const property = list.sort === 'created_at' ? age : (listing.sorts[list.sort] ?? age);
  const sorted: Sorted<T> = (order) => {
    const direction = order === 'asc' ? 'ASC' : 'DESC';
    const ordered = query.clone().orderBy(`${ROW}.${property}`, direction);
    if (listing.agedSorts?.includes(list.sort)) ordered.addOrderBy(`${ROW}.${age}`, direction);
    return ordered.addOrderBy(`${ROW}.id`, direction);
  };
  if (list.offset >= FAR || (property !== age && total > MANY))
    return {
      rows: await rowsOf(manager, query, await idsAt((part) => idsOf(sorted(part.order), part), list, total)),
      total,
    };
  return { rows: await readRows(manager, sorted(list.order).offset(list.offset).limit(list.limit)), total };
}

/**
 * One page by age of the rows that another table refers to, its ids and their number from the index of that table alone.
 * @param query of the same rows
 */
export async function readReferred<T extends { id: string }>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  references: References,
  list: ListQuery,
): Promise<Page<T>> {
  const total = await totalReferred(manager, references);
  if (total <= list.offset) return { rows: [], total };
  return { rows: await readReferredSlice(manager, query, references, list, { rows: total }), total };
}

/** {@link readReferred} among the ids of a range. @param range its rows are left out where they are few */
export async function readReferredSlice<T extends { id: string }>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  references: References,
  part: Part,
  { rows = Infinity, ...range }: Partial<IdRange> & { readonly rows?: number },
): Promise<T[]> {
  return rowsOf(manager, query, await idsAt((one) => idsReferred(manager, references, one, range), part, rows));
}

/** A query in one of the two directions of its sort. */
type Sorted<T extends object> = (order: ListQuery['order']) => SelectQueryBuilder<T>;

/**
 * The rows of a part of some rows of a list. Where the part does not begin near, its ids are read first, from the nearer end.
 * @param query of all rows that match @param sorted those that the part is of @param rows how many these are; left out where they are few
 * @param isFar to read the ids first in any case
 */
export async function readSlice<T extends { id: string }>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  sorted: Sorted<T>,
  part: Part,
  { rows = Infinity, isFar }: { readonly rows?: number; readonly isFar: boolean },
): Promise<T[]> {
  if (isFar || part.offset >= FAR)
    return rowsOf(manager, query, await idsAt((one) => idsOf(sorted(one.order), one), part, rows));
  return readRows(manager, sorted(part.order).offset(part.offset).limit(part.limit));
}

/** A part of a list, in one of its directions. */
type Part = Pick<ListQuery, 'order' | 'offset' | 'limit'>;

/** The ids of a page, found from the end of the list that is nearer. */
async function idsAt(idsIn: (part: Part) => Promise<string[]>, list: Part, total: number): Promise<string[]> {
  const { order, offset } = list;
  const limit = Math.min(list.limit, total - offset);
  const behind = total - offset - limit;
  if (behind >= offset) return idsIn({ order, offset, limit });
  const ids = await idsIn({ order: order === 'asc' ? 'desc' : 'asc', offset: behind, limit });
  return ids.reverse();
}

async function idsOf<T extends object>(
  query: SelectQueryBuilder<T>,
  { offset, limit }: Omit<Part, 'order'>,
): Promise<string[]> {
  const found = await query.select(`${ROW}.id`, 'id').offset(offset).limit(limit).getRawMany<{ id: unknown }>();
  return found.map(({ id }) => String(id));
}

/** The rows of a page in the order of their ids: those that still match, and are still there. */
async function rowsOf<T extends { id: string }>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
  ids: readonly string[],
): Promise<T[]> {
  const rows = await readRows(manager, query.clone().andWhere({ id: In([...ids]) }));
  const places = new Map(ids.map((id, at) => [id, at]));
  return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}
