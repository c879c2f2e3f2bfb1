import { type OpenSchema, type Schemas } from './shared-schemas';

/** A schema that is a list of properties and nothing else: only such are composed. */
interface Fields extends OpenSchema {
  properties: Record<string, OpenSchema>;
  required?: string[];
}
const KEYWORDS = new Set(['type', 'description', 'properties', 'required', 'additionalProperties']);

/** The least characters that a base has to save to be worth a reference; a closed one costs a schema more. */
const LEAST = { open: 150, closed: 400 };

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const refTo = (name: string): OpenSchema => ({ $ref: `#/components/schemas/${name}` });
const isClosed = (schema: OpenSchema): boolean => schema['additionalProperties'] === false;

function isFields(schema: OpenSchema | undefined): schema is Fields {
  return schema?.properties !== undefined && Object.keys(schema).every((key) => KEYWORDS.has(key));
}

/** The least size of a base that has another noun. */
const MUCH = 450;

/** `UpdateBrandDto` to its kind and the words of its noun: a schema builds on one of its kind that has no other words. */
function partsOf(name: string): { readonly kind: string; readonly words: readonly string[] } {
  const words = name.match(/[A-Z][a-z0-9]*/g) ?? [];
  return {
    kind: words.at(-1) === 'Record' ? 'Record' : 'Dto',
    words: words.filter((word) => !['Create', 'Update', 'Dto', 'Record'].includes(word)),
  };
}

function areRelated(one: string, other: string): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  const [less, more] = a.words.length < b.words.length ? [a, b] : [b, a];
  return a.kind === b.kind && less.words.every((word) => more.words.includes(word));
}

/** Whether a schema is another one with more properties, or with more of them required. */
function extendsOther(schema: Fields, name: string, other: Fields, otherName: string): boolean {
  if (isClosed(schema) !== isClosed(other)) return false;
  const [count, least] = [schema, other].map(({ properties }) => Object.keys(properties).length);
  const [required, demanded] = [schema.required ?? [], other.required ?? []];
  // If the two are the same, the later name builds on the earlier one.
  if (count === least && required.length === demanded.length && name <= otherName) return false;
  return (
    demanded.every((field) => required.includes(field)) &&
    Object.entries(other.properties).every(([field, property]) => same(schema.properties[field], property))
  );
}

/** The schema that a schema shares most with, of those that it can be composed of. */
function baseOf(name: string, schema: Fields, all: ReadonlyMap<string, Fields>): string | undefined {
  const found = [...all].flatMap(([other, base]) => {
    const size = JSON.stringify(base.properties).length;
    if (other === name || !(size >= MUCH || areRelated(name, other))) return [];
    return extendsOther(schema, name, base, other) ? [{ other, size, demands: base.required?.length ?? 0 }] : [];
  });
  // If two have the same properties, the one that requires more is closer.
  const [closest] = found.sort((a, b) => b.size - a.size || b.demands - a.demands || (a.other < b.other ? -1 : 1));
  const least = isClosed(schema) ? LEAST.closed : LEAST.open;
  return closest === undefined || closest.size < least ? undefined : closest.other;
}

/** `WebhookRecord` to `WebhookFields`: what a closed schema and those that add to it have in common. */
const fieldsName = (name: string): string => `${name.replace(/Record$/, '')}Fields`;

function composed(schema: Fields, base: Fields, reference: OpenSchema): OpenSchema {
  const more = (schema.required ?? []).filter((field) => !base.required?.includes(field));
  const own = Object.keys(schema.properties).filter((field) => !(field in base.properties));
  // Without a property of its own, a generator (@hey-api/openapi-ts) leaves out that the others are required.
  const told = own.length === 0 ? more.slice(0, 1) : own;
  const { additionalProperties: _closed, type: _type, properties, required: _required, ...about } = schema;
  if (told.length === 0) return { ...reference, ...about };
  return {
    ...about,
    allOf: [reference],
    properties: Object.fromEntries(told.flatMap((field) => (properties[field] ? [[field, properties[field]]] : []))),
    ...(more.length > 0 && { required: more }),
  };
}

const PAGE = { pagination: refTo('Pagination') };
/** The common part of all bodies of responses that succeed. */
const SUCCESS: Readonly<Record<'Success' | 'Page', Fields>> = {
  Success: { type: 'object', properties: { status: { type: 'boolean', enum: [true] } }, required: ['status'] },
  Page: {
    type: 'object',
    properties: { status: { type: 'boolean', enum: [true] }, ...PAGE },
    required: ['status', 'pagination'],
  },
};

/** Writes the bodies of responses as what they have in common and what each adds. */
function composeAnswers(schemas: Schemas): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (!name.endsWith('Response') || !isFields(schema) || !isClosed(schema)) continue;
    if (Object.keys(schema.properties).length === 1) continue;
    const base = 'pagination' in schema.properties ? 'Page' : 'Success';
    const from = SUCCESS[base];
    if (!Object.entries(from.properties).every(([field, one]) => same(schema.properties[field], one))) continue;
    schemas[base] = from;
    schemas[name] = { ...composed(schema, from, refTo(base)), unevaluatedProperties: false };
  }
}

/**
 * Writes schemas that repeat another one as that one and what they add: what a PUT takes and what a POST requires of it, a
 * record with and without its secret. A closed schema cannot be added to, so its properties get an open schema of their own.
 */
export function composeSchemas(schemas: Schemas): void {
  composeAnswers(schemas);
  const all = new Map(Object.entries(schemas).flatMap(([name, schema]) => (isFields(schema) ? [[name, schema]] : [])));
  const bases = new Map([...all].map(([name, schema]) => [name, baseOf(name, schema, all)]));
  const used = new Set(bases.values());
  for (const [name, schema] of all) {
    const base = bases.get(name);
    const from = base === undefined ? undefined : all.get(base);
    const reference = refTo(base !== undefined && isClosed(schema) ? fieldsName(base) : String(base));
    const { additionalProperties: _closed, ...open } = schema;
    const whole = from === undefined ? open : composed(schema, from, reference);
    if (!isClosed(schema)) {
      schemas[name] = from === undefined ? schema : whole;
    } else if (used.has(name)) {
      schemas[fieldsName(name)] = whole;
      schemas[name] = { ...refTo(fieldsName(name)), unevaluatedProperties: false };
    } else if (from !== undefined) schemas[name] = { ...whole, unevaluatedProperties: false };
  }
}
