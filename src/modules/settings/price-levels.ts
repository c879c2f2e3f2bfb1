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
/** With `rounding`: what the step of the currency adds to the sum, or takes off it (orders-and-payments.md 37). */
const SUM_PARTS = [...PARTS, 'rounding'] as const;
type SumPart = (typeof SUM_PARTS)[number];

/** A price with its tax, without it, and the tax alone. */
export type TaxedAmounts = Readonly<Record<Part, Amount>>;

/** {@link TaxedAmounts} of a sum. */
export type SummedAmounts = Readonly<Record<SumPart, Amount>>;

/** {@link SummedAmounts} as a response has them. */
export type SummedNumbers = Readonly<Record<SumPart, number>>;

/** A price at its three tax levels, in three forms, as v1 clients read it (storefront.md 3). */
export interface PriceLevels<P extends string = Part> {
  /** In the format of the currency. */
  readonly formatted: Readonly<Record<P, string>>;
  readonly rounded: Readonly<Record<P, number>>;
  readonly raw: Readonly<Record<P, number>>;
}

/** {@link PriceLevels} of a sum. */
export type SumLevels = PriceLevels<SumPart>;

/** Options for showing a price of the catalog. */
export interface PriceView {
  readonly currency: PriceConversion & MoneyFormat;
  /** Whether prices include tax (orders-and-payments.md 25). */
  readonly includesTax: boolean;
}

/** @param rounded whole smallest units of the currency @param raw before rounding; left out: the same */
export function priceLevels(rounded: TaxedAmounts, currency: MoneyFormat, raw: TaxedAmounts = rounded): PriceLevels {
  return {
    formatted: forEachPart(PARTS, rounded, (amount) => formatAmount(amount, currency)),
    rounded: forEachPart(PARTS, rounded, amountNumber),
    raw: forEachPart(PARTS, raw, amountNumber),
  };
}

/** @param sums whole smallest units of the currency */
export function sumLevels(sums: SummedAmounts, currency: MoneyFormat): SumLevels {
  const numbers = forEachPart(SUM_PARTS, sums, amountNumber);
  return {
    formatted: forEachPart(SUM_PARTS, sums, (amount) => formatAmount(amount, currency)),
    rounded: numbers,
    raw: numbers,
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

function forEachPart<P extends string, T>(
  parts: readonly P[],
  amounts: Readonly<Record<P, Amount>>,
  print: (amount: Amount) => T,
): Record<P, T> {
  return Object.fromEntries(parts.map((part) => [part, print(amounts[part])])) as Record<P, T>;
}

/** Those of two units at 9.99 with a tax of 20 percent. */
const EXAMPLE: SummedNumbers = { with_tax: 23.98, without_tax: 19.98, tax: 4, rounding: 0 };
const inPounds = (amount: number): string => `£${amount.toFixed(2)}`;
const isNumber = (amount: number): number => amount;
function partsSchema(title: string, names: readonly SumPart[], shown: (amount: number) => string | number) {
  const properties = names.map((name) => [name, { type: typeof shown(0), example: shown(EXAMPLE[name]) }]);
  return objectSchema(Object.fromEntries(properties) as Record<string, object>, { title });
}

const AMOUNTS = partsSchema('CartAmounts', PARTS, isNumber);
/** Schemas of the forms of {@link PriceLevels}. */
export const PRICE_FORMS = {
  formatted: partsSchema('FormattedCartAmounts', PARTS, inPounds),
  rounded: AMOUNTS,
  raw: AMOUNTS,
};

/** The schema of {@link SummedNumbers}, for `@ApiProperty`. */
export const SUM_AMOUNTS_SCHEMA = partsSchema('CartSumAmounts', SUM_PARTS, isNumber);

/** Schemas of the forms of {@link SumLevels}. */
export const SUM_FORMS = {
  formatted: partsSchema('FormattedCartSumAmounts', SUM_PARTS, inPounds),
  rounded: SUM_AMOUNTS_SCHEMA,
  raw: SUM_AMOUNTS_SCHEMA,
};

/** The schema of {@link SumLevels}, for `@ApiProperty`. */
export const SUM_LEVELS_SCHEMA = objectSchema(SUM_FORMS, { title: 'SumTotals' });

/** The schema of {@link PriceLevels}, for `@ApiProperty`. @param untaxed the amount of an example without tax */
export function priceLevelsSchema(description?: string, untaxed?: number): ReturnType<typeof objectSchema> {
  const schema = objectSchema(PRICE_FORMS, { title: 'PriceTotals', ...(description !== undefined && { description }) });
  if (untaxed === undefined) return schema;
  const amounts = { with_tax: untaxed, without_tax: untaxed, tax: 0 };
  const formatted = { with_tax: inPounds(untaxed), without_tax: inPounds(untaxed), tax: inPounds(0) };
  return { ...schema, example: { formatted, rounded: amounts, raw: amounts } };
}
