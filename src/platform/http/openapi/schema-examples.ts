import { type OpenSchema, resolved, type Schemas } from './shared-schemas';

/** Values of types whose schema has neither an example nor an enum. */
const PLAIN: Readonly<Record<string, unknown>> = { string: '', integer: 0, number: 0, boolean: true, array: [] };

/**
 * Returns a value of a schema: its example where it has one, null where it may be null, else the least that it allows. The
 * schema must not require itself.
 */
export function exampleOf(schema: OpenSchema, schemas: Schemas): unknown {
  if (schema['example'] !== undefined) return schema['example'];
  if (schema.nullable === true) return null;
  if (schema.$ref !== undefined) return exampleOf(resolved(schema, schemas), schemas);
  if (schema['const'] !== undefined) return schema['const'];
  if (schema.enum !== undefined) return schema.enum[0];
  const choices = (schema['anyOf'] ?? schema['oneOf']) as OpenSchema[] | undefined;
  return choices === undefined ? fromType(schema, schemas) : exampleOf(choices[0] ?? {}, schemas);
}

function fromType(schema: OpenSchema, schemas: Schemas): unknown {
  const [type = 'object'] = [schema.type ?? 'object'].flat();
  return type === 'object' ? fromProperties(schema, schemas) : PLAIN[type];
}

/** All required fields, those of `allOf` first. */
function fromProperties(schema: OpenSchema, schemas: Schemas): object {
  const inherited = (schema['allOf'] as OpenSchema[] | undefined) ?? [];
  const required = (schema['required'] as string[] | undefined) ?? [];
  const own = required.map((name) => [name, exampleOf(schema.properties?.[name] ?? {}, schemas)] as const);
  return Object.assign({}, ...inherited.map((part) => exampleOf(part, schemas)), Object.fromEntries(own)) as object;
}
