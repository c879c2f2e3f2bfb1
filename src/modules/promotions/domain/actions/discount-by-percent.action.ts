import { type PromotionDefinition } from '../promotion-definition';
import { type DiscountAction, noShares } from './discount-action';

/** Each matched line loses a percentage; shipping too, where the promotion says so and a line lost something (20, 28). */
export function discountByPercent({ amount, appliesToShipping }: PromotionDefinition): DiscountAction {
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
