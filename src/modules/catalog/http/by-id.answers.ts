import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import { envelope } from '../../../platform/http/openapi/answers';

/** Documents a request that returns all records at once, as an object by id. */
export const AnswersById = (
  record: Type,
  { name, summary }: { readonly name: string; readonly summary: string },
): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, operationId: name }),
    ApiExtraModels(record),
    ApiOkResponse({
      description: 'Returns the records by id, oldest first.',
      ...envelope(`${record.name.replace(/Record$/, '')}sByIdResponse`, {
        result: { type: 'object', additionalProperties: { $ref: getSchemaPath(record) } },
      }),
    }),
  );
