import { type ListQuery, type Page } from '../database/lists/listing';

/** An offset or an address for each direction; false where there is none. */
export interface Directions<T> {
  readonly first: T | false;
  readonly previous: T | false;
  readonly next: T | false;
  readonly last: T | false;
}

/** The pagination object (interface.md, wire.md 3). */
export interface Pagination {
  readonly total: number;
  readonly current: number;
  readonly limit: number;
  readonly offset: number;
  /** Ordinal of the first record answered. */
  readonly from: number;
  readonly to: number;
  readonly offsets: Directions<number>;
  readonly links: Directions<string>;
}

/** The answer with a page of records. */
export interface Listed<R> {
  readonly status: true;
  readonly result: readonly R[];
  readonly pagination: Pagination;
}

/** A list request: what is asked, and the address that its links lead back to. */
export interface ListRequest extends ListQuery {
  /** Absolute address of the list without its query. */
  readonly address: string;
}

const NOWHERE: Directions<never> = { first: false, previous: false, next: false, last: false };

/** Offsets of a page's neighbours (wire.md 3). */
function pageOffsets(total: number, limit: number, offset: number): Directions<number> {
  const isAll = offset === 0 && total <= limit;
  if (isAll || total === 0) return NOWHERE;
  return {
    first: 0,
    previous: offset === 0 ? false : Math.max(offset - limit, 0),
    next: offset + limit < total ? offset + limit : false,
    last: Math.floor((total - 1) / limit) * limit,
  };
}

function link(list: ListRequest, offset: number | false): string | false {
  if (offset === false) return false;
  const query = new URLSearchParams({
    offset: String(offset),
    limit: String(list.limit),
    order: list.order,
    sort: list.sort,
    ...list.filters,
    ...(list.include === undefined ? {} : { include: list.include }),
    ...(list.strict ? { strict: '1' } : {}),
  });
  return `${list.address}?${query.toString()}`;
}

/** The envelope of a page. */
export function listed<R>(page: Page<R>, list: ListRequest): Listed<R> {
  const { limit, offset } = list;
  const current = page.rows.length;
  const offsets = pageOffsets(page.total, limit, offset);
  return {
    status: true,
    result: page.rows,
    pagination: {
      total: page.total,
      current,
      limit,
      offset,
      from: offset + 1,
      to: offset + current,
      offsets,
      links: {
        first: link(list, offsets.first),
        previous: link(list, offsets.previous),
        next: link(list, offsets.next),
        last: link(list, offsets.last),
      },
    },
  };
}
