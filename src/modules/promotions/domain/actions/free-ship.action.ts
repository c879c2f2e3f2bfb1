import { type ActionTerms, type DiscountAction, noShares, type PromotionAction, smaller } from './promotion-action';
import { REQUIRED } from '../../../../kernel/fields/field-problem';

/** Takes off the price of shipping, or as much of it as `max_quantity` allows. The pass has checked the method. */
function compile({ maxQuantity }: ActionTerms): DiscountAction {
  return ({ money, net, shipping }) => ({
    lines: noShares(net),
    shipping: maxQuantity > 0n ? smaller(shipping, money.fromDefault(maxQuantity, 1n)) : shipping,
  });
}

function faults({ shippingMethods }: ActionTerms): { shipping_methods?: string } {
  return shippingMethods.length === 0 ? { shipping_methods: REQUIRED } : {};
}

/** Free shipping by some methods (promotions.md 27). */
export const freeShip = {
  key: 'free_ship',
  label: 'Free shipping',
  class: 'shipping',
  effect: 'The chosen shipping methods cost nothing.',
  fields: {
    max_quantity: {
      name: 'Largest discount on shipping',
      unit: 'money',
      meaning: 'the most money that it takes off shipping',
    },
    shipping_methods: { name: 'Shipping methods', required: true, meaning: 'the methods that become free; required' },
  },
  faults,
  compile,
} as const satisfies PromotionAction;
