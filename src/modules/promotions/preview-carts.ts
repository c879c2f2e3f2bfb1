import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { CustomersService } from '../customers/customers.service';
import { CurrenciesService } from '../settings/currencies.service';
import { type PreviewRequest } from './preview-request';
import { type CartCustomer, type CartSnapshot, type PricedCart } from './pricing.service';
import { orderCurrency, pricedIn, type PricingCurrency } from './pricing-currency';

/**
 * A stored cart as it would be priced now in a currency.
 * @param currency the one asked for; null: the cart's own
 * @returns undefined when there is no such cart
 */
export type CartFinder = (
  manager: EntityManager,
  cartId: string,
  currency: PricingCurrency | null,
) => Promise<(PricedCart & { readonly currency: PricingCurrency }) | undefined>;

/**
 * The carts of previews: items sent along, or a stored cart. Carts belong to a later module, which registers itself here.
 */
@Injectable()
export class PreviewCarts {
  private finder: CartFinder | undefined;

  constructor(
    private readonly currencies: CurrenciesService,
    private readonly customers: CustomersService,
  ) {}

  /** @throws Error when carts are registered already */
  register(finder: CartFinder): void {
    if (this.finder !== undefined) throw new Error('the carts of previews are registered already');
    this.finder = finder;
  }

  /** @throws ValidationFailed when there is no such cart or currency, or neither or both of cart and items were sent */
  async cartOf(manager: EntityManager, request: PreviewRequest): Promise<PricedCart & { currency: PricingCurrency }> {
    requireOneCart(request);
    const asked = request.currency === null ? null : await this.currencyOf(manager, request.currency);
    const customer = await this.customerOf(manager, request.customer);
    if (request.cart === null) {
      const currency = asked ?? (await this.currencyOf(manager, null));
      const lines = (request.items ?? []).map((line) => ({ ...line, ...pricedIn(line.price, currency) }));
      const pricesIncludeTax = request.pricesIncludeTax ?? false;
      const cart = { ...sentOver(request, currency), currency: orderCurrency(currency), lines, pricesIncludeTax };
      return { cart, customer, currency };
    }
    const found = await this.finder?.(manager, request.cart, asked);
    if (found === undefined) throw ValidationFailed.of('cart', 'does not exist');
    const cart = { ...found.cart, ...sentOver(request, found.currency) };
    return { cart, customer: customer ?? found.customer, currency: found.currency };
  }

  private async currencyOf(manager: EntityManager, code: string | null): Promise<PricingCurrency> {
    const currency = await this.currencies.findForCarts(manager, code);
    if (currency === undefined) throw ValidationFailed.of('currency', 'does not exist or is not enabled');
    return currency;
  }

  /** A customer of the store brings the e-mail and the group along, unless others are sent. */
  private async customerOf(manager: EntityManager, sent: CartCustomer | null): Promise<CartCustomer | null> {
    const stored = sent?.id ? await this.customers.find(manager, sent.id) : undefined;
    return stored ? { ...sent, email: sent?.email ?? stored.email, group: sent?.group ?? stored.group } : sent;
  }
}

function requireOneCart({ cart, items, pricesIncludeTax }: PreviewRequest): void {
  if (cart === null && items === null) throw ValidationFailed.of('items', 'is required unless cart is sent');
  if (cart !== null && items !== null) throw ValidationFailed.of('items', 'must not be sent together with cart');
  if (cart !== null && pricesIncludeTax !== null) {
    throw ValidationFailed.of(
      'prices_include_tax',
      'can only be sent beside items: a stored cart has the prices of the store',
    );
  }
}

/** The parts of a cart that were sent. */
function sentOver(request: PreviewRequest, currency: PricingCurrency): Partial<CartSnapshot> {
  const { shipping, gateway, shipTo, discountCode } = request;
  return {
    ...(shipping && { shipping: { ...shipping, ...pricedIn(shipping.price, currency) } }),
    ...(gateway !== null && { gateway }),
    ...(shipTo && { shipTo }),
    ...(discountCode !== null && { discountCode }),
  };
}
