import { Body, Controller, HttpCode, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { BodyOnly } from '../../../platform/http/fields/body-only';
import { AnswersChanged } from '../../../platform/http/openapi/answers';
import { enumSchema } from '../../../platform/http/openapi/record-schemas';
import { single, type Single } from '../../../platform/http/envelope';
import { RequestKey, RunsOwnTransactions } from '../../../platform/http/idempotency/own-transactions';
import { Post } from '../../../platform/http/post';
import { Actor, Caller, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { type Completion, COMPLETIONS, PAYMENT_METHODS, type PaymentMethod } from '../domain/payment-state';
import { PaymentCompletionsService } from '../payment-completions.service';
import { PaymentRecord } from '../payment.record';
import { PaymentsService } from '../payments.service';
import { PaymentDto } from './payment.dto';
import { type Principal } from '../../../kernel/scopes';
import { orderFor } from '../../orders/order-for';

const METHODS = [...PAYMENT_METHODS, ...COMPLETIONS] as const;

function methodOf(text: string): PaymentMethod | Completion {
  const method = METHODS.find((known) => known === text);
  if (method === undefined) throw ValidationFailed.of('method', `must be one of ${METHODS.join(', ')}`);
  return method;
}

function isCompletion(method: PaymentMethod | Completion): method is Completion {
  return COMPLETIONS.some((known) => known === method);
}

/** `/v1/checkout/payment` (carts.md 10). Payments move orders, and need their scope. */
@Scoped('orders')
@ApiTags('Checkout')
@Controller('v1/checkout/payment')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly completions: PaymentCompletionsService,
  ) {}

  @Post(':method/:order_id')
  @ForStorefronts({ ownOrder: 'order_id', only: { method: ['purchase', 'authorize'] } })
  @BodyOnly(({ method }) => method === 'capture' || method === 'refund')
  @HttpCode(200)
  @RunsOwnTransactions()
  @ApiParam({
    name: 'method',
    description: 'Operation on the payment.',
    schema: enumSchema('PaymentMethod', METHODS),
    example: 'purchase',
  })
  @AnswersChanged(PaymentRecord, {
    name: 'payOrder',
    summary: 'Pay for an order, capture, refund or void its payment',
    description:
      'A purchase or an authorization asks for the `balance` of the order. If the card is declined, the response is 422 and an order that nothing was paid for becomes `declined`. If the gateway does not respond, the response is 503 and the store finds out what became of the payment: send the same request again with the same Idempotency-Key. `complete`, `complete_purchase` and `complete_authorize` report what became of a payment on another page. A payment of the store that is pending is asked for at its provider; else a payment of the balance is recorded, of method `recorded`.',
  })
  async pay(
    @Param('method') method: string,
    @Param('order_id') order: string,
    @Body() body: PaymentDto,
    @Actor() who: string,
    @RequestKey() requestKey: string | null,
    @Caller() caller?: Principal,
  ): Promise<Single<PaymentRecord>> {
    const known = methodOf(method);
    if (isCompletion(known)) {
      return single(await this.completions.complete(order, body.toCompletion(known, who, requestKey)));
    }
    const request = { ...body.toRequest(who, requestKey), isBuyer: caller?.storefront !== undefined };
    body.requireMeant(known);
    const record = await this.payments.pay(known, order, request);
    return single({ ...record, order: orderFor(caller, record.order) });
  }
}
