import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { CategoryTreeRecord } from '../category.record';

/** Documents the call that answers all categories at once, each with those below it. */
export const AnswersTree = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary: 'Get all categories as a tree' }),
    ApiExtraModels(CategoryTreeRecord),
    ApiOkResponse({
      description: 'The categories at the top, each with its children.',
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['status', 'result'],
        properties: {
          status: { type: 'boolean', enum: [true] },
          result: { type: 'array', items: { $ref: getSchemaPath(CategoryTreeRecord) } },
        },
      },
    }),
  );
