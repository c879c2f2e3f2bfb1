import {
  type ActionTerms,
  type DiscountAction,
  noShares,
  percentageFaults,
  type PromotionAction,
} from './promotion-action';

/** Takes a percentage off each matched line; off shipping too if the promotion says so and a line lost something. */
function compile({ amount, appliesToShipping }: ActionTerms): DiscountAction {
  return ({ money, net, shipping }, matched) => {
    const lines = noShares(net);
    let isEffective = false;
    for (const i of matched) {
      const share = money.percentOf(net[i] ?? 0n, amount);
      if (share === 0n) continue;
      lines[i] = share;
      isEffective = true;
    }
    return { lines, shipping: appliesToShipping && isEffective ? money.percentOf(shipping, amount) : 0n };
  };
}

/** A percentage off each matched line (promotions.md 20, 28). */
export const discountByPercent = {
  key: 'discount_by_percent',
  label: 'Discount items by a percentage',
  class: 'product',
  effect: 'Each item costs this percentage less.',
  example: '20% off',
  fields: {
    amount: {
      name: 'Percent off',
      unit: 'percent',
      required: true,
      default: '10',
      meaning: 'percentage off each matching item, 0 to 100',
    },
    apply_to_shipping: {
      name: 'Also discounts shipping',
      meaning: 'takes the same percentage off shipping if an item lost something',
    },
  },
  faults: percentageFaults,
  compile,
} as const satisfies PromotionAction;
