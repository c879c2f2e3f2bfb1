import { type Type } from '@nestjs/common';
import { type OpenSchema, resolved, type Schemas } from './shared-schemas';

/** What the document is told of a list, before it is put into parameters. */
export const DOCUMENTED_LIST = 'x-list';
const LISTING = 'storekeeper:listing';

interface DocumentedList {
  /** Name of the record's class. */
  readonly record: string;
  /** Wire fields; undefined: the list is in an order of its own, and whole. */
  readonly filters?: readonly string[];
  readonly sorts?: readonly string[];
  /** Descriptions of filters that take more than the value of the field. */
  readonly words?: Readonly<Record<string, string>>;
}

/** A parameter of the document. */
export interface OpenParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: unknown;
}

/**
 * What lists of a record can be filtered and sorted by: the listing that also reads them, so that the two cannot differ.
 * @param words descriptions of filters that take more than the value of the field
 */
export const ListedBy =
  (listing: { readonly filters: object; readonly sorts: object }, words: Record<string, string> = {}): ClassDecorator =>
  (record) =>
    Reflect.defineMetadata(LISTING, { listing, words }, record);

/** What {@link ListedBy} said of a record. */
export function listedBy(record: Type): DocumentedList {
  const known = Reflect.getMetadata(LISTING, record) as
    { listing: { filters: object; sorts: object }; words: Record<string, string> } | undefined;
  if (known === undefined) return { record: record.name };
  const { listing, words } = known;
  const sorts = [...new Set(['created_at', ...Object.keys(listing.sorts)])];
  return { record: record.name, filters: Object.keys(listing.filters), sorts, words };
}

/** `tax_band` to `TaxBand`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[_-])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Fields that mean the same in every record. */
const COMMON = new Set(['created_at', 'updated_at']);
const PLAIN = ['number', 'integer', 'boolean'];

/** What is sent to find a field's value: a Choice by its key, a relation by its id, a list or an object as JSON text. */
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

function filterParameter(field: string, property: OpenSchema, schemas: Schemas, words?: string): OpenParameter {
  const schema = resolved(property, schemas);
  return {
    name: field,
    in: 'query',
    required: false,
    description: words ?? `Returns only records with exactly this \`${field}\`.${hintOf(schema)}`,
    schema: filterSchema(property, schema),
  };
}

/**
 * The parameters of a list by the names of their components: a page, how to sort, and one filter a field (wire.md 3, 4).
 * @param given names of the query parameters that the operation documents itself
 * @throws Error for a filter that neither the record nor the operation documents
 */
export function listParameters(
  { record, filters, sorts, words }: DocumentedList,
  schemas: Schemas,
  given: ReadonlySet<string>,
): Record<string, OpenParameter> {
  if (filters === undefined || sorts === undefined) return {};
  const noun = record.replace(/Record$/, '');
  schemas[`${noun}Sort`] = { type: 'string', enum: [...sorts] };
  const sort = { $ref: `#/components/schemas/${noun}Sort`, default: 'created_at' };
  const found: Record<string, OpenParameter> = {
    [`${noun}Sort`]: { name: 'sort', in: 'query', required: false, description: 'Field to sort by.', schema: sort },
  };
  for (const field of filters.filter((name) => !given.has(name))) {
    const property = schemas[record]?.properties?.[field];
    if (property === undefined) throw new Error(`The filter ${field} of ${record} is not documented`);
    const name = COMMON.has(field) ? `${pascal(field)}Filter` : `${noun}${pascal(field)}Filter`;
    found[name] = filterParameter(field, property, schemas, words?.[field]);
  }
  return found;
}
