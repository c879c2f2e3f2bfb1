import { type OrderMoney } from '../order-money';

/** What is left to pay at one point of the pass (promotions.md 9). Actions read it; only the pass changes it. */
export interface PassState {
  readonly money: OrderMoney;
  /** Minor units of each line after the promotions so far. */
  readonly net: readonly bigint[];
  /** Units of each line that are still paid for. */
  readonly units: readonly bigint[];
  /** Minor units of the shipping price after the promotions so far. */
  readonly shipping: bigint;
  readonly shippingMethod: string | null;
}

/** What a promotion would take off. Nothing is above what is left. */
export interface Discount {
  /** Minor units off each line of the cart, in its order. */
  readonly lines: bigint[];
  /** Minor units off shipping. */
  readonly shipping: bigint;
  /** Units of each line that become free; missing where an action gives none away. */
  readonly freeUnits?: readonly bigint[];
}

/**
 * One of the seven actions, compiled from its promotion.
 * @param matched positions of the lines that match, ascending
 */
export type DiscountAction = (state: PassState, matched: readonly number[]) => Discount;

/** A share of nothing for every line. */
export function noShares(lines: readonly unknown[]): bigint[] {
  return new Array<bigint>(lines.length).fill(0n);
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function sumOf(values: readonly bigint[]): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}
