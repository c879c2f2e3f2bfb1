import { type ActionTerms, type DiscountAction, noShares, type PromotionAction } from './promotion-action';

/** Lowers each matched unit that is still paid for to the amount; a cheaper one stays as it is. */
function compile({ amount }: ActionTerms): DiscountAction {
  return ({ money, net, units }, matched) => {
    const lines = noShares(net);
    for (const i of matched) {
      const excess = (net[i] ?? 0n) - money.fromDefault(amount, units[i] ?? 0n);
      if (excess > 0n) lines[i] = excess;
    }
    const costs = matched.some((i) => (net[i] ?? 0n) > 0n);
    return { lines, shipping: 0n, ...(costs && { noEffect: { why: 'already_cheaper' } as const }) };
  };
}

/** A fixed price for each matched unit (promotions.md 22). */
export const discountToFixed = {
  key: 'discount_to_fixed',
  label: 'Discount items to a fixed amount',
  class: 'product',
  effect: 'Each item costs this much instead of its price.',
  example: 'any tea for 5.00',
  fields: {
    amount: {
      name: 'Price of each unit',
      unit: 'money',
      required: true,
      meaning: 'the new price of each unit of the matching items; it never raises a price',
    },
  },
  compile,
} as const satisfies PromotionAction;
