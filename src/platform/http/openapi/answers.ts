import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import {
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtension,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  getSchemaPath,
} from '@nestjs/swagger';
import { FieldRecord } from '../fields/field.record';
import { DOCUMENTED_LIST, LISTED_RECORD, listedBy } from './list-parameters';
import { objectSchema } from './record-schemas';

/**
 * Every body may come as any of these (wire.md 1). JSON is first: generators take the first one, and pages that show a
 * form round ids of 18 digits.
 */
export const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;

interface Described {
  /** The effect of the request, as a short imperative sentence. */
  readonly summary: string;
  readonly description?: string;
  /** The response also has {@link WARNINGS}. */
  readonly warns?: true;
  /** The operationId, where the handler is not one that every resource has: `checkoutCart`. */
  readonly name?: string;
}

const described = ({ name, warns: _, ...said }: Described): MethodDecorator =>
  ApiOperation({ ...said, operationId: name });

const nameOf = (record: Type): string => record.name.replace(/Record$/, '');

/** The schema of a successful response, as a component. */
export function envelope(title: string, properties: Record<string, object> = {}): { schema: object } {
  return { schema: objectSchema({ status: { type: 'boolean', enum: [true] }, ...properties }, { title }) };
}

const WARNINGS = {
  type: 'array',
  items: { type: 'string' },
  description: 'What the change leads to and people should know, one sentence each; empty: nothing.',
  example: [],
};

/** The schema of a response with one record. */
export function envelopeOf(record: Type, { warns = false }: { readonly warns?: boolean } = {}): { schema: object } {
  const result = { $ref: getSchemaPath(record) };
  if (!warns) return envelope(`${nameOf(record)}Response`, { result });
  return envelope(`Changed${nameOf(record)}Response`, { result, warnings: WARNINGS });
}

/** Documents a request that returns one record with 200. */
export const AnswersOne = (record: Type, about: Described): MethodDecorator =>
  applyDecorators(
    described(about),
    ApiExtraModels(record),
    ApiOkResponse({ description: 'Returns the record.', ...envelopeOf(record, about) }),
  );

/** Documents a request that takes a body and returns the changed record with 200. */
export const AnswersChanged = (record: Type, about: Described): MethodDecorator =>
  applyDecorators(AnswersOne(record, about), ApiConsumes(...BODY_TYPES));

/** Documents a request that takes a body and returns the new record with 201. */
export const AnswersCreated = (record: Type, about: Described): MethodDecorator =>
  applyDecorators(
    described(about),
    ApiExtraModels(record),
    ApiConsumes(...BODY_TYPES),
    ApiCreatedResponse({ description: 'Returns the new record.', ...envelopeOf(record, about) }),
  );

/** Documents a request that returns a page of records, found and sorted by the fields of its `@ListedBy`. */
export const AnswersList = (record: Type, about: Described): MethodDecorator =>
  applyDecorators(
    described(about),
    ApiExtraModels(record),
    ApiExtension(DOCUMENTED_LIST, listedBy(record)),
    SetMetadata(LISTED_RECORD, record),
    ApiOkResponse({
      description: 'Returns a page of records.',
      ...envelope(`${nameOf(record)}ListResponse`, {
        result: { type: 'array', items: { $ref: getSchemaPath(record) } },
        pagination: { $ref: '#/components/schemas/Pagination' },
      }),
    }),
  );

/** Documents a request that returns one record of sums over the list of another record, with the filters of that list. */
export const AnswersTotals = (record: Type, list: Type, about: Described): MethodDecorator =>
  applyDecorators(
    AnswersOne(record, about),
    ApiExtension(DOCUMENTED_LIST, { ...listedBy(list), isSummed: true }),
    SetMetadata(LISTED_RECORD, list),
  );

/** Documents a request that takes a body and returns `status` alone. */
export const AnswersDone = (about: Described): MethodDecorator =>
  applyDecorators(
    described(about),
    ApiConsumes(...BODY_TYPES),
    ApiOkResponse({ description: 'The request was accepted.', ...envelope('StatusResponse') }),
  );

/** Documents a request that returns the fields of a resource by their names. */
export const AnswersFields = (about: Described): MethodDecorator =>
  applyDecorators(
    described(about),
    ApiExtraModels(FieldRecord),
    ApiOkResponse({
      description: 'Returns the fields by their names.',
      ...envelope('FieldsResponse', {
        result: { type: 'object', additionalProperties: { $ref: getSchemaPath(FieldRecord) } },
      }),
    }),
  );

/** Documents a removal. */
export const AnswersRemoved = (about: Described): MethodDecorator =>
  applyDecorators(
    described(about),
    ApiOkResponse({
      description: 'The record was removed.',
      ...envelope('RemovedResponse', { message: { type: 'string', example: 'Order removed successfully' } }),
    }),
  );
