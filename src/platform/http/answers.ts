import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  getSchemaPath,
} from '@nestjs/swagger';

/** Every body may come as any of these (wire.md 1). */
export const BODY_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'] as const;

interface Described {
  /** What the call does, as a short imperative sentence. */
  readonly summary: string;
  readonly description?: string;
}

function envelope(properties: Record<string, object>): { schema: object } {
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['status', ...Object.keys(properties)],
      properties: { status: { type: 'boolean', enum: [true] }, ...properties },
    },
  };
}

/** The schema of an answer with one record. */
export function envelopeOf(record: Type): { schema: object } {
  return envelope({ result: { $ref: getSchemaPath(record) } });
}

/** Documents a call that answers one record with 200. */
export const AnswersOne = (record: Type, { summary, description }: Described): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, description }),
    ApiExtraModels(record),
    ApiOkResponse({ description: 'The record.', ...envelopeOf(record) }),
  );

/** Documents a call that takes a body and answers the changed record with 200. */
export const AnswersChanged = (record: Type, described: Described): MethodDecorator =>
  applyDecorators(AnswersOne(record, described), ApiConsumes(...BODY_TYPES));

/** Documents a call that takes a body and answers the new record with 201. */
export const AnswersCreated = (record: Type, { summary, description }: Described): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, description }),
    ApiExtraModels(record),
    ApiConsumes(...BODY_TYPES),
    ApiCreatedResponse({ description: 'The new record.', ...envelopeOf(record) }),
  );

const LIST_PARAMETERS = [
  ApiQuery({
    name: 'limit',
    required: false,
    description: 'Most records to answer.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
  }),
  ApiQuery({
    name: 'offset',
    required: false,
    description: 'Records to skip.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  }),
  ApiQuery({
    name: 'sort',
    required: false,
    description: 'Field of the record to order by; a 422 names those there are.',
    schema: { type: 'string', default: 'created_at' },
  }),
  ApiQuery({
    name: 'order',
    required: false,
    description: 'Direction of the order.',
    schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  }),
];

/** Documents a call that answers a page of records; every other query parameter is an exact-match filter. */
export const AnswersList = (record: Type, { summary, description }: Described): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, description }),
    ApiExtraModels(record),
    ...LIST_PARAMETERS,
    ApiQuery({
      name: 'filters',
      required: false,
      description:
        'Any fields of the record, each as a parameter of its own name (`?code=GBP`): an exact match on each, all must match. ' +
        'A Choice is matched by its key, a relation by its id, money by its value.',
      style: 'form',
      explode: true,
      // With a default: the pages would make filters up, and so find nothing.
      schema: { type: 'object', additionalProperties: { type: 'string' }, default: {} },
    }),
    ApiOkResponse({
      description: 'A page of records.',
      ...envelope({
        result: { type: 'array', items: { $ref: getSchemaPath(record) } },
        pagination: { $ref: '#/components/schemas/Pagination' },
      }),
    }),
  );

/** Documents a removal. */
export const AnswersRemoved = ({ summary, description }: Described): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, description }),
    ApiOkResponse({
      description: 'The record was removed.',
      ...envelope({ message: { type: 'string', example: 'Order removed successfully' } }),
    }),
  );
