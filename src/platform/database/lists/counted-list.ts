import { type VersionedRow } from '../rows/store-object';
import { type Listing, type ListQuery, type ReferenceIndex, type References, fieldOfSeveral } from './listing';

/** A list without end, whose rows are counted by bucket. */
export interface CountedList<T> {
  readonly entity: new () => T;
  /** Its table. */
  readonly listed: string;
  /**
   * Filters that are counted as well: the property whose values they find, by the filter's name. A value should be shared by
   * many rows; a bucket has no more counts than its rows have values.
   */
  readonly fields: Readonly<Record<string, (keyof T & string) | CountedField<T>>>;
  /**
   * Filters that are counted too, whose values rows of another table give to a row: their indexes, by the filter's name. Who writes
   * those rows holds the row's lock and says so (`CountBuckets.refer`).
   */
  readonly references?: Readonly<Record<string, ReferenceIndex>>;
}

/** A filter whose value a row has by several of its properties. */
export interface CountedField<T> {
  readonly of: readonly (keyof T & string)[];
  /** Undefined: the filter does not find the row. */
  value(row: T): string | undefined;
}

/** Rows of a list that have one of the values of a counted field. */
export interface CountedRows {
  readonly field: string;
  /** Empty text: not set. */
  readonly values: readonly string[];
  /** The rows of another table that give them their single value. Undefined: they have it themselves. */
  readonly references?: References;
}

/** Returns the names of the counted fields as buckets keep them; null without any. */
export function countedNames<T>({ fields, references = {} }: CountedList<T>): string | null {
  const names = [...Object.keys(fields), ...Object.keys(references)].sort();
  return names.length === 0 ? null : names.join();
}

/** The properties that decide the values of a row. */
export function countedProperties<T>({ fields }: CountedList<T>): (keyof T & string)[] {
  return [...new Set(Object.values(fields).flatMap((field) => (typeof field === 'object' ? field.of : [field])))];
}

/** The values of a row as text that sorts: `status=paid`. */
export function countedValues<T extends VersionedRow>({ fields }: CountedList<T>, row: T): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = typeof field === 'object' ? field.value(row) : textOf(row[field]);
    return value === undefined ? [] : [`${name}=${value}`];
  });
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
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
  if (sent.some(([name]) => name !== field)) return undefined;
  const texts = sent.map(([, text]) => text);
  if (Object.hasOwn(list.fields, field)) return countedProperty(listing, field, texts);
  return Object.hasOwn(list.references ?? {}, field) ? countedReferences(listing, field, texts) : undefined;
}

function countedProperty<T>({ filters }: Listing<T>, field: string, texts: readonly string[]): CountedRows | undefined {
  const valuesOf = filters[field]?.values;
  const values = valuesOf && texts.flatMap((text) => valuesOf(text));
  // A filter of separators alone has no value: SQL has no empty list of them.
  return values === undefined || values.length === 0 ? undefined : { field, values };
}

/** Reads a filter of one value; of two, a row that has both would count twice. */
function countedReferences<T>(
  { filters }: Listing<T>,
  field: string,
  [value = '', ...others]: readonly string[],
): CountedRows | undefined {
  const references = others.length === 0 ? filters[field]?.references?.(value) : undefined;
  return references && { field, values: [value], references };
}
