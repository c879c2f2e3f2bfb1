import { parseDecimal } from '../../../kernel/decimal';
import {
  type Amount,
  amountNumber,
  currencyExponent,
  formatAmount,
  lineTax,
  type MoneyFormat,
  roundAmount,
  smallestUnit,
  taxWithin,
  type RoundingMode,
} from '../../../kernel/money';

/** The amounts of an order, in ten-thousandths of its currency. */
export interface OrderAmounts {
  readonly subtotal: Amount;
  readonly total: Amount;
  readonly shippingPrice: Amount;
  readonly tax: Amount;
  /** `total` less the sum of the others, where the store worked it out (orders-and-payments.md 37). */
  readonly rounding: Amount;
}

/** One view of the amounts, in the order and names of the wire. */
export interface AmountsView<V> {
  readonly subtotal: V;
  readonly total: V;
  readonly shipping_price: V;
  readonly tax: V;
  readonly rounding: V;
}

/** The totals of an order record (interface.md). */
export interface OrderTotals {
  readonly formatted: AmountsView<string>;
  readonly rounded: AmountsView<number>;
  readonly raw: AmountsView<number>;
}

function view<V>(amounts: OrderAmounts, show: (amount: Amount) => V): AmountsView<V> {
  return {
    subtotal: show(amounts.subtotal),
    total: show(amounts.total),
    shipping_price: show(amounts.shippingPrice),
    tax: show(amounts.tax),
    rounding: show(amounts.rounding),
  };
}

/** Formatted in the currency's format, rounded to its decimals, and raw. */
export function orderTotals(amounts: OrderAmounts, currency: MoneyFormat): OrderTotals {
  const exponent = currencyExponent(currency.code);
  return {
    formatted: view(amounts, (amount) => formatAmount(amount, currency)),
    rounded: view(amounts, (amount) => amountNumber(roundAmount(amount, exponent, currency.roundingMode))),
    raw: view(amounts, amountNumber),
  };
}

/** The money of a line that no promotion touches: `net` in whole minor units of the order's currency. */
export interface LineMoney {
  readonly net: Amount;
  readonly tax: Amount;
  readonly total: Amount;
}

/** A line of a stated order. */
export interface StatedLine {
  /** Price of one unit. */
  readonly price: Amount;
  readonly quantity: number;
  /** Percentage as canonical decimal text. */
  readonly taxRate: string;
}

/** The fields of an order that decide the tax and the rounding of its lines. */
export interface LineTaxing {
  readonly pricesIncludeTax: boolean | null;
  readonly currency: { readonly data: { readonly code: string; readonly rounding_mode: RoundingMode } };
}

/** The money of a line of a stated order, rounded to the order's currency. */
export function statedLine(line: StatedLine, { pricesIncludeTax, currency: { data } }: LineTaxing): LineMoney {
  const { price, quantity, taxRate } = line;
  const base = roundAmount(price * BigInt(quantity), currencyExponent(data.code), data.rounding_mode);
  if (pricesIncludeTax !== true) {
    const tax = itemTax(price, quantity, taxRate, data);
    return { net: base, tax, total: base + tax };
  }
  const step = smallestUnit(data.code);
  const tax = taxWithin(base, parseDecimal(taxRate), step, data.rounding_mode) * step;
  return { net: base - tax, tax, total: base };
}

/**
 * Tax of an order item, in whole minor units of the order's currency, as an amount.
 * @param price of one unit
 * @param taxRate percentage as canonical decimal text
 * @param currency the order's
 */
export function itemTax(
  price: Amount,
  quantity: number,
  taxRate: string,
  currency: { readonly code: string; readonly rounding_mode: RoundingMode },
): Amount {
  const step = smallestUnit(currency.code);
  return lineTax(price * BigInt(quantity), parseDecimal(taxRate), step, currency.rounding_mode) * step;
}
