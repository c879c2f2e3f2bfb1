import { Body, Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { AnswersCreated, AnswersOne } from '../../../platform/http/openapi/answers';
import { type Principal } from '../../../kernel/scopes';
import { single, type Single } from '../../../platform/http/envelope';
import { Post } from '../../../platform/http/post';
import { Caller, Scoped } from '../../../platform/http/principal';
import { OrderRecord } from '../../orders/order.record';
import { CheckoutOptionsRecord } from '../checkout-options.record';
import { AskedEmails } from '../asked-emails';
import { CodeLimit } from '../../carts/code-limit';
import { CheckoutMetrics } from '../checkout-metrics';
import { CheckoutOptionsService } from '../checkout-options.service';
import { type CheckoutCart, CheckoutService } from '../checkout.service';
import { CartCheckoutDto, CheckoutDto } from './checkout.dto';
import { StorefrontOrdersService } from '../../access/storefront-orders.service';
import { orderFor } from '../../orders/order-for';
import { type CartTerms } from '../../carts/carts.service';
import { ForBuyers, Terms } from '../../carts/buyer-route';
import { buyerFrom } from './asked-buyer';
import { cartFrom, requestFrom, termsFrom } from './storefront-checkout';

const CHECKOUT = {
  name: 'checkoutCart',
  summary: 'Turn a cart into an order',
  description:
    'The same request for an unchanged cart returns the same order with `Idempotency-Replayed: true`. Another request ' +
    'cancels that order and returns a new one, whose `supersedes` names it; if it is paid or under payment, the response is 409.',
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
    private readonly storefrontOrders: StorefrontOrdersService,
    private readonly emails: AskedEmails,
    private readonly codes: CodeLimit,
  ) {}

  @Post('checkout')
  @ForBuyers()
  @AnswersCreated(OrderRecord, {
    name: 'checkoutItems',
    summary: 'Turn the named cart, or the items sent, into an order',
    description: `With \`items\`, cart, items, code and order are made in one transaction, or nothing is. ${CHECKOUT.description}`,
  })
  checkoutCart(
    @Body() body: CartCheckoutDto,
    @Terms() terms: CartTerms,
    @Res({ passthrough: true }) response: Response,
    @Caller() caller?: Principal,
  ): Promise<Single<OrderRecord>> {
    return this.place(cartFrom(caller, body.toCart()), body, { terms, response, caller });
  }

  @Get(':cart_id/checkout')
  @ForBuyers({ tellsWhy: true })
  @AnswersOne(CheckoutOptionsRecord, { name: 'getCheckoutOptions', summary: 'Get the options of a checkout' })
  @ApiQuery({
    name: 'customer',
    required: false,
    description:
      'Id or e-mail address of the customer. Default: the customer of the cart. Makes totals exact and, with the scope ' +
      'customers:read, adds addresses.',
    schema: { type: 'string' },
  })
  @ApiQuery({
    name: 'email',
    required: false,
    description:
      'E-mail address that the buyer typed, in place of `customer`. A page may send `LOGIN_LIMIT_PER_MINUTE` different ones a minute.',
    schema: { type: 'string' },
  })
  async options(
    @Param('cart_id') cart: string,
    @Query('customer') customer: unknown,
    @Query('email') email: unknown,
    @Terms() terms: CartTerms,
    @Caller() caller?: Principal,
  ): Promise<Single<CheckoutOptionsRecord>> {
    const { signedIn } = terms;
    const buyer = buyerFrom(caller, signedIn, { customer, email });
    await this.emails.count(terms.page, buyer);
    const withAddresses = signedIn !== undefined || (caller?.scopes.has('customers:read') ?? false);
    return single(await this.choices.options(cart, buyer, { ...terms, withAddresses }));
  }

  @Post(':cart_id/checkout')
  @ForBuyers()
  @AnswersCreated(OrderRecord, CHECKOUT)
  async checkout(
    @Param('cart_id') cart: string,
    @Body() body: CheckoutDto,
    @Terms() terms: CartTerms,
    @Res({ passthrough: true }) response: Response,
    @Caller() caller?: Principal,
  ): Promise<Single<OrderRecord>> {
    return this.place({ id: cart }, body, { terms, response, caller });
  }

  private async place(
    cart: CheckoutCart,
    body: CheckoutDto | CartCheckoutDto,
    { terms, response, caller }: { terms: CartTerms; response: Response; caller: Principal | undefined },
  ): Promise<Single<OrderRecord>> {
    const request = requestFrom(caller, terms.signedIn, body.toRequest());
    const by = termsFrom(caller, terms);
    const work = () => this.codes.guard(terms.page, cart.code, () => this.checkouts.checkout(cart, request, by));
    const { order, isRepeated } = await this.metrics.count(work);
    await this.storefrontOrders.remember(caller, order.id);
    if (isRepeated) response.setHeader('Idempotency-Replayed', 'true');
    return single(orderFor(caller, order));
  }
}
