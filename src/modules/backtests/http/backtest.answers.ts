import { applyDecorators } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConsumes, ApiExtraModels, ApiOperation } from '@nestjs/swagger';
import { BODY_TYPES, envelopeOf } from '../../../platform/http/openapi/answers';
import { BacktestRecord } from '../backtest.record';

/** A back-test shows orders, so its readers need their scope. */
export const ORDERS = 'Needs the scope `orders:read` too.';

/** Documents the response to a back-test that a worker will run. */
export const AnswersAccepted = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId: 'createBacktest',
      summary: 'Test promotions on past orders',
      description: `Replays every order that a checkout placed in the window with other promotions, in a worker. Changes no order. ${ORDERS}`,
    }),
    ApiConsumes(...BODY_TYPES),
    ApiExtraModels(BacktestRecord),
    ApiAcceptedResponse({
      description: 'Returns the back-test, whose address is in `Location` too.',
      ...envelopeOf(BacktestRecord),
      headers: { Location: { description: 'Path of the back-test.', schema: { type: 'string' } } },
    }),
  );
