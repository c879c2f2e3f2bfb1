import { type Order } from './order';

/** Amounts have at most four decimals: removes what binary fractions add. */
const exact = (amount: number): number => Math.round(amount * 10_000) / 10_000;
const sum = (amounts: readonly number[]): number => exact(amounts.reduce((all, amount) => all + amount, 0));

/** The tax of an order, on its items and on shipping. */
export const taxOf = ({ totals }: Pick<Order, 'totals'>): number => totals.raw.tax;

/** Returns the price of an order without tax: what the customer pays less the tax in it, before it is rounded. */
export function netOf(order: Pick<Order, 'total' | 'totals'>): number {
  return exact(order.total - order.totals.raw.rounding - taxOf(order));
}

type Lines = Pick<Order, 'totals' | 'truncated'> & {
  readonly lines: readonly { readonly tax: number }[] | undefined;
};

/** Returns the tax on shipping: what the lines have not. Undefined: not all lines are known. */
export function shippingTaxOf({ lines, truncated, ...order }: Lines): number | undefined {
  if (lines === undefined || truncated === true) return undefined;
  // An order without lines has amounts that its maker stated.
  return lines.length === 0 ? 0 : exact(taxOf(order) - sum(lines.map(({ tax }) => tax)));
}

/** Returns the sum of all discounts, on items and on shipping, above 0. Undefined: not all are known. */
export function discountOf({ discounts, truncated }: Pick<Order, 'discounts' | 'truncated'>): number | undefined {
  if (discounts === undefined || truncated === true) return undefined;
  return sum(discounts.map(({ discount, shipping_discount }) => discount + shipping_discount));
}

type Paid = Pick<Order, 'total' | 'totals' | 'captured' | 'refunded' | 'payments' | 'truncated'>;

/** Returns the tax in the refunds of an order, above 0. Undefined: it is not known of each, as of a refund by amount. */
export function refundedTaxOf(order: Paid): number | undefined {
  const { total, captured, refunded, payments, truncated } = order;
  if (refunded === 0) return 0;
  if (captured === total && refunded === total) return taxOf(order);
  if (payments === undefined || truncated === true) return undefined;
  const refunds = payments.filter(({ method, status }) => method === 'refund' && status === 'succeeded');
  const taxes = refunds.flatMap(({ tax }) => (tax === null ? [] : [tax]));
  return taxes.length === refunds.length ? sum(taxes) : undefined;
}

/** Returns the tax in the money that the shop keeps of an order. Undefined: not known, as of one that was paid in part. */
export function keptTaxOf(order: Paid): number | undefined {
  if (order.captured === order.refunded) return 0;
  const refunded = refundedTaxOf(order);
  return order.captured === order.total && refunded !== undefined ? exact(taxOf(order) - refunded) : undefined;
}
