import { type PromotionDefinition } from '../promotion-definition';
import { type DiscountAction, noShares, smaller } from './discount-action';

/** The price of shipping, or as much of it as `max_quantity` allows; the pass has checked the method (promotions.md 27). */
export function freeShip({ maxQuantity }: PromotionDefinition): DiscountAction {
  return ({ money, net, shipping }) => ({
    lines: noShares(net),
    shipping: maxQuantity > 0n ? smaller(shipping, money.fromDefault(maxQuantity, 1n)) : shipping,
  });
}
