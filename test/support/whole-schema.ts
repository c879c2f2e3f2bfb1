import { type OpenAPIObject } from '@nestjs/swagger';

/** A schema as far as it may be composed of others. */
export interface Composable {
  readonly $ref?: string | undefined;
  readonly allOf?: readonly unknown[] | undefined;
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly required?: readonly string[] | undefined;
}

/** The name of the component that a reference leads to. */
export const lastOf = (reference: string | undefined): string => reference?.split('/').at(-1) ?? '';

/** A schema with all that it refers to and is composed of written out: its properties, and those it requires. */
export function wholeSchema<S extends Composable>(schema: S, schemas: Readonly<Record<string, S>>): S {
  const { $ref, allOf = [], ...own } = schema;
  const referred = $ref === undefined ? [] : [schemas[lastOf($ref)] ?? ({} as S)];
  const parts = [...referred, ...(allOf as readonly S[])].map((part) => wholeSchema(part, schemas));
  const all = [...parts, own as S];
  const properties = all.some((part) => part.properties !== undefined)
    ? { properties: Object.assign({}, ...all.map((part) => part.properties)) as S['properties'] }
    : {};
  const required = all.some((part) => part.required !== undefined)
    ? { required: all.flatMap((part) => part.required ?? []) }
    : {};
  return Object.assign({}, ...all, properties, required) as S;
}

/** The body of a request that a document has in the operation, or among its components; undefined: it takes none. */
export function bodyOf<B>(sent: object | undefined, { components }: Pick<OpenAPIObject, 'components'>): B | undefined {
  const shared = components?.requestBodies?.[lastOf((sent as { $ref?: string } | undefined)?.$ref)];
  return (shared ?? sent) as B | undefined;
}
