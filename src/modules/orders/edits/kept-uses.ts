import { fitsUse, inDefaultCurrency } from '../../promotions/frozen-promotion';
import { type KeptUse } from '../../promotions/redemptions.service';
import { type Order } from '../data/order.entity';
import { orderTooLarge } from '../orders.errors';
import { type PlacedDiscount } from '../placed-discounts';

/** Returns what each promotion takes off, by its id. @throws OrderEditRefused */
export function keptUses(
  { currencyCode, exchangeRate, currency }: Order,
  discounts: readonly Pick<PlacedDiscount, 'promotionId' | 'amount' | 'shippingAmount'>[],
): Map<string, KeptUse> {
  const counted = { code: currencyCode, exchangeRate, roundingMode: currency.data.rounding_mode };
  return new Map(
    discounts.map((of) => {
      const amount = of.amount + of.shippingAmount;
      const use = { amount, discounted: inDefaultCurrency(amount, counted) };
      if (!fitsUse(use)) throw orderTooLarge();
      return [of.promotionId, use];
    }),
  );
}
