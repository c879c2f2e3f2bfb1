import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { CONFIG, type Config } from '../../platform/config/config';
import { type CustomerReference } from '../customers/customer-reference';
import { CurrenciesService, type StoreCurrency } from '../settings/currencies.service';
import { given } from './preview/given';
import { PreviewProducts } from './preview/preview-products';
import { type NamedRequest, PreviewRelations } from './preview/preview-relations';
import { type PreviewRequest } from './preview/preview-request';
import { type CartCustomer, type CartSnapshot, type PricedCart } from './pricing.service';
import { orderCurrency, pricedIn, type PricingCurrency } from './pricing-currency';

/** Finds a stored customer with the facts that promotions use, without an order of theirs. Undefined: there is none. */
export type CustomerFinder = (
  manager: EntityManager,
  who: CustomerReference,
  ownOrder: string | null,
) => Promise<CartCustomer | undefined>;

/**
 * A stored cart as it would be priced now in a currency.
 * @returns undefined when there is no such cart
 */
export type CartFinder = (
  manager: EntityManager,
  cartId: string,
  currency: StoreCurrency,
) => Promise<FoundCart | undefined>;

/** A cart to price. */
type FoundCart = PricedCart & {
  /** Id of the order that counts as given back; null: there is none. */
  readonly ownOrder: string | null;
};

/** Finds carts and customers for previews; they belong to modules above this one. */
export interface PreviewSources {
  readonly cart: CartFinder;
  readonly customer: CustomerFinder;
}

/** A cart to preview. */
export interface PreviewCart extends PricedCart {
  readonly currency: PricingCurrency;
  /** Whether the customer came from the store, not from the request. */
  readonly isCustomerStored: boolean;
}

/**
 * The carts of previews: items sent along, or a stored cart. Carts belong to a later module, which registers itself here.
 */
@Injectable()
export class PreviewCarts {
  private sources: PreviewSources | undefined;

  constructor(
    private readonly currencies: CurrenciesService,
    private readonly products: PreviewProducts,
    private readonly relations: PreviewRelations,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Error when carts are registered already */
  register(sources: PreviewSources): void {
    if (this.sources !== undefined) throw new Error('the carts of previews are registered already');
    this.sources = sources;
  }

  /**
   * @param knowsCustomers false: of a stored customer only the id and what the request says are known
   * @throws ValidationFailed when there is no such cart or currency, or neither or both of cart and items were sent
   */
  async cartOf(manager: EntityManager, asking: PreviewRequest, knowsCustomers: boolean): Promise<PreviewCart> {
    requireOneCart(asking);
    this.requireOwnTax(asking);
    const request = await this.relations.complete(manager, asking);
    const currency = await this.currencyOf(manager, request.currency);
    const { customer: own, ownOrder, ...found } = await this.pricedCart(manager, request, currency);
    const priced = { ...found, currency };
    const sent = request.customer;
    if (sent === null) return { ...priced, customer: knowsCustomers ? own : idOf(own), isCustomerStored: own !== null };
    const stored = knowsCustomers ? await this.storedCustomer(manager, sent, ownOrder) : undefined;
    const customer = stored ? { ...stored, ...given(sent) } : sent;
    return { ...priced, customer, isCustomerStored: stored !== undefined };
  }

  /** Returns the cart and its customer. */
  private async pricedCart(manager: EntityManager, request: NamedRequest, currency: StoreCurrency): Promise<FoundCart> {
    if (request.cart !== null) {
      const found = await this.sources?.cart(manager, request.cart, currency);
      if (found === undefined) throw ValidationFailed.of('cart', 'does not exist');
      return { ...found, cart: { ...found.cart, ...sentOver(request, currency) } };
    }
    const items = await this.products.complete(manager, request.items ?? []);
    const lines = items.map((line) => ({ ...line, ...pricedIn(line.price, currency) }));
    const own = request.pricesIncludeTax === null ? {} : { pricesIncludeTax: request.pricesIncludeTax };
    const cart = { ...sentOver(request, currency), currency: orderCurrency(currency), lines, ...own };
    return { cart, customer: null, ownOrder: null };
  }

  /** @throws ValidationFailed where a shipping method would give a price with tax to a cart without, or the reverse */
  private requireOwnTax({ shipping, pricesIncludeTax }: PreviewRequest): void {
    const { pricesIncludeTax: own } = this.config.store;
    if (shipping === null || shipping.price !== null || (pricesIncludeTax ?? own) === own) return;
    const prices = own ? 'include tax' : 'do not include tax';
    throw ValidationFailed.of(
      'shipping.price',
      `is required with prices_include_tax ${own ? 0 : 1}: prices of shipping methods ${prices}`,
    );
  }

  private async currencyOf(manager: EntityManager, sent: PreviewRequest['currency']): Promise<StoreCurrency> {
    if (sent?.field === 'X-Currency') return (await this.currencies.priceTerms(manager, sent.code)).currency;
    const currency = await this.currencies.findForCarts(manager, sent?.code ?? null);
    if (currency === undefined) throw ValidationFailed.of('currency', 'does not exist or is not enabled');
    return currency;
  }

  /** A customer of the store brings everything along that is not sent (orders-and-payments.md 22). */
  private async storedCustomer(
    manager: EntityManager,
    sent: CartCustomer,
    ownOrder: string | null,
  ): Promise<CartCustomer | undefined> {
    if (sent.id) return this.sources?.customer(manager, { id: sent.id }, ownOrder);
    return sent.email ? this.sources?.customer(manager, { email: sent.email }, ownOrder) : undefined;
  }
}

function idOf(customer: CartCustomer | null): CartCustomer | null {
  return customer && { id: customer.id };
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
function sentOver(request: NamedRequest, currency: PricingCurrency): Partial<CartSnapshot> {
  const { shipping, gateway, shipTo, discountCode } = request;
  return {
    ...(shipping && { shipping: { ...shipping, ...pricedIn(shipping.price, currency) } }),
    ...(gateway !== null && { gateway }),
    ...(shipTo && { shipTo }),
    ...(discountCode !== null && { discountCode }),
  };
}
