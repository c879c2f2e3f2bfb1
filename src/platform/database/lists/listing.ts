import {
  Brackets,
  type EntityManager,
  type EntityTarget,
  type FindOptionsWhere,
  type SelectQueryBuilder,
} from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { readRows, ROW } from '../rows/row-reader';

/** A request for a page of a list, already checked (wire.md 3). */
export interface ListQuery {
  /** 1 to 100. */
  readonly limit: number;
  readonly offset: number;
  /** A wire field of the list's `sorts`. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** Exact-match filters by wire field, as sent. */
  readonly filters: Readonly<Record<string, string>>;
  /** Search only: whether a search that matches nothing answers nothing. */
  readonly strict: boolean;
}

/** A page of rows and how many there are in all. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Turns the text of a filter into a condition; undefined when no record can have that value. */
export type Filter<T> = (text: string) => FindOptionsWhere<T> | undefined;

/** How a resource can be listed: what it can be filtered and sorted by, in wire names. */
export interface Listing<T> {
  readonly filters: Readonly<Record<string, Filter<T>>>;
  /** Property of the entity by wire field. `created_at` is the default and always there. */
  readonly sorts: Readonly<Record<string, keyof T & string>>;
  /** The property behind `created_at`; left out: `createdAt`. */
  readonly age?: keyof T & string;
}

/** @throws ValidationFailed when the list cannot be sorted by that field */
export function requireSort<T>(listing: Listing<T>, list: ListQuery): void {
  const fields = ['created_at', ...Object.keys(listing.sorts)];
  if (!fields.includes(list.sort)) throw ValidationFailed.of('sort', `must be one of ${fields.join(', ')}`);
}

/** The conditions of all filters; undefined when one of them cannot match, a field that does not exist included. */
export function conditionsOf<T>(listing: Listing<T>, filters: ListQuery['filters']): FindOptionsWhere<T>[] | undefined {
  const conditions: FindOptionsWhere<T>[] = [];
  for (const [field, text] of Object.entries(filters)) {
    const filter = Object.hasOwn(listing.filters, field) ? listing.filters[field] : undefined;
    const condition = filter?.(text);
    if (condition === undefined) return undefined;
    conditions.push(condition);
  }
  return conditions;
}

/** All rows that match every condition, as a query still to be ordered and cut. */
export function matching<T extends { id: string }>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  conditions: readonly FindOptionsWhere<T>[],
): SelectQueryBuilder<T> {
  const query = manager.createQueryBuilder(entity, ROW);
  for (const condition of conditions) query.andWhere(new Brackets((where) => where.where(condition)));
  return query;
}

/**
 * One page, newest first unless told otherwise; equal values are ordered by id, so that pages do not overlap.
 * The page's ids are cut from an index first and only their rows are read: deep pages do not drag wide rows along.
 */
export async function readPage<T extends { id: string }>(
  query: SelectQueryBuilder<T>,
  listing: Listing<T>,
  list: ListQuery,
): Promise<Page<T>> {
  const total = await query.getCount();
  if (total <= list.offset) return { rows: [], total };
  const age = listing.age ?? 'createdAt';
  const property = list.sort === 'created_at' ? age : (listing.sorts[list.sort] ?? age);
  const direction = list.order === 'asc' ? 'ASC' : 'DESC';
  query.orderBy(`${ROW}.${property}`, direction).addOrderBy(`${ROW}.id`, direction);
  return { rows: await readRows(query.offset(list.offset).limit(list.limit)), total };
}
