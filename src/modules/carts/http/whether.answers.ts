import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { envelope } from '../../../platform/http/openapi/answers';
import { objectSchema } from '../../../platform/http/openapi/record-schemas';

const NO = objectSchema({ status: { type: 'boolean', enum: [false] } }, { title: 'NotInCartResponse' }) as object;

/** Documents the check that returns 200 or 404, and `status` alone (carts.md, table). */
export const AnswersWhether = (operationId: string, summary: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary, operationId }),
    ApiOkResponse({ description: 'The product is in the cart.', ...envelope('StatusResponse') }),
    ApiResponse({ status: 404, description: 'The product is not in the cart.', schema: NO }),
  );
