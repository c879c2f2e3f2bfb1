import { applyDecorators } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  getSchemaPath,
} from '@nestjs/swagger';
import { BODY_TYPES, envelope, envelopeOf } from '../../../platform/http/openapi/answers';
import { CodeJobRecord } from '../codes/code-job.record';
import { CodeRecord } from '../codes/code.record';

/** Documents the request that adds codes. */
export const AnswersCodesAdded = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId: 'addPromotionCodes',
      summary: 'Add codes to the pool of a promotion',
      description:
        'Draws `count` codes at random, or adds those you have: as `codes`, or as `text/csv` of up to 64 MiB with the other fields in the query. A table has the codes in its column `code`, or in its first column. From the first code on the promotion applies by a code only.',
    }),
    ApiConsumes(...BODY_TYPES, 'text/csv'),
    ApiQuery({
      name: 'uses',
      required: false,
      description: 'With `text/csv`: as in the body.',
      schema: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    }),
    ApiQuery({
      name: 'expires',
      required: false,
      description: 'With `text/csv`: as in the body.',
      schema: { type: 'string', maxLength: 32 },
    }),
    ApiExtraModels(CodeRecord, CodeJobRecord),
    ApiCreatedResponse({
      description: 'Returns the codes that were added.',
      ...envelope('CodesAddedResponse', { result: { type: 'array', items: { $ref: getSchemaPath(CodeRecord) } } }),
    }),
    ApiAcceptedResponse({
      description: 'More than 1,000 codes: returns the job that adds them, whose address is in `Location` too.',
      ...envelopeOf(CodeJobRecord),
      headers: { Location: { description: 'Address of the job.', schema: { type: 'string' } } },
    }),
  );

/** Documents the table of codes. */
export const AnswersCodeTable = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId: 'exportPromotionCodes',
      summary: 'Get the codes of a pool as CSV',
      description:
        'All codes, the oldest first, with the columns code, state, uses, used, expires, revoked_at and created_at.',
    }),
    ApiOkResponse({
      description: 'Returns the table.',
      content: { 'text/csv': { schema: { type: 'string' } } },
    }),
  );
