import { type Amount, amountNumber, formatAmount, type MoneyFormat } from '../../kernel/money';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type Evaluation } from './domain/evaluation';
import { minorToAmount } from './domain/order-money';

const PARTS = ['with_tax', 'without_tax', 'tax'] as const;
type Part = (typeof PARTS)[number];

/** The sums of a cart's lines in three forms (carts.md 2). Shipping is not a part of them: a cart has not chosen any. */
export interface PriceTotals {
  /** In the format of the currency. */
  readonly formatted: Readonly<Record<Part, string>>;
  readonly rounded: Readonly<Record<Part, number>>;
  readonly raw: Readonly<Record<Part, number>>;
}

/** `totals` of a cart and of a preview. */
export interface CartTotals {
  readonly pre_discount: PriceTotals;
  readonly post_discount: PriceTotals;
}

/** @param before the cart without promotions @param after the same cart with them */
export function cartTotals(before: Evaluation, after: Evaluation, currency: MoneyFormat): CartTotals {
  return { pre_discount: priceTotals(before, currency), post_discount: priceTotals(after, currency) };
}

function priceTotals({ lines, exponent }: Evaluation, currency: MoneyFormat): PriceTotals {
  const net = lines.reduce((sum, line) => sum + line.net, 0n);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0n);
  const amounts: Record<Part, Amount> = {
    with_tax: minorToAmount(net + tax, exponent),
    without_tax: minorToAmount(net, exponent),
    tax: minorToAmount(tax, exponent),
  };
  // Lines are whole minor units already, so what is exact is also what is rounded.
  const numbers = forEachPart(amounts, amountNumber);
  return {
    formatted: forEachPart(amounts, (amount) => formatAmount(amount, currency)),
    rounded: numbers,
    raw: numbers,
  };
}

function forEachPart<T>(amounts: Record<Part, Amount>, print: (amount: Amount) => T): Record<Part, T> {
  return { with_tax: print(amounts.with_tax), without_tax: print(amounts.without_tax), tax: print(amounts.tax) };
}

const parts = (title: string, type: 'string' | 'number') =>
  objectSchema(Object.fromEntries(PARTS.map((name) => [name, { type }])), { title });
const NUMBERS = parts('CartAmounts', 'number');
const TOTALS = objectSchema(
  { formatted: parts('FormattedCartAmounts', 'string'), rounded: NUMBERS, raw: NUMBERS },
  { title: 'PriceTotals' },
);

/** The schema of {@link CartTotals}, for `@ApiProperty`. */
export const CART_TOTALS_SCHEMA = objectSchema(
  { pre_discount: TOTALS, post_discount: TOTALS },
  { title: 'CartTotals', description: 'Sums of the items before and after discounts, without shipping.' },
);
