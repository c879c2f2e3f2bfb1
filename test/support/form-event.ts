import { parse } from 'qs';
import { wholeSchema } from './whole-schema';

/** A schema as far as it says what the text of a form stands for. */
export interface FormSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly allOf?: readonly FormSchema[];
  readonly anyOf?: readonly FormSchema[];
  readonly oneOf?: readonly FormSchema[];
  readonly items?: FormSchema;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly additionalProperties?: FormSchema | boolean;
}
export type FormSchemas = Readonly<Record<string, FormSchema>>;

type Sent = string | { readonly [key: string]: Sent };

/** The body of a webhook that takes forms, as its receiver reads it: all values are text. */
export function formEvent(body: string): { readonly [key: string]: Sent } {
  // Bounds of the body of one event, far above what any test makes.
  return parse(body, { depth: 30, parameterLimit: 100_000, arrayLimit: 0 }) as unknown as {
    readonly [key: string]: Sent;
  };
}

/** The value that a text or a group of fields stands for by its schema; what no schema names stays as it was sent. */
export function valueOf(schema: FormSchema | undefined, sent: Sent, schemas: FormSchemas): unknown {
  const known = resolved(schema, schemas);
  const choices = known.anyOf ?? known.oneOf;
  if (choices !== undefined) {
    const fitting = choices.map((one) => resolved(one, schemas)).find((one) => fits(one, sent));
    return valueOf(fitting, sent, schemas);
  }
  const types = [known.type ?? 'string'].flat();
  return typeof sent === 'string' ? scalar(types, sent) : group(known, types, sent, schemas);
}

function resolved(schema: FormSchema | undefined, schemas: FormSchemas): FormSchema {
  return wholeSchema(schema ?? {}, schemas);
}

/** An empty field stands for null, {} and []. */
function fits(schema: FormSchema, sent: Sent): boolean {
  const types = [schema.type ?? 'object'].flat();
  if (typeof sent === 'string') return sent === '' ? types.includes('null') : !types.includes('object');
  const known = Object.keys(schema.properties ?? {});
  return types.includes('object') && Object.keys(sent).every((key) => known.includes(key));
}

function scalar(types: readonly string[], sent: string): unknown {
  if (sent === '' && types.includes('null')) return null;
  if (types.includes('string')) return sent;
  if (types.includes('boolean')) return sent === 'true';
  if (types.includes('array')) return [];
  return types.includes('object') ? {} : Number(sent);
}

function group(
  schema: FormSchema,
  types: readonly string[],
  sent: Exclude<Sent, string>,
  schemas: FormSchemas,
): unknown {
  if (types.includes('array')) return Object.values(sent).map((one) => valueOf(schema.items, one, schemas));
  const properties = schema.properties ?? {};
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  const entries = Object.entries(sent).map(([key, one]) => [key, valueOf(properties[key] ?? others, one, schemas)]);
  return Object.fromEntries(entries) as unknown;
}
