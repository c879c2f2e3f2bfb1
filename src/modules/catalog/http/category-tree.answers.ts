import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { envelope } from '../../../platform/http/openapi/answers';
import { CategoryTreeRecord } from '../category.record';

/** Documents the request that returns all categories at once, each with its children. */
export const AnswersTree = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary: 'Get all categories as a tree', operationId: 'getCategoryTree' }),
    ApiExtraModels(CategoryTreeRecord),
    ApiOkResponse({
      description: 'Returns the top categories, each with its children.',
      ...envelope('CategoryTreeResponse', {
        result: { type: 'array', items: { $ref: getSchemaPath(CategoryTreeRecord) } },
      }),
    }),
  );
