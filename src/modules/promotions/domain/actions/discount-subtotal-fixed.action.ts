import { type PromotionDefinition } from '../promotion-definition';
import { spreadDiscount } from '../spread-discount';
import { type DiscountAction, smaller, sumOf } from './discount-action';

/** An amount off the order, once, spread over all lines; what they cannot take comes off shipping (promotions.md 24, 28). */
export function discountSubtotalFixed({ amount, appliesToShipping }: PromotionDefinition): DiscountAction {
  return ({ money, net, shipping }) => {
    const wanted = money.fromDefault(amount, 1n);
    const offLines = smaller(wanted, sumOf(net));
    return {
      lines: spreadDiscount(offLines, net),
      shipping: appliesToShipping ? smaller(wanted - offLines, shipping) : 0n,
    };
  };
}
