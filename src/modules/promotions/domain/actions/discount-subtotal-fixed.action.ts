import { spreadDiscount } from '../spread-discount';
import { type ActionTerms, type DiscountAction, type PromotionAction, smaller, sumOf } from './promotion-action';

/** Takes an amount off the order once, spread over all lines; the rest comes off shipping if the promotion says so. */
function compile({ amount, appliesToShipping }: ActionTerms): DiscountAction {
  return ({ money, net, shipping }) => {
    const wanted = money.fromDefault(amount, 1n);
    const offLines = smaller(wanted, sumOf(net));
    return {
      lines: spreadDiscount(offLines, net),
      shipping: appliesToShipping ? smaller(wanted - offLines, shipping) : 0n,
    };
  };
}

/** An amount off the order (promotions.md 24, 28). */
export const discountSubtotalFixed = {
  key: 'discount_subtotal_fixed',
  label: 'Discount the subtotal by a fixed amount',
  class: 'subtotal',
  effect: 'The whole cart costs this amount less.',
  example: '10.00 off',
  fields: {
    amount: {
      name: 'Amount off the order',
      unit: 'money',
      required: true,
      meaning: 'money off the subtotal, once per order',
    },
    apply_to_shipping: { name: 'Also discounts shipping', meaning: 'takes from shipping what the items cannot' },
  },
  compile,
} as const satisfies PromotionAction;
