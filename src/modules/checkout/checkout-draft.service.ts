import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Amount } from '../../kernel/money';
import { type Address } from '../customers/address.record';
import { type Customer } from '../customers/customer.resource';
import { type Sent } from '../../platform/resources/resource';
import { type BuyerFields } from '../orders/order.record';
import { type AddressInput } from '../orders/order-references';
import { type CartCustomer, type CartSnapshot } from '../promotions/pricing.service';
import { type CartLineNow } from '../carts/cart-lines.service';
import { type CartTerms } from '../carts/carts.service';
import { CartPricingService } from '../carts/cart-pricing.service';
import { type StoreCurrency } from '../settings/currencies.service';
import { cartSnapshot } from '../carts/cart-snapshot';
import { CheckoutRefused } from './checkout.errors';
import { CheckoutChoicesService } from './checkout-choices.service';
import { type Buyer, CheckoutPartiesService } from './checkout-parties.service';
import { givenBack } from '../carts/cart-now';
import { type OwnOrder } from '../carts/own-orders.service';
import { type Cart } from '../carts/cart.record';

/** The fields of a checkout request beside the cart (carts.md, table). Null: omitted. */
export interface CheckoutRequest {
  readonly customer: Buyer | null;
  /** The request of a page without a signed-in customer: it does not buy as the cart's customer. */
  readonly isGuest?: true;
  /** Slug. */
  readonly gateway: string | null;
  /** Id or slug. */
  readonly shipping: string | null;
  readonly billTo: AddressInput | null;
  readonly shipTo: AddressInput | 'bill_to' | null;
  /** Whether the request names a code, which must take something off. */
  readonly isCodeRequired: boolean;
  /** In the currency of the checkout. */
  readonly expectedTotal: Amount | null;
  /** Fields of the order that the buyer sends. */
  readonly fields: Sent<BuyerFields>;
}

/** Values of a checkout besides its body. */
export interface CheckoutTerms {
  /** Code of the header X-Currency; null: the store's own. */
  readonly currency: string | null;
  /** Name of the client, for the history of an order that is cancelled. */
  readonly who: string;
  /** Whether address details go to the customer's address book. */
  readonly savesAddresses: boolean;
  /** The page that checks out; undefined: the shop's own server does. */
  readonly page: CartTerms['page'];
}

/** A checkout to price. */
export interface AskedDraft extends Pick<CheckoutTerms, 'currency'> {
  readonly request: CheckoutRequest;
  /** The order that the cart made last, which counts as given back; undefined: there is none. */
  readonly own: OwnOrder | undefined;
}

/** A cart that can be ordered, with everything chosen, ready to be priced. */
export interface CheckoutDraft {
  readonly cart: Cart;
  readonly lines: readonly CartLineNow[];
  readonly currency: StoreCurrency;
  readonly customer: Customer | null;
  readonly buyer: CartCustomer | null;
  /** Whether the order is among those of its customer. */
  readonly isCustomersOwn: boolean;
  /** The addresses that the request names by id. */
  readonly addresses: readonly Address[];
  /** Id. */
  readonly shipping: string | null;
  readonly snapshot: CartSnapshot;
  readonly request: CheckoutRequest;
}

/** Makes sure that a cart can be ordered as asked (carts.md 9). */
@Injectable()
export class CheckoutDraftService {
  constructor(
    private readonly pricing: CartPricingService,
    private readonly parties: CheckoutPartiesService,
    private readonly choices: CheckoutChoicesService,
  ) {}

  /**
   * @param cart locked; undefined when the cart was never written to
   * @throws CheckoutRefused, ValidationFailed naming the field
   */
  async read(tx: EntityManager, cart: Cart | undefined, asked: AskedDraft): Promise<CheckoutDraft> {
    const { request, own } = asked;
    const currency = await this.pricing.currency(tx, asked.currency);
    if (cart === undefined) throw empty();
    const lines = (await this.pricing.linesOf(tx, [cart])).get(cart.id) ?? [];
    requireSellable(lines);
    const customer = await this.parties.customer(tx, request.customer, request.isGuest ? undefined : cart);
    const { billTo, shipTo } = request;
    const billed = await this.parties.destination(tx, customer, billTo === shipTo ? 'ship_to' : 'bill_to', billTo);
    const shipped = shipTo === 'bill_to' ? billed : await this.parties.destination(tx, customer, 'ship_to', shipTo);
    const shipping = await this.choices.shipping(tx, request.shipping, lines);
    const gateway = await this.choices.gateway(tx, request.gateway, currency);
    const snapshot = cartSnapshot(lines, currency, cart.discountCode, {
      shipping,
      gateway,
      shipTo: shipped,
    });
    const buyer = await this.parties.known(tx, customer, request.customer, givenBack(own));
    const isCustomersOwn = await this.parties.isOwnOf(tx, customer, request.customer);
    const addresses = [billed, shipped].filter((address): address is Address => address !== null && 'id' in address);
    const chosen = { addresses, shipping: shipping?.method.id ?? null, snapshot, request };
    return { cart, lines, currency, customer, buyer, isCustomersOwn, ...chosen };
  }
}

function empty(): CheckoutRefused {
  return new CheckoutRefused({ cart: ['cart is empty'] });
}

/** @throws CheckoutRefused when there are none, or naming the skus of products that are gone or not for sale, or on two lines by now */
function requireSellable(lines: readonly CartLineNow[]): void {
  if (lines.length === 0) throw empty();
  const gone = lines.filter(({ isAvailable }) => !isAvailable).map(({ sku }) => sku);
  if (gone.length > 0)
    throw new CheckoutRefused({ cart: gone.map((sku) => `cart holds ${sku}, which is not for sale`) });
  const skus = lines.map(({ sku }) => sku);
  const twice = skus.filter((sku, i) => skus.indexOf(sku) !== i);
  if (twice.length > 0) throw new CheckoutRefused({ cart: twice.map((sku) => `cart holds ${sku} on two lines`) });
}
