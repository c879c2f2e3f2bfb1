import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Amount, amountNumber, formatAmount } from '../../kernel/money';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { addressRecord } from '../customers/address.record';
import { AddressesService } from '../customers/addresses.service';
import { type CustomerReference } from '../customers/customer-reference';
import { gatewayRecord } from '../settings/gateway.record';
import { endedPrice } from '../settings/converted-price';
import { type SummedAmounts, sumLevels, taxedPriceLevels } from '../settings/price-levels';
import { type ShippingMethod, shippingRecord } from '../settings/shipping-method.resource';
import { type TaxBand } from '../settings/tax-band.resource';
import { CartCustomersService } from '../carts/cart-customers.service';
import { type CartNow, givenBack, recordedId } from '../carts/cart-now';
import { CartPricingService } from '../carts/cart-pricing.service';
import { type CartTerms, requireCartId } from '../carts/carts.service';
import { standingOrder } from '../carts/own-orders.service';
import { type CartCustomer } from '../promotions/pricing.service';
import { type OrderAmounts } from '../orders/item-money';
import { CheckoutChoicesService } from './checkout-choices.service';
import { type CheckoutMethodRecord, type CheckoutOptionsRecord } from './checkout-options.record';

/** The buyer of options: a customer, or a person who typed an e-mail address. */
export type AskedBuyer = CustomerReference | { readonly typed: string };

/** Lists the choices at the checkout of a cart (carts.md, table). */
@Injectable()
export class CheckoutOptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly pricing: CartPricingService,
    private readonly choices: CheckoutChoicesService,
    private readonly customers: CartCustomersService,
    private readonly addresses: AddressesService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * @param buyer null: the customer of the cart
   * @param terms `withAddresses`: whether the caller may see the customer's addresses; they are left out otherwise
   * @throws ValidationFailed
   */
  async options(
    cartId: string,
    buyer: AskedBuyer | null,
    { withAddresses, ...terms }: CartTerms & { readonly withAddresses: boolean },
  ): Promise<CheckoutOptionsRecord> {
    requireCartId(cartId);
    const { manager } = this.transactions;
    const cart = await this.cartFor(manager, cartId, buyer, terms);
    const customer = recordedId(cart);
    const standing = standingOrder(cart.own, cart.currency.code);
    const { total } = standing ?? (await this.pricing.amountsWith(manager, cart, null));
    const addresses = customer === null || !withAddresses ? [] : await this.addresses.findOf(manager, customer);
    const gateways = await this.choices.gatewaysOpen(manager);
    return {
      cart: await this.pricing.recordOf(manager, cart, terms.language),
      ...totalOf(total, cart),
      order: standing?.id ?? null,
      shipping: {
        required: await this.choices.isShippingRequired(manager, cart.lines),
        methods: await this.methodsFor(manager, cart),
      },
      addresses: addresses.map(addressRecord),
      gateways: Object.fromEntries(gateways.map((gateway) => [gateway.slug, gatewayRecord(gateway)])),
    };
  }

  private async cartFor(
    manager: EntityManager,
    cartId: string,
    buyer: AskedBuyer | null,
    terms: CartTerms,
  ): Promise<CartNow> {
    const cart = await this.pricing.read(manager, cartId, terms);
    if (buyer === null) return cart;
    const without = givenBack(cart.own);
    if ('typed' in buyer) return { ...cart, customer: await this.typed(manager, buyer.typed, without, terms) };
    const customer = await this.customers.require(manager, buyer);
    return { ...cart, customer: await this.customers.known(manager, customer, without) };
  }

  /** The buyer as a checkout by name and e-mail address would see them (storefront.md 1). */
  private async typed(
    manager: EntityManager,
    email: string,
    without: string | null,
    { isGuest = false }: CartTerms,
  ): Promise<CartCustomer> {
    if (isGuest) return { email };
    return (await this.customers.find(manager, { email }, without)) ?? { ...NOBODY_YET, email };
  }

  private async methodsFor(manager: EntityManager, cart: CartNow): Promise<CheckoutMethodRecord[]> {
    const lines = cart.lines.filter(({ isAvailable }) => isAvailable);
    const offered = await this.choices.shippingFor(manager, lines);
    const standing = standingOrder(cart.own, cart.currency.code);
    const priced: CheckoutMethodRecord[] = [];
    for (const { method, taxBand } of offered) {
      const { price: _, ...record } = shippingRecord(method, taxBand);
      const amounts = standing ?? (await this.pricing.amountsWith(manager, cart, { method, taxBand }));
      const price = this.priceOf(method, taxBand, cart);
      const totals = sumLevels(sumsOf(amounts), cart.currency);
      priced.push({ ...record, price, pricing: price.data, ...totalOf(amounts.total, cart), totals });
    }
    return priced;
  }

  private priceOf(
    { price }: ShippingMethod,
    taxBand: TaxBand | undefined,
    { currency }: CartNow,
  ): CheckoutMethodRecord['price'] {
    const view = { currency, includesTax: this.config.store.pricesIncludeTax };
    const data = taxedPriceLevels(endedPrice(price, currency), taxBand?.rate ?? '0', view);
    return { value: data.formatted.with_tax, data };
  }
}

/** A customer whom the checkout would make: without orders, and without uses of promotions. */
const NOBODY_YET = { id: 'new', group: null, orders: 0, spent: 0n };

function sumsOf({ subtotal, shippingPrice, tax, total }: OrderAmounts): SummedAmounts {
  const without_tax = subtotal + shippingPrice;
  return { with_tax: total, without_tax, tax, rounding: total - without_tax - tax };
}

function totalOf(total: Amount, { currency }: CartNow): { total: number; formatted_total: string } {
  return { total: amountNumber(total), formatted_total: formatAmount(total, currency) };
}
