import { isId } from '../../kernel/ids';
import { type PricingCurrency } from '../promotions/pricing-currency';
import { type CartCustomer, type CartSnapshot, type PricedCart } from '../promotions/pricing.service';
import { type StoreCurrency } from '../settings/currencies.service';
import { type CartLineNow, withUnitsBack } from './cart-lines.service';
import { type CartChoices, cartSnapshot } from './cart-snapshot';
import { type Cart } from './data/cart.entity';
import { type OwnOrder } from './own-orders.service';

/** A cart as it is now, not priced yet. */
export interface CartNow {
  /** As the client made it. */
  readonly id: string;
  /** Undefined: nothing was written to it yet. */
  readonly row: Cart | undefined;
  readonly lines: readonly CartLineNow[];
  readonly currency: StoreCurrency;
  /** For whom it is priced. */
  readonly customer: CartCustomer | null;
  /** The order that it made last, if that is still in force. */
  readonly own: OwnOrder | undefined;
}

/** Id of the order that counts as given back; null: none does. */
export function givenBack(own: OwnOrder | undefined): string | null {
  return own?.isOpen ? own.order.id : null;
}

/** A cart as if its own unpaid order had been given back (orders-and-payments.md 38). */
export function cartNow(cart: CartNow): CartNow {
  const { own, lines } = cart;
  return own === undefined ? cart : { ...cart, lines: lines.map((line) => withUnitsBack(line, own.units)) };
}

export function pricedCart({ customer, own }: CartNow, cart: CartSnapshot): PricedCart {
  return { cart, customer, ...(own && { givenBack: own.uses }) };
}

/** Id of the customer for whom a cart is priced; null for a buyer who has no record. */
export function recordedId({ customer }: CartNow): string | null {
  const id = customer?.id ?? '';
  return isId(id) ? id : null;
}

/** The snapshot of what can be bought. */
export function snapshotOf(
  { row, lines, currency }: Pick<CartNow, 'row' | 'lines'> & { currency: PricingCurrency },
  choices?: CartChoices,
): CartSnapshot {
  const available = lines.filter(({ isAvailable }) => isAvailable);
  return cartSnapshot(available, currency, row?.discountCode ?? null, choices);
}
