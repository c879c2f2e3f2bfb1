import { isDeepStrictEqual } from 'node:util';

/** A schema as far as it is looked into. */
export interface OpenSchema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, OpenSchema>;
}
export type Schemas = Record<string, OpenSchema>;

/** Values, not schemas: a `title` in them names nothing. */
const VALUES = new Set(['example', 'examples', 'x-examples', 'default', 'enum']);
/** Keywords that stay where a schema is used, beside the reference to it. */
const AT_USE = ['description', 'nullable', 'example', 'default'];
/** Keywords of Nest alone, which it leaves in nested schemas. */
const NESTS_OWN = ['selfRequired'];

function isObject(part: unknown): part is OpenSchema {
  return part !== null && typeof part === 'object' && !Array.isArray(part);
}

type Change = (below: unknown) => unknown;

/** A part with all schemas below it changed. Fields may be called like keywords: `default` of a currency. */
function mapped(part: unknown, change: Change): unknown {
  if (Array.isArray(part)) return part.map(change);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, below]) => {
      if (key === 'properties' && isObject(below)) return [key, changedEach(below, change)];
      return [key, VALUES.has(key) ? below : change(below)];
    }),
  );
}

function changedEach(fields: OpenSchema, change: Change): OpenSchema {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, change(schema)]));
}

/**
 * Moves every schema with a `title` into the components under that name and refers to it where it stood.
 * @returns the part with references @throws Error when two schemas have one title
 */
export function shareTitled(part: unknown, schemas: Schemas): unknown {
  const shared = mapped(part, (below) => shareTitled(below, schemas));
  if (!isObject(shared) || typeof shared['title'] !== 'string') return shared;
  const { title, ...schema } = shared;
  const name = title;
  const entries = Object.entries(schema);
  const component = Object.fromEntries(entries.filter(([key]) => !AT_USE.includes(key) && !NESTS_OWN.includes(key)));
  if (schemas[name] !== undefined && !isDeepStrictEqual(schemas[name], component)) {
    throw new Error(`Two schemas of the document are called ${name}: ${JSON.stringify([schemas[name], component])}`);
  }
  schemas[name] = component;
  const atUse = Object.fromEntries(entries.filter(([key]) => AT_USE.includes(key)));
  return { $ref: `#/components/schemas/${name}`, ...atUse };
}

/** Nest puts a reference that something is said of into an `allOf` of its own; OpenAPI 3.1 says it beside the reference. */
function withoutWrapper(schema: OpenSchema): OpenSchema {
  const { allOf, ...rest } = schema;
  const [only, ...others] = (allOf ?? []) as OpenSchema[];
  return only === undefined || others.length > 0 ? schema : { ...only, ...rest };
}

/** Null as JSON Schema has it, which OpenAPI 3.1 speaks; Nest writes `nullable`. Drops what only Nest understands. */
export function inOpenApi31(part: unknown): unknown {
  const below = mapped(part, inOpenApi31);
  if (!isObject(below)) return below;
  const { nullable, selfRequired: _own, ...schema } = withoutWrapper(below);
  if (nullable === true) return withNull(schema);
  if (schema.$ref === undefined) return schema;
  // The referenced schema has the type.
  const { type: _type, ...reference } = schema;
  return reference;
}

function withNull({ $ref, anyOf, oneOf, type, ...rest }: OpenSchema): OpenSchema {
  const nothing = { type: 'null' };
  if ($ref !== undefined) return { anyOf: [{ $ref }, nothing], ...rest };
  if (Array.isArray(anyOf)) return { anyOf: [...(anyOf as unknown[]), nothing], ...rest };
  if (Array.isArray(oneOf)) return { oneOf: [...(oneOf as unknown[]), nothing], ...rest };
  const values = rest.enum === undefined || rest.enum.includes(null) ? {} : { enum: [...rest.enum, null] };
  return { type: [type ?? 'object', 'null'].flat(), ...rest, ...values };
}

/** The component that a schema refers to; the schema itself when it refers to none. */
export function resolved(schema: OpenSchema, schemas: Schemas): OpenSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? {});
}

/** The names of the schemas that a part of the document leads to. */
export function schemasBelow(part: unknown, schemas: Schemas): Set<string> {
  const found = new Set<string>();
  const look = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      look(JSON.stringify(schemas[name] ?? null));
    }
  };
  look(JSON.stringify(part));
  return found;
}
