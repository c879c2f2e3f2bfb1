import { spreadDiscount } from '../spread-discount';
import {
  type ActionTerms,
  type DiscountAction,
  percentageFaults,
  type PromotionAction,
  sumOf,
} from './promotion-action';

/** Takes a percentage of the sum of all lines, rounded once and spread over them; of shipping if the promotion says so. */
function compile({ amount, appliesToShipping }: ActionTerms): DiscountAction {
  return ({ money, net, shipping }) => ({
    lines: spreadDiscount(money.percentOf(sumOf(net), amount), net),
    shipping: appliesToShipping ? money.percentOf(shipping, amount) : 0n,
  });
}

/** A percentage off the order (promotions.md 23, 28). */
export const discountSubtotalPercent = {
  key: 'discount_subtotal_percent',
  label: 'Discount the subtotal by a percentage',
  class: 'subtotal',
  effect: 'The whole cart costs this percentage less.',
  example: '10% off',
  fields: {
    amount: {
      name: 'Percent off',
      unit: 'percent',
      required: true,
      default: '10',
      meaning: 'percentage off the subtotal, 0 to 100',
    },
    apply_to_shipping: { name: 'Also discounts shipping', meaning: 'takes the same percentage off shipping' },
  },
  faults: percentageFaults,
  compile,
} as const satisfies PromotionAction;
