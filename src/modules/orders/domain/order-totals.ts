import {
  type Amount,
  AMOUNT_DECIMALS,
  amountNumber,
  currencyExponent,
  divideRounded,
  formatAmount,
  type MoneyFormat,
  roundAmount,
  type RoundingMode,
} from '../../../kernel/money';

/** The amounts of an order, in ten-thousandths of its currency. */
export interface OrderAmounts {
  readonly subtotal: Amount;
  readonly total: Amount;
  readonly shippingPrice: Amount;
  readonly tax: Amount;
}

/** One view of the amounts, in the order and names of the wire. */
export interface AmountsView<V> {
  readonly subtotal: V;
  readonly total: V;
  readonly shipping_price: V;
  readonly tax: V;
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

/**
 * Tax of a line: `price × quantity × tax_rate / 100`, rounded once per line to the currency's decimals (promotions.md 6).
 * @param taxRate percentage as canonical decimal text
 * @param currency the order's
 */
export function lineTax(
  price: Amount,
  quantity: number,
  taxRate: string,
  currency: { readonly code: string; readonly rounding_mode: RoundingMode },
): Amount {
  const [whole = '0', decimals = ''] = taxRate.split('.');
  const rate = BigInt(whole + decimals.padEnd(AMOUNT_DECIMALS, '0'));
  const exponent = currencyExponent(currency.code);
  const step = 10n ** BigInt(AMOUNT_DECIMALS - exponent);
  const percentOfUnit = 100n * 10n ** BigInt(AMOUNT_DECIMALS);
  return divideRounded(price * BigInt(quantity) * rate, percentOfUnit * step, currency.rounding_mode) * step;
}
