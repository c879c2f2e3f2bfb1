import { roundToStep } from '../../kernel/money';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import {
  type PriceLevels,
  priceLevels,
  priceLevelsSchema,
  PRICE_FORMS,
  SUM_FORMS,
  SUM_LEVELS_SCHEMA,
  type SumLevels,
  sumLevels,
  type TaxedAmounts,
} from '../settings/price-levels';
import { type Evaluation } from './domain/evaluation';
import { minorToAmount } from './domain/order-money';
import { type PricingCurrency } from './pricing-currency';

/**
 * `totals` of a cart and of a preview (carts.md 2). Shipping is not a part of them: a cart has not chosen any. The three forms of
 * `post_discount` are there once more, where pages of the first v1 read them.
 */
export interface CartTotals extends SumLevels {
  readonly pre_discount: SumLevels;
  readonly post_discount: SumLevels;
}

/** `totals` of one item of a cart, as {@link CartTotals}. */
export interface ItemTotals extends PriceLevels {
  readonly pre_discount: PriceLevels;
  readonly post_discount: PriceLevels;
}

/** @param before the cart without promotions @param after the same cart with them */
export function cartTotals(before: Evaluation, after: Evaluation, currency: PricingCurrency): CartTotals {
  const left = sumsOf(after, currency);
  return { pre_discount: sumsOf(before, currency), post_discount: left, ...left };
}

/** The totals of the item at a position of each; none is there: it costs nothing. */
export function itemTotals(
  position: number,
  before: Evaluation,
  after: Evaluation,
  currency: PricingCurrency,
): ItemTotals {
  const of = ({ lines, exponent }: Evaluation): PriceLevels => {
    const line = lines[position];
    return priceLevels(amountsOf(line === undefined ? [] : [line], exponent), currency);
  };
  const left = of(after);
  return { pre_discount: of(before), post_discount: left, ...left };
}

/** The sums of a cart's lines, of which the one with tax is rounded as a total is. */
function sumsOf({ lines, exponent }: Evaluation, currency: PricingCurrency): SumLevels {
  const amounts = amountsOf(lines, exponent);
  const { with_tax: exact } = amounts;
  const total = currency.totalStep ? roundToStep(exact, currency.totalStep) : exact;
  return sumLevels({ ...amounts, with_tax: total, rounding: total - exact }, currency);
}

/** They are whole minor units already, so what is exact is also what is rounded. */
function amountsOf(lines: Evaluation['lines'], exponent: number): TaxedAmounts {
  const net = lines.reduce((sum, line) => sum + line.net, 0n);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0n);
  return {
    with_tax: minorToAmount(net + tax, exponent),
    without_tax: minorToAmount(net, exponent),
    tax: minorToAmount(tax, exponent),
  };
}

/** The schema of {@link CartTotals}, for `@ApiProperty`. */
export const CART_TOTALS_SCHEMA = objectSchema(
  { pre_discount: SUM_LEVELS_SCHEMA, post_discount: SUM_LEVELS_SCHEMA, ...SUM_FORMS },
  {
    title: 'CartTotals',
    description:
      'Sums of the items before and after discounts, without shipping; `formatted`, `rounded` and `raw` repeat `post_discount`. `with_tax` is a multiple of `total_step` of the currency: ' +
      '`without_tax` plus `tax` plus `rounding`.',
  },
);

/** The schema of {@link ItemTotals}, for `@ApiProperty`. */
export const ITEM_TOTALS_SCHEMA = objectSchema(
  { pre_discount: priceLevelsSchema(), post_discount: priceLevelsSchema(), ...PRICE_FORMS },
  {
    title: 'CartItemTotals',
    description:
      'Price of all units before and after discounts; `formatted`, `rounded` and `raw` repeat `post_discount`.',
  },
);
