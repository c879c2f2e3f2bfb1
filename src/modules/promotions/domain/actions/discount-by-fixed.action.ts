import { spreadDiscount } from '../spread-discount';
import {
  type ActionTerms,
  type Discount,
  type DiscountAction,
  noShares,
  type PromotionAction,
  smaller,
  sumOf,
} from './promotion-action';

/**
 * Takes an amount off each matched unit that is still paid for. Shipping counts as one more unit if the promotion says
 * so and a line lost something. `max_quantity` caps the sum; the cap is spread over what each would have lost, shipping
 * last.
 */
function compile({ amount, maxQuantity, appliesToShipping }: ActionTerms): DiscountAction {
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

/** An amount off each matched unit (promotions.md 21, 28). */
export const discountByFixed = {
  key: 'discount_by_fixed',
  label: 'Discount items by a fixed amount',
  class: 'product',
  effect: 'Each item costs this amount less.',
  example: '2.00 off',
  fields: {
    amount: {
      name: 'Amount off each unit',
      unit: 'money',
      required: true,
      meaning: 'money off each unit of the matching items',
    },
    max_quantity: {
      name: 'Largest discount per order',
      unit: 'money',
      meaning: 'the most money that it takes off in all',
    },
    apply_to_shipping: {
      name: 'Also discounts shipping',
      meaning: 'counts shipping as one more unit if an item lost something',
    },
  },
  compile,
} as const satisfies PromotionAction;
