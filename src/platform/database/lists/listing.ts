import { type FindOptionsWhere } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { withOwnParameters } from './own-parameters';

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
  /** Search only: whether a search that matches nothing returns an empty list. */
  readonly strict: boolean;
  /** Whether it is a request to `/search`, where what a filter cannot read does not match (interface.md, Orders). */
  readonly isSearch?: boolean;
  /** Whether a public client makes the request; it does not see drafts. */
  readonly isPublic?: boolean;
  /** The parameter `include` as sent; only for lists that take it. */
  readonly include?: string;
}

/** A page of rows and how many there are in all. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A condition of a filter; of several, one must hold. */
export type FilterCondition<T> = FindOptionsWhere<T> | FindOptionsWhere<T>[];

/** Turns the text of a filter into a condition; undefined when no record can have that value. */
export interface Filter<T> {
  (text: string): FilterCondition<T> | undefined;
  /** `one`: no value has a comma in it, so that a comma means a list. `several`: values separated by commas. */
  readonly takes?: 'one' | 'several';
  /** The values of its property that a text finds, where it compares with nothing else; empty text: not set. */
  readonly values?: (text: string) => readonly string[];
  /** Where it finds all ids by itself, in the order of age, without the table of the list; undefined: none has that value. */
  readonly references?: (text: string) => References | undefined;
}

/** An index of another table, by a value and the id of the row that the value is given to. Names are constants of the code. */
export interface ReferenceIndex {
  readonly table: string;
  /** Column of the value. */
  readonly column: string;
  /** Column of the id; several rows may give one row the same value. */
  readonly id: string;
}

/** Rows of another table that refer to rows of a list, along an index of theirs. */
export interface References extends ReferenceIndex {
  readonly value: string;
}

/** The filters and sorts of a list, in wire names. */
export interface Listing<T> {
  readonly filters: Readonly<Record<string, Filter<T>>>;
  /** Filters that read several values, sent as `field[]` or `field[0]`, `field[1]`, …, at once. Others are read one by one. */
  readonly anyOf?: Readonly<Record<string, (texts: readonly string[]) => FindOptionsWhere<T> | undefined>>;
  /** For `/search`, in place of those above with the same names: texts by their parts (wire.md 4). */
  readonly searches?: Readonly<Record<string, Filter<T>>>;
  /** For public clients, in place of those above with the same names: filters that find nothing by a draft. */
  readonly forPublic?: Pick<Listing<T>, 'filters' | 'anyOf'>;
  /** Property of the entity by wire field. `created_at` is the default and always there. */
  readonly sorts: Readonly<Record<string, keyof T & string>>;
  /** Sorts whose equal values follow each other by age, as their index has them. Those of others follow by id. */
  readonly agedSorts?: readonly string[];
  /** The property behind `created_at`; left out: `createdAt`. */
  readonly age?: keyof T & string;
  /** Whether an unknown or unreadable filter is rejected (orders-and-payments.md 33). */
  readonly isStrict?: boolean;
  /** Whether the list takes the parameter `include`, which then is not a filter. */
  readonly takesInclude?: boolean;
}

/** Returns the listing with the filters of the request, and of the client that makes it. */
export function listingFor<T>(listing: Listing<T>, { isPublic, isSearch }: ListQuery): Listing<T> {
  const { forPublic, searches, anyOf } = listing;
  const filters = isSearch === true ? { ...listing.filters, ...searches } : listing.filters;
  if (isPublic !== true || forPublic === undefined) return { ...listing, filters };
  return { ...listing, filters: { ...filters, ...forPublic.filters }, anyOf: { ...anyOf, ...forPublic.anyOf } };
}

/** Maximum number of values of one filter. It bounds the statement. */
export const MAX_VALUES = 50;

/** @throws ValidationFailed when the list cannot be sorted by that field */
export function requireSort<T>(listing: Listing<T>, list: ListQuery): void {
  const fields = ['created_at', ...Object.keys(listing.sorts)];
  if (!fields.includes(list.sort)) throw ValidationFailed.of('sort', `must be one of ${fields.join(', ')}`);
}

/**
 * The conditions of all filters; undefined when one of them cannot match, a field that does not exist included.
 * @param isSearch of `/search`, where nothing is rejected
 * @throws ValidationFailed when a strict list cannot read a filter
 */
export function conditionsOf<T>(
  listing: Listing<T>,
  filters: ListQuery['filters'],
  isSearch = false,
): FilterCondition<T>[] | undefined {
  const isStrict = listing.isStrict === true && !isSearch;
  const { plain, several } = grouped(listing, filters);
  const conditions = [
    ...several.map(([field, texts]) => anyOfThem(listing, field, texts, isStrict)),
    ...plain.map(([field, text]) => conditionOf(listing, field, text, isStrict)),
  ];
  return conditions.every((condition) => condition !== undefined) ? conditions : undefined;
}

function conditionOf<T>(
  { filters }: Listing<T>,
  field: string,
  text: string,
  isStrict: boolean,
): FilterCondition<T> | undefined {
  const filter = Object.hasOwn(filters, field) ? filters[field] : undefined;
  return filter && (isStrict ? strictCondition(filter, field, text) : lenientCondition(filter, text));
}

/**
 * The condition of a filter that was sent several times: any of its values counts (storefront.md 14).
 * @throws ValidationFailed when a strict list gets too many
 */
function anyOfThem<T>(
  listing: Listing<T>,
  field: string,
  texts: readonly string[],
  isStrict: boolean,
): FilterCondition<T> | undefined {
  const own = listing.anyOf?.[field];
  if (own !== undefined) return own(texts);
  if (texts.length > MAX_VALUES) {
    if (isStrict) throw ValidationFailed.of(field, `must be at most ${MAX_VALUES} values`);
    return undefined;
  }
  const conditions = texts.map((text) => conditionOf(listing, field, text, isStrict));
  const known = conditions.flatMap((condition, i) => (condition === undefined ? [] : withOwnParameters(condition, i)));
  return known.length > 0 ? known : undefined;
}

function strictCondition<T>(filter: Filter<T>, field: string, text: string): FilterCondition<T> | undefined {
  if (filter.takes === 'one' && text.includes(','))
    throw ValidationFailed.of(field, `takes one value, not a list: send ${field}[]= once for each`);
  return filter(text);
}

function lenientCondition<T>(filter: Filter<T>, text: string): FilterCondition<T> | undefined {
  try {
    return filter(text);
  } catch (error) {
    if (error instanceof ValidationFailed) return undefined;
    throw error;
  }
}

/** The filter that `field[0]` gives one of several values; undefined when the name is of another form or no filter. */
export function fieldOfSeveral(
  { filters, anyOf = {} }: { filters: object; anyOf?: object },
  name: string,
): string | undefined {
  const [, field] = /^([^[]+)\[\d{1,4}\]$/.exec(name) ?? [];
  if (field === undefined) return undefined;
  return Object.hasOwn(anyOf, field) || Object.hasOwn(filters, field) ? field : undefined;
}

/** The filters of a request: single values, and the values of fields that take several. A request has at most 1,000 fields. */
function grouped<T>(
  listing: Listing<T>,
  filters: ListQuery['filters'],
): { plain: [string, string][]; several: [string, string[]][] } {
  const plain: [string, string][] = [];
  const several = new Map<string, string[]>();
  for (const [name, text] of Object.entries(filters)) {
    const field = fieldOfSeveral(listing, name);
    if (field === undefined) plain.push([name, text]);
    else several.set(field, [...(several.get(field) ?? []), text]);
  }
  return { plain, several: [...several] };
}
