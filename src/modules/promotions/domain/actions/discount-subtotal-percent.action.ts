import { type PromotionDefinition } from '../promotion-definition';
import { spreadDiscount } from '../spread-discount';
import { type DiscountAction, sumOf } from './discount-action';

/** A percentage of what all lines come to, rounded once and spread over them; of shipping too (promotions.md 23, 28). */
export function discountSubtotalPercent({ amount, appliesToShipping }: PromotionDefinition): DiscountAction {
  return ({ money, net, shipping }) => ({
    lines: spreadDiscount(money.percentOf(sumOf(net), amount), net),
    shipping: appliesToShipping ? money.percentOf(shipping, amount) : 0n,
  });
}
