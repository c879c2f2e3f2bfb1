import { type ChoiceSource } from '../api/choices';
import { slugOf } from '../format/slug';
import { type AddressValues } from './address';
import { idOfCsv } from './csv';

/** Records of a page; the store gives at most 100. */
export const PAGE_SIZES = ['25', '50', '100'] as const;

/** A filter of a list: the name of the API's query parameter, and how it is entered. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  /**
   * `words` finds as one types; `choices` takes several; `time` is entered in the viewer's zone and sent as the API writes it; of a
   * `slug` the name is sent as the API writes slugs.
   */
  readonly kind: 'words' | 'text' | 'slug' | 'day' | 'time' | 'choice' | 'choices';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Its options are found as one types, however few they are. */
  readonly isSearched?: boolean;
  /** Records that a choice is made of, found as one types. */
  readonly source?: ChoiceSource;
}

/** The default sort of a list. */
export interface ListSort {
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

/** The query of a request. */
export type ListQuery = Readonly<Record<string, string | number | readonly string[]>> & {
  readonly limit: number;
  readonly offset: number;
};

/** The filters of a request. */
export type ListFilters = Readonly<Record<string, string | number | readonly string[]>>;

/** The sort of a list: the address's, or the one that the list begins with. */
export function sortOf(address: AddressValues, first: ListSort | undefined): ListSort | undefined {
  const { sort, order } = address;
  return sort === undefined ? first : { sort, order: order === 'asc' ? 'asc' : 'desc' };
}

/** Makes the query of a list from the page's address. Parameters that are no filter of the list are not sent. */
export function listQuery(
  address: AddressValues,
  filters: readonly ListFilter[],
  first: ListSort | undefined,
): ListQuery {
  const limit = Number(PAGE_SIZES.find((size) => size === address['limit']) ?? PAGE_SIZES[0]);
  const page = Math.max(1, Math.trunc(Number(address['page'])) || 1);
  const given = filters.flatMap(({ name, kind }) => {
    const text = address[name];
    if (text === undefined || text === '') return [];
    return [[name, sentAs(kind, text)] as const];
  });
  return { ...Object.fromEntries(given), ...sortOf(address, first), limit, offset: (page - 1) * limit };
}

function sentAs(kind: ListFilter['kind'], text: string): string | readonly string[] {
  if (kind === 'choices') return text.split(',');
  if (kind === 'slug') return slugOf(text);
  // An id may come from a file.
  return kind === 'words' ? idOfCsv(text) : text;
}

/** The filters of a query, without its page and its order: what sums over all that match are asked by. */
export function filtersOf({ limit: _limit, offset: _offset, ...query }: ListQuery): ListFilters {
  const { sort: _sort, order: _order, ...filters } = query;
  return filters;
}
