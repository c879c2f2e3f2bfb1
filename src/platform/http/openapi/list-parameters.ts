import { type Type } from '@nestjs/common';
import { type OpenSchema, resolved, type Schemas } from './shared-schemas';

/** The extension that describes a list until its parameters are made. */
export const DOCUMENTED_LIST = 'x-list';
const LISTING = 'storekeeper:listing';
/** Metadata of a handler: the class of the records that it lists. */
export const LISTED_RECORD = 'storekeeper:listed-record';

/** A filter in the document: its description, and its schema where that is not the one of the field. */
export interface FilterWord {
  readonly description: string;
  readonly schema?: object;
}
/** Filters that take more than the value of the field, or are no field of the record. */
export type FilterWords = Readonly<Record<string, string | FilterWord>>;

interface DocumentedList {
  /** Name of the record's class. */
  readonly record: string;
  /** Wire fields; undefined: the list is in an order of its own, and whole. */
  readonly filters?: readonly string[];
  readonly sorts?: readonly string[];
  /** Filters that take several values. */
  readonly several?: readonly string[];
  /** By filter. No object: one with a `title` would be taken for a schema of that name. */
  readonly words?: readonly (readonly [filter: string, word: string | FilterWord])[];
  /** Filters that find a part of a text where the list is searched. */
  readonly searches?: readonly string[];
  /** It rejects filters that it does not have. */
  readonly isStrict?: boolean;
  /** It returns sums over the list: it has the filters, and neither pages nor an order. */
  readonly isSummed?: boolean;
}

/** The filters and sorts of a list: see `Listing` of platform/database/lists. */
export interface ListedFields {
  readonly filters: Readonly<Record<string, { readonly takes?: 'one' | 'several' }>>;
  readonly sorts: object;
  readonly anyOf?: object;
  readonly searches?: object;
  readonly isStrict?: boolean;
  readonly takesInclude?: boolean;
}

/** A parameter of the document. */
export interface OpenParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: unknown;
  readonly style?: string;
  readonly explode?: boolean;
}

/**
 * Documents the filters and sorts of a record by the listing that also reads them, so that the two cannot differ.
 * @param words descriptions of filters that take more than the value of the field, or are no field of the record
 */
export const ListedBy =
  (listing: ListedFields, words: FilterWords = {}): ClassDecorator =>
  (record) =>
    Reflect.defineMetadata(LISTING, { listing, words }, record);

/** The listing of {@link ListedBy}; undefined: the list is in an order of its own, and whole. */
export function listedFieldsOf(record: Type): ListedFields | undefined {
  return (Reflect.getMetadata(LISTING, record) as { listing: ListedFields } | undefined)?.listing;
}

/** Returns what {@link ListedBy} recorded of a record. */
export function listedBy(record: Type): DocumentedList {
  const known = Reflect.getMetadata(LISTING, record) as { listing: ListedFields; words: FilterWords } | undefined;
  if (known === undefined) return { record: record.name };
  const { listing, words } = known;
  const sorts = [...new Set(['created_at', ...Object.keys(listing.sorts)])];
  const filters = Object.keys(listing.filters);
  const several = filters.filter((field) => listing.filters[field]?.takes === 'several');
  const searches = Object.keys(listing.searches ?? {});
  return {
    record: record.name,
    filters,
    sorts,
    several,
    words: Object.entries(words),
    searches,
    isStrict: listing.isStrict === true,
  };
}

/** `tax_band` to `TaxBand`, `created_at[from]` to `CreatedAtFrom`. */
export const pascal = (name: string): string =>
  name.replace(/\]/g, '').replace(/(?:^|[_[-])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Fields that mean the same in every record. */
const COMMON = new Set(['created_at', 'updated_at']);
const PLAIN = ['number', 'integer', 'boolean'];

/** Returns the schema of a filter: a Choice by its key, a relation by its id, a list or an object as JSON text. */
function filterSchema(property: OpenSchema, schema: OpenSchema): OpenSchema {
  const key = schema.properties?.['data']?.properties?.['key'];
  if (key !== undefined) return key;
  if (schema.enum !== undefined && property.$ref !== undefined) return { $ref: property.$ref };
  return { type: PLAIN.includes(String(schema.type)) ? schema.type : 'string' };
}

function hintOf({ type, properties }: OpenSchema): string {
  const data = properties?.['data'];
  if (data !== undefined) return data.properties?.['key'] === undefined ? ' Send its id.' : '';
  return type === 'object' || type === 'array' ? ' Send JSON text.' : '';
}

const ENDS = { from: 'at or after', to: 'at or before' } as const;
/** The end of a range: `created_at[from]`. */
const RANGE = /^(\w+)\[(from|to)\]$/;

function filterParameter(field: string, property: OpenSchema, schemas: Schemas, word?: FilterWord): OpenParameter {
  const schema = resolved(property, schemas);
  return {
    name: field,
    in: 'query',
    description: word?.description ?? `Exactly this \`${field}\`.${hintOf(schema)}`,
    schema: word?.schema ?? filterSchema(property, schema),
  };
}

/** A filter that is no field of the record: the end of a range, or one that the list puts into words. */
function otherParameter(field: string, word?: FilterWord): OpenParameter | undefined {
  const [, base = '', end] = RANGE.exec(field) ?? [];
  const time = `A day counts whole; UTC unless it names an offset. Example: \`2026-01-31\`.`;
  const range =
    end === undefined ? undefined : `Records whose \`${base}\` is ${ENDS[end as 'from' | 'to']} this time. ${time}`;
  const description = word?.description ?? range;
  if (description === undefined) return undefined;
  return { name: field, in: 'query', description, schema: word?.schema ?? { type: 'string' } };
}

function documentedFilter(
  field: string,
  property: OpenSchema | undefined,
  schemas: Schemas,
  word?: FilterWord | string,
): OpenParameter | undefined {
  const said = typeof word === 'string' ? { description: word } : word;
  return property === undefined ? otherParameter(field, said) : filterParameter(field, property, schemas, said);
}

/** Name of the component; a field that means the same in every record has one for all. `OrderId` is a part of paths. */
function filterName(noun: string, field: string): string {
  const [base = field] = field.split('[');
  return `${COMMON.has(base) ? '' : noun}${pascal(field)}${field === 'id' ? 'Filter' : ''}`;
}

/** A parameter of which several may be sent, separated by commas. */
function listParameter(parameter: OpenParameter): OpenParameter {
  const description = `${String(parameter.description)} Send several separated by commas to find any of them.`;
  return {
    ...parameter,
    description,
    style: 'form',
    explode: false,
    schema: { type: 'array', items: parameter.schema },
  };
}

/** Says of a filter what it takes beside one exact value. */
function withNotes(
  parameter: OpenParameter,
  several: readonly string[] = [],
  searches: readonly string[] = [],
): OpenParameter {
  const { name, description } = parameter;
  if (several.includes(name)) return listParameter(parameter);
  if (!searches.includes(name)) return parameter;
  return { ...parameter, description: `${String(description)} In a search, a part of it, in upper or lower case.` };
}

/**
 * The parameters of a list by the names of their components: a page, how to sort, and one filter a field (wire.md 3, 4).
 * @param given names of the query parameters that the operation documents itself
 * @throws Error for a filter that neither the record nor the operation documents
 */
export function listParameters(
  { record, filters, sorts, several, searches, words }: DocumentedList,
  schemas: Schemas,
  given: ReadonlySet<string>,
): Record<string, OpenParameter> {
  if (filters === undefined || sorts === undefined) return {};
  const noun = record.replace(/Record$/, '');
  const wordOf = new Map(words);
  schemas[`${noun}Sort`] = { type: 'string', enum: [...sorts] };
  const sort = { $ref: `#/components/schemas/${noun}Sort`, default: 'created_at' };
  const found: Record<string, OpenParameter> = {
    [`${noun}Sort`]: { name: 'sort', in: 'query', description: 'Field to sort by.', schema: sort },
  };
  for (const field of filters.filter((name) => !given.has(name))) {
    const parameter = documentedFilter(field, schemas[record]?.properties?.[field], schemas, wordOf.get(field));
    if (parameter === undefined)
      throw new Error(`The filter ${field} is not documented: give its words to @ListedBy of ${record}`);
    found[filterName(noun, field)] = withNotes(parameter, several, searches);
  }
  return found;
}
