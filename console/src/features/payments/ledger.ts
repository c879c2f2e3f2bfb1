import { type components } from '@storekeeper/client';

export type Transaction = components['schemas']['TransactionRecord'];
export type MoneyTotal = components['schemas']['MoneyTotalRecord'];

const TAKES: ReadonlySet<Transaction['method']> = new Set(['purchase', 'capture', 'recorded', 'reversal'] as const);

/** Returns the money that a transaction brought, below 0 for a refund, above 0 for one that failed later. An authorization took nothing yet, and a void gives nothing back. */
export function movedBy({ method, status, amount }: Transaction): number {
  if (status !== 'succeeded') return 0;
  if (method === 'refund') return -amount;
  return TAKES.has(method) ? amount : 0;
}

/** Returns the tax in the money that a transaction brought, below 0 for a refund; null: it brought none, or the tax is not known. */
export function movedTaxOf(one: Transaction): number | null {
  if (movedBy(one) === 0 || one.tax === null) return null;
  return one.method === 'refund' ? -one.tax : one.tax;
}

/** A line of the sums of the ledger: money that came is above 0, money that went below. */
export interface LedgerSum {
  readonly name: 'captured' | 'refunded' | 'kept';
  readonly amount: number;
  readonly tax: number;
}

/** The lines of the sums in one currency. Where only one kind of money is listed, it alone. */
export function sumsOf({ captured, refunded, kept, captured_tax, refunded_tax }: MoneyTotal): readonly LedgerSum[] {
  const came: LedgerSum = { name: 'captured', amount: captured, tax: captured_tax };
  const went: LedgerSum = { name: 'refunded', amount: -refunded, tax: -refunded_tax };
  if (refunded === 0) return [came];
  if (captured === 0) return [went];
  return [came, went, { name: 'kept', amount: kept, tax: exact(captured_tax - refunded_tax) }];
}

/** Amounts have at most four decimals: removes what binary fractions add. */
export const exact = (amount: number): number => Math.round(amount * 10_000) / 10_000;
