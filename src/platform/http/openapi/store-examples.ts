import { type OpenAPIObject } from '@nestjs/swagger';

/** Values of this store by the names of the fields that take them: `currency` and `currency_code`, `tax_band`. */
export type StoreValues = Readonly<Record<string, string>>;

/** The ids of examples in the code, which no store has. */
const INVENTED = /^8901234567890123\d\d$/;

const isInvented = (value: unknown): boolean => typeof value === 'string' && INVENTED.test(value);

/**
 * Returns a document whose examples can be sent to the store that serves it: with its own values where it has one for the field,
 * and without the other ids. What the store itself sends in webhooks is left as it is.
 */
export function withStoreValues({ webhooks, ...document }: OpenAPIObject, values: StoreValues): OpenAPIObject {
  return { ...(inSchemas(document, '', values) as typeof document), ...(webhooks && { webhooks }) };
}

/** A part of the document with its examples changed. */
function inSchemas(part: unknown, field: string, values: StoreValues): unknown {
  if (Array.isArray(part)) return part.map((one) => inSchemas(one, field, values));
  if (part === null || typeof part !== 'object') return part;
  const entries = Object.entries(part).flatMap(([key, below]) => {
    if (key === 'properties') return [[key, inProperties(below as object, values)]];
    if (key !== 'example' && key !== 'examples') return [[key, inSchemas(below, field, values)]];
    const example = inExample(below, field, values);
    return example === undefined ? [] : [[key, example]];
  });
  return Object.fromEntries(entries) as object;
}

function inProperties(properties: object, values: StoreValues): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, inSchemas(schema, name, values)]),
  );
}

/** A value with the ids of the store; undefined: it is an id that the store does not have. */
function inExample(value: unknown, field: string, values: StoreValues): unknown {
  if (Array.isArray(value)) return value.map((one) => inExample(one, field, values)).filter((one) => one !== undefined);
  if (value !== null && typeof value === 'object') {
    const known = Object.entries(value).filter(([name]) => !isInvented(name));
    const filled = known.map(([name, below]) => [name, inExample(below, name, values)] as const);
    return Object.fromEntries(filled.filter(([, below]) => below !== undefined));
  }
  return isInvented(value) || field === 'currency_code' ? values[field] : value;
}
