import { ApiExtension, type OpenAPIObject } from '@nestjs/swagger';
import { type OpenSchema, resolved, type Schemas } from './shared-schemas';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const DOCUMENTED_EXAMPLES = 'x-examples';

/** A body that can be sent as it is, once its ids are those of the store. */
export interface BodyExample {
  readonly summary: string;
  readonly value: object;
}

/** Examples of a body by name, in place of the one that is made of the examples of its fields. */
export const BodyExamples = (examples: Readonly<Record<string, BodyExample>>): ClassDecorator =>
  ApiExtension(DOCUMENTED_EXAMPLES, examples);

/** The example of a required field that has none: the first word of an enum, yes. */
function sampleOf(schema: OpenSchema, schemas: Schemas): unknown {
  const { enum: words, type } = resolved(schema, schemas);
  return words?.[0] ?? (type === 'boolean' ? true : undefined);
}

/** A body of all fields that have an example. @throws Error for a required field without one */
function fromFields({ properties = {}, required }: OpenSchema, name: string, schemas: Schemas): object {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const isRequired = (required as string[] | undefined)?.includes(field) === true;
    const example = schema['example'] ?? (isRequired ? sampleOf(schema, schemas) : undefined);
    if (isRequired && example === undefined) throw new Error(`${name}.${field} needs an example`);
    return [field, example] as const;
  });
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
}

/** Gives the JSON body of an operation its named examples. */
export function addBodyExamples({ requestBody, operationId }: Operation, schemas: Schemas): void {
  if (requestBody === undefined || '$ref' in requestBody) return;
  const media = requestBody.content['application/json'];
  const { $ref = '' } = (media?.schema ?? {}) as OpenSchema;
  if (media === undefined || operationId === undefined) return;
  const body = resolved({ $ref }, schemas);
  const named = body[DOCUMENTED_EXAMPLES] as Record<string, BodyExample> | undefined;
  // An alias has the body of the operation that it repeats.
  media.examples = named ?? {
    [operationId.replace(/Alias$/, '')]: { value: fromFields(body, $ref, schemas) },
  };
}

/** Drops what {@link BodyExamples} left on the schemas, once every operation has its examples. */
export function dropDocumentedExamples(schemas: Schemas): void {
  for (const schema of Object.values(schemas)) delete schema[DOCUMENTED_EXAMPLES];
}
