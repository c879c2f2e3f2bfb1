import { movedBy, totalsOf, type Transaction } from './ledger';

const DONE = { method: 'purchase', status: 'succeeded', amount: 10, currency_code: 'GBP' } as Transaction;

describe('the money that transactions moved', () => {
  it.each<[Partial<Transaction>, number]>([
    [{}, 10],
    [{ method: 'capture' }, 10],
    [{ method: 'refund' }, -10],
    [{ method: 'authorize' }, 0],
    [{ method: 'void' }, 0],
    [{ status: 'declined' }, 0],
    [{ status: 'pending', method: 'refund' }, 0],
    [{ status: 'voided', method: 'authorize' }, 0],
  ])('of %j is %d', (fields, moved) => {
    expect(movedBy({ ...DONE, ...fields })).toBe(moved);
  });

  it('is summed up by currency, without the dust of binary fractions', () => {
    const rows: Partial<Transaction>[] = [
      { amount: 0.1 },
      { amount: 0.2 },
      { amount: 0.1, method: 'refund' },
      { currency_code: 'EUR', amount: 5, method: 'refund' },
      { currency_code: 'USD', status: 'declined' },
      { currency_code: null },
    ];
    expect(totalsOf(rows.map((fields) => ({ ...DONE, ...fields })))).toEqual([
      { currency: 'GBP', captured: 0.3, refunded: 0.1 },
      { currency: 'EUR', captured: 0, refunded: 5 },
    ]);
  });
});
