import { type Amount } from '../../../kernel/money';
import { methodOf, type PaymentState, type TransactionMethod } from './payment-state';

/** Methods whose amount is money that came. */
const TAKES: ReadonlySet<TransactionMethod> = new Set(['purchase', 'capture', 'recorded']);

/** A transaction that may keep the tax in its amount. */
interface Taxed {
  readonly amount: Amount;
  readonly method: TransactionMethod | null;
  readonly state: PaymentState;
  readonly tax: Amount | null;
}

/** The order of a transaction; without amounts if it was removed. */
interface TaxedOrder {
  readonly total: Amount | null;
  readonly tax: Amount | null;
  readonly captured: Amount | null;
}

/**
 * The tax in an amount. A charge keeps it since 1.3; of an older one it is that of its order, if the order was paid by this charge
 * alone. Null where it is not known.
 */
export function taxOf(payment: Taxed, { total, tax, captured }: TaxedOrder): Amount | null {
  if (payment.tax !== null) return payment.tax;
  const isWhole = TAKES.has(methodOf(payment)) && payment.amount === total && captured === total;
  return isWhole ? tax : null;
}
