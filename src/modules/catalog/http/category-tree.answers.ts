import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { envelope } from '../../../platform/http/openapi/answers';
import { CategoryTreeRecord } from '../category.resource';

/** Documents the request that answers all categories at once, each with its children. */
export const AnswersTree = ({ name, summary }: { readonly name: string; readonly summary: string }): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, operationId: name }),
    ApiExtraModels(CategoryTreeRecord),
    ApiOkResponse({
      description: 'Returns the top categories, each with its children.',
      ...envelope('CategoryTreeResponse', {
        result: { type: 'array', items: { $ref: getSchemaPath(CategoryTreeRecord) } },
      }),
    }),
  );
