import { type components } from '@storekeeper/client';

export type Transaction = components['schemas']['TransactionRecord'];

/** The money that payments took and gave back, in one currency. */
export interface LedgerTotal {
  readonly currency: string;
  readonly captured: number;
  /** Above 0. */
  readonly refunded: number;
}

/** Returns the money that a transaction brought, below 0 for a refund. An authorization took nothing yet, and a void gives nothing back. */
export function movedBy({ method, status, amount }: Transaction): number {
  if (status !== 'succeeded') return 0;
  if (method === 'refund') return -amount;
  return method === 'purchase' || method === 'capture' ? amount : 0;
}

/** Sums up transactions by currency. Those of removed orders, whose currency is not known, moved no money. */
export function totalsOf(transactions: readonly Transaction[]): readonly LedgerTotal[] {
  const totals = new Map<string, LedgerTotal>();
  for (const one of transactions) {
    const moved = movedBy(one);
    if (moved === 0 || one.currency_code === null) continue;
    const { captured = 0, refunded = 0 } = totals.get(one.currency_code) ?? {};
    totals.set(one.currency_code, {
      currency: one.currency_code,
      captured: exact(captured + Math.max(0, moved)),
      refunded: exact(refunded + Math.max(0, -moved)),
    });
  }
  return [...totals.values()];
}

/** Amounts have at most four decimals: removes what binary fractions add. */
const exact = (amount: number): number => Math.round(amount * 10_000) / 10_000;
