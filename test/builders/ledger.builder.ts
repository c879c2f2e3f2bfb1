import { parseAmount } from '../../src/kernel/money';
import { type LedgerEntry } from '../../src/modules/payments/domain/order-payments';

/** A payment that took £10, unless told otherwise. Its id is told apart by the caller. */
export function aPayment(id: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id,
    method: 'purchase',
    state: 'captured',
    amount: parseAmount('10'),
    captured: null,
    refunded: 0n,
    chargeId: null,
    lines: null,
    shipping: null,
    restock: null,
    tax: null,
    ...fields,
  };
}

/** A refund of £1 of the charge `1` that succeeded, unless told otherwise. */
export function aRefund(id: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  return aPayment(id, { method: 'refund', state: 'succeeded', amount: parseAmount('1'), chargeId: '1', ...fields });
}
