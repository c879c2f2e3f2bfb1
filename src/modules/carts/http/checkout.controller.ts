import { Body, Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { AnswersCreated, AnswersOne } from '../../../platform/http/answers';
import { single, type Single } from '../../../platform/http/envelope';
import { Post } from '../../../platform/http/post';
import { Scoped } from '../../../platform/http/principal';
import { OrderRecord } from '../../orders/order.record';
import { CheckoutOptionsRecord } from '../checkout-options.record';
import { CheckoutMetrics } from '../checkout-metrics';
import { CheckoutOptionsService } from '../checkout-options.service';
import { CheckoutService } from '../checkout.service';
import { CartCheckoutDto, CheckoutDto } from './checkout.dto';
import { PricesInCurrency, XCurrency } from './currency.header';

const CHECKOUT = {
  summary: 'Turn a cart into an order',
  description:
    'A cart that was checked out and not changed since answers with the same order and `Idempotency-Replayed: true`.',
};

/** The checkout of carts (carts.md 5 to 9), under the path of the clients and that of the document. */
@Scoped('carts')
@ApiTags('Checkout')
@Controller('v1/carts')
export class CheckoutController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly choices: CheckoutOptionsService,
    private readonly metrics: CheckoutMetrics,
  ) {}

  @Post('checkout')
  @PricesInCurrency()
  @AnswersCreated(OrderRecord, CHECKOUT)
  checkoutCart(
    @Body() body: CartCheckoutDto,
    @XCurrency() currency: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Single<OrderRecord>> {
    return this.checkout(body.cart, body, currency, response);
  }

  @Get(':cart_id/checkout')
  @PricesInCurrency()
  @AnswersOne(CheckoutOptionsRecord, { summary: 'Get what can be chosen at checkout' })
  @ApiQuery({
    name: 'customer',
    required: false,
    description: 'Id or e-mail address of the customer, for addresses and exact totals.',
    schema: { type: 'string' },
  })
  async options(
    @Param('cart_id') cart: string,
    @Query('customer') customer: unknown,
    @XCurrency() currency: string | null,
  ): Promise<Single<CheckoutOptionsRecord>> {
    const who = typeof customer === 'string' && customer.trim() !== '' ? customer.trim() : null;
    return single(await this.choices.options(cart, who, { currency }));
  }

  @Post(':cart_id/checkout')
  @PricesInCurrency()
  @AnswersCreated(OrderRecord, CHECKOUT)
  async checkout(
    @Param('cart_id') cart: string,
    @Body() body: CheckoutDto,
    @XCurrency() currency: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Single<OrderRecord>> {
    const checkout = () => this.checkouts.checkout(cart, body.toRequest(), currency);
    const { order, isRepeated } = await this.metrics.count(checkout);
    if (isRepeated) response.setHeader('Idempotency-Replayed', 'true');
    return single(order);
  }
}
