import { parseDecimal } from '../../kernel/decimal';
import {
  type Amount,
  amountNumber,
  formatAmount,
  lineTax,
  type MoneyFormat,
  roundAmount,
  currencyExponent,
  smallestUnit,
  taxWithin,
} from '../../kernel/money';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type PriceConversion, wholeUnitPrice } from './converted-price';

const PARTS = ['with_tax', 'without_tax', 'tax'] as const;
type Part = (typeof PARTS)[number];

/** A price with its tax, without it, and the tax alone. */
export type TaxedAmounts = Readonly<Record<Part, Amount>>;

/** {@link TaxedAmounts} as a response has them. */
export type TaxedNumbers = Readonly<Record<Part, number>>;

/** A price at its three tax levels, in three forms, as v1 clients read it (storefront.md 3). */
export interface PriceLevels {
  /** In the format of the currency. */
  readonly formatted: Readonly<Record<Part, string>>;
  readonly rounded: TaxedNumbers;
  readonly raw: TaxedNumbers;
}

/** Options for showing a price of the catalog. */
export interface PriceView {
  readonly currency: PriceConversion & MoneyFormat;
  /** Whether prices include tax (orders-that-stay-true.md 25). */
  readonly includesTax: boolean;
}

/** @param rounded whole smallest units of the currency @param raw before rounding; left out: the same */
export function priceLevels(rounded: TaxedAmounts, currency: MoneyFormat, raw: TaxedAmounts = rounded): PriceLevels {
  return {
    formatted: forEachPart(rounded, (amount) => formatAmount(amount, currency)),
    rounded: forEachPart(rounded, amountNumber),
    raw: forEachPart(raw, amountNumber),
  };
}

/**
 * The price of one unit as a cart with one of them charges it; `raw` keeps four decimals.
 * @param price in the default currency @param taxRate percent, decimal text
 */
export function unitPriceLevels(price: Amount, taxRate: string, { currency, includesTax }: PriceView): PriceLevels {
  const unit = wholeUnitPrice(price, currency) ?? price;
  return taxedPriceLevels(unit, taxRate, { currency, includesTax });
}

/** {@link unitPriceLevels} of a price that is in the currency already. */
export function taxedPriceLevels(price: Amount, taxRate: string, { currency, includesTax }: PriceView): PriceLevels {
  const whole = roundAmount(price, currencyExponent(currency.code), currency.roundingMode);
  const split = (amount: Amount, step: bigint): TaxedAmounts => {
    const tax = taxOf(amount, taxRate, { step, includesTax, currency });
    return includesTax
      ? { with_tax: amount, without_tax: amount - tax, tax }
      : { with_tax: amount + tax, without_tax: amount, tax };
  };
  return priceLevels(split(whole, smallestUnit(currency.code)), currency, split(price, 1n));
}

/** The tax on a price, or within it, in whole steps. */
function taxOf(
  amount: Amount,
  taxRate: string,
  { step, includesTax, currency: { roundingMode } }: PriceView & { step: bigint },
): Amount {
  const rate = parseDecimal(taxRate);
  return (includesTax ? taxWithin : lineTax)(amount, rate, step, roundingMode) * step;
}

function forEachPart<T>(amounts: TaxedAmounts, print: (amount: Amount) => T): Record<Part, T> {
  return { with_tax: print(amounts.with_tax), without_tax: print(amounts.without_tax), tax: print(amounts.tax) };
}

/** Those of two units at 9.99 with a tax of 20 percent. */
const EXAMPLE: TaxedNumbers = { with_tax: 23.98, without_tax: 19.98, tax: 4 };
const parts = (title: string, type: 'string' | 'number', shown: (amount: number) => unknown) =>
  objectSchema(Object.fromEntries(PARTS.map((name) => [name, { type, example: shown(EXAMPLE[name]) }])), { title });
const inPounds = (amount: number): string => `£${amount.toFixed(2)}`;

/** The schema of {@link TaxedNumbers}, for `@ApiProperty`. */
export const CART_AMOUNTS_SCHEMA = parts('CartAmounts', 'number', (amount) => amount);
const FORMS = {
  formatted: parts('FormattedCartAmounts', 'string', inPounds),
  rounded: CART_AMOUNTS_SCHEMA,
  raw: CART_AMOUNTS_SCHEMA,
};

/** The schema of {@link PriceLevels}, for `@ApiProperty`. @param untaxed the amount of an example without tax */
export function priceLevelsSchema(description?: string, untaxed?: number): ReturnType<typeof objectSchema> {
  const schema = objectSchema(FORMS, { title: 'PriceTotals', ...(description !== undefined && { description }) });
  if (untaxed === undefined) return schema;
  const amounts = { with_tax: untaxed, without_tax: untaxed, tax: 0 };
  const formatted = { with_tax: inPounds(untaxed), without_tax: inPounds(untaxed), tax: inPounds(0) };
  return { ...schema, example: { formatted, rounded: amounts, raw: amounts } };
}
