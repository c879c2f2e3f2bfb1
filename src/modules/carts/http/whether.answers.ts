import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';

const status = (value: boolean) => ({
  type: 'object',
  additionalProperties: false,
  required: ['status'],
  properties: { status: { type: 'boolean', enum: [value] } },
});

/** Documents a question that is answered with 200 or 404, and with `status` alone (carts.md, table). */
export const AnswersWhether = (summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiOkResponse({ description: 'It is.', schema: status(true) }),
    ApiResponse({ status: 404, description: 'It is not.', schema: status(false) }),
  );
