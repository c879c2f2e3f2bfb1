import { type PromotionDefinition } from '../promotion-definition';
import { type DiscountAction, noShares } from './discount-action';

/** Each matched unit that is still paid for comes to the amount; a cheaper one stays as it is (promotions.md 22). */
export function discountToFixed({ amount }: PromotionDefinition): DiscountAction {
  return ({ money, net, units }, matched) => {
    const lines = noShares(net);
    for (const i of matched) {
      const excess = (net[i] ?? 0n) - money.fromDefault(amount, units[i] ?? 0n);
      if (excess > 0n) lines[i] = excess;
    }
    return { lines, shipping: 0n };
  };
}
