import { type PromotionDefinition } from '../promotion-definition';
import { spreadDiscount } from '../spread-discount';
import { type Discount, type DiscountAction, noShares, smaller, sumOf } from './discount-action';

/**
 * An amount off each matched unit that is still paid for; shipping counts as one more unit where the promotion says so
 * and a line lost something. `max_quantity` caps the whole; the cap is spread over what each would have lost, shipping
 * last (promotions.md 21, 28).
 */
export function discountByFixed({ amount, maxQuantity, appliesToShipping }: PromotionDefinition): DiscountAction {
  return ({ money, net, units, shipping }, matched) => {
    const lines = noShares(net);
    for (const i of matched) lines[i] = smaller(money.fromDefault(amount, units[i] ?? 0n), net[i] ?? 0n);
    const offLines = sumOf(lines);
    const offShipping = appliesToShipping && offLines > 0n ? smaller(money.fromDefault(amount, 1n), shipping) : 0n;
    if (maxQuantity === 0n) return { lines, shipping: offShipping };
    const cap = money.fromDefault(maxQuantity, 1n);
    return offLines + offShipping <= cap ? { lines, shipping: offShipping } : capped(cap, lines, offShipping);
  };
}

function capped(cap: bigint, lines: readonly bigint[], shipping: bigint): Discount {
  const shares = spreadDiscount(cap, [...lines, shipping]);
  return { lines: shares.slice(0, -1), shipping: shares.at(-1) ?? 0n };
}
