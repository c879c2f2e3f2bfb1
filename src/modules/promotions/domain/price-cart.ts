import { type CartLine, type CartSnapshot } from './cart-snapshot';
import { type OrderMoney } from './order-money';

/** The price of a cart before any discount, in minor units of the order currency. */
export interface BasePrices {
  readonly lines: readonly bigint[];
  readonly quantities: readonly bigint[];
  readonly shipping: bigint;
}

/**
 * Bases of the lines, rounded once each (promotions.md 3), and of shipping.
 * @throws RangeError when a price is negative or a quantity is not a whole number of 1 or more
 */
export function priceCart(cart: CartSnapshot, money: OrderMoney): BasePrices {
  const quantities = cart.lines.map(readQuantity);
  return {
    quantities,
    lines: cart.lines.map((line, i) => basePrice(line, quantities[i] ?? 0n, money)),
    shipping: cart.shipping ? basePrice(cart.shipping, 1n, money) : 0n,
  };
}

function readQuantity({ quantity }: CartLine): bigint {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new RangeError('quantity must be a whole number above 0');
  return BigInt(quantity);
}

function basePrice(
  { price, convertedPrice }: Pick<CartLine, 'price' | 'convertedPrice'>,
  units: bigint,
  money: OrderMoney,
): bigint {
  if (price < 0n || (convertedPrice ?? 0n) < 0n) throw new RangeError('a price must not be negative');
  return typeof convertedPrice === 'bigint' ? money.fromOrder(convertedPrice, units) : money.fromDefault(price, units);
}
