import { type VersionedRow } from '../rows/store-object';
import { type Listing, type ListQuery, fieldOfSeveral } from './listing';

/** A list without end, whose rows are counted by bucket. */
export interface CountedList<T> {
  readonly entity: new () => T;
  /** Its table. */
  readonly listed: string;
  /**
   * Filters that are counted as well: the property whose values they find, by the filter's name. A value should be shared by
   * many rows; a bucket has no more counts than its rows have values.
   */
  readonly fields: Readonly<Record<string, keyof T & string>>;
}

/** Rows of a list that have one of the values of a counted field. */
export interface CountedRows {
  readonly field: string;
  /** Empty text: not set. */
  readonly values: readonly string[];
}

/** Returns the names of the counted fields as buckets keep them; null without any. */
export function countedNames<T>({ fields }: CountedList<T>): string | null {
  const names = Object.keys(fields).sort();
  return names.length === 0 ? null : names.join();
}

/** A value of a field as text that sorts: `status=paid`. */
export function countedValues<T extends VersionedRow>({ fields }: CountedList<T>, row: T): string[] {
  return Object.entries(fields).map(([field, property]) => countedValue(field, row[property]));
}

/** @param value of a column; null: not set */
export function countedValue(field: string, value: unknown): string {
  return `${field}=${value === null || value === undefined ? '' : String(value)}`;
}

/**
 * Returns which counted rows the filters of a list find: undefined when buckets do not count them, `all` without filters.
 * @param filters that the listing has read without an error
 */
export function countedRows<T>(
  list: CountedList<T>,
  listing: Listing<T>,
  filters: ListQuery['filters'],
): CountedRows | 'all' | undefined {
  const sent = Object.entries(filters).map(([name, text]) => [fieldOfSeveral(listing, name) ?? name, text] as const);
  const [field] = sent[0] ?? [];
  if (field === undefined) return 'all';
  if (!Object.hasOwn(list.fields, field) || sent.some(([name]) => name !== field)) return undefined;
  const valuesOf = listing.filters[field]?.values;
  const values = valuesOf && sent.flatMap(([, text]) => valuesOf(text));
  // A filter of separators alone has no value: SQL has no empty list of them.
  return values === undefined || values.length === 0 ? undefined : { field, values };
}
