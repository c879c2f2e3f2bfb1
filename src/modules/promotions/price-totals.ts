import { type MoneyFormat } from '../../kernel/money';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type PriceLevels, priceLevels, priceLevelsSchema } from '../settings/price-levels';
import { type Evaluation } from './domain/evaluation';
import { minorToAmount } from './domain/order-money';

/** `totals` of a cart and of a preview (carts.md 2). Shipping is not a part of them: a cart has not chosen any. */
export interface CartTotals {
  readonly pre_discount: PriceLevels;
  readonly post_discount: PriceLevels;
}

/** @param before the cart without promotions @param after the same cart with them */
export function cartTotals(before: Evaluation, after: Evaluation, currency: MoneyFormat): CartTotals {
  return { pre_discount: priceTotals(before, currency), post_discount: priceTotals(after, currency) };
}

/** The sums of a cart's lines. They are whole minor units already, so what is exact is also what is rounded. */
function priceTotals({ lines, exponent }: Evaluation, currency: MoneyFormat): PriceLevels {
  const net = lines.reduce((sum, line) => sum + line.net, 0n);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0n);
  const amounts = {
    with_tax: minorToAmount(net + tax, exponent),
    without_tax: minorToAmount(net, exponent),
    tax: minorToAmount(tax, exponent),
  };
  return priceLevels(amounts, currency);
}

/** The schema of {@link CartTotals}, for `@ApiProperty`. */
export const CART_TOTALS_SCHEMA = objectSchema(
  { pre_discount: priceLevelsSchema(), post_discount: priceLevelsSchema() },
  { title: 'CartTotals', description: 'Sums of the items before and after discounts, without shipping.' },
);
