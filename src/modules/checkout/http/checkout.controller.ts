import { Body, Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { AnswersCreated, AnswersOne } from '../../../platform/http/openapi/answers';
import { ValidationFailed } from '../../../kernel/errors';
import { type Principal } from '../../../kernel/scopes';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { single, type Single } from '../../../platform/http/envelope';
import { Post } from '../../../platform/http/post';
import { Caller, Scoped } from '../../../platform/http/principal';
import { type CustomerReference, customerReferenceParser } from '../../customers/customer-reference';
import { OrderRecord } from '../../orders/order.record';
import { CheckoutOptionsRecord } from '../checkout-options.record';
import { CheckoutMetrics } from '../checkout-metrics';
import { CheckoutOptionsService } from '../checkout-options.service';
import { type CheckoutCart, CheckoutService } from '../checkout.service';
import { CartCheckoutDto, CheckoutDto } from './checkout.dto';
import { StorefrontOrdersService } from '../../access/storefront-orders.service';
import { orderFor } from '../../orders/order-for';
import { requireNoCustomer, requireOwn } from '../../carts/storefront-customer';
import { type CartTerms } from '../../carts/carts.service';
import { ForBuyers, Terms } from '../../carts/buyer-route';
import { cartFrom, requestFrom } from './storefront-checkout';

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
  ) {}

  @Post('checkout')
  @ForBuyers()
  @AnswersCreated(OrderRecord, {
    name: 'checkoutNamedCart',
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
  async options(
    @Param('cart_id') cart: string,
    @Query('customer') customer: unknown,
    @Terms() terms: CartTerms,
    @Caller() caller?: Principal,
  ): Promise<Single<CheckoutOptionsRecord>> {
    const who = readCustomer(customer);
    const { signedIn } = terms;
    requireOwn(signedIn, who ?? undefined);
    if (signedIn === undefined) requireNoCustomer(caller, who ?? undefined);
    const withAddresses = signedIn !== undefined || (caller?.scopes.has('customers:read') ?? false);
    return single(await this.choices.options(cart, who, { ...terms, withAddresses }));
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
    const by = { currency: terms.currency, who: caller?.name ?? 'unknown' };
    const { order, isRepeated } = await this.metrics.count(() => this.checkouts.checkout(cart, request, by));
    await this.storefrontOrders.remember(caller, order.id);
    if (isRepeated) response.setHeader('Idempotency-Replayed', 'true');
    return single(orderFor(caller, order));
  }
}

/** @throws ValidationFailed */
function readCustomer(text: unknown): CustomerReference | null {
  if (typeof text !== 'string' || text.trim() === '') return null;
  const who = customerReferenceParser(text);
  if (who instanceof FieldProblem) throw ValidationFailed.of('customer', who.message);
  return who;
}
