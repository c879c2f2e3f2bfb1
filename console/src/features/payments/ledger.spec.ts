import { type MoneyTotal, movedBy, movedTaxOf, sumsOf, type Transaction } from './ledger';

const DONE = { method: 'purchase', status: 'succeeded', amount: 10, currency_code: 'GBP', tax: 1.67 } as Transaction;

describe('the money that transactions moved', () => {
  it.each<[Partial<Transaction>, number, number | null]>([
    [{}, 10, 1.67],
    [{ method: 'capture' }, 10, 1.67],
    [{ method: 'refund' }, -10, -1.67],
    [{ method: 'refund', tax: null }, -10, null],
    [{ tax: 0 }, 10, 0],
    [{ method: 'authorize' }, 0, null],
    [{ method: 'void' }, 0, null],
    [{ status: 'declined' }, 0, null],
    [{ status: 'pending', method: 'refund' }, 0, null],
    [{ status: 'voided', method: 'authorize' }, 0, null],
  ])('of %j is %d with %p of tax', (fields, moved, tax) => {
    expect(movedBy({ ...DONE, ...fields })).toBe(moved);
    expect(movedTaxOf({ ...DONE, ...fields })).toBe(tax);
  });
});

describe('the sums of the ledger', () => {
  const TOTAL: MoneyTotal = {
    ...{ currency_code: 'GBP', captured: 30, refunded: 10, kept: 20, captured_tax: 0.3, refunded_tax: 0.1, untaxed: 0 },
  };
  const came = { name: 'captured', amount: 30, tax: 0.3 };
  const went = { name: 'refunded', amount: -10, tax: -0.1 };

  it('add up: what went has a minus', () => {
    expect(sumsOf(TOTAL)).toEqual([came, went, { name: 'kept', amount: 20, tax: 0.2 }]);
  });

  it('of one kind of money are its own only', () => {
    expect(sumsOf({ ...TOTAL, refunded: 0, kept: 30, refunded_tax: 0 })).toEqual([came]);
    expect(sumsOf({ ...TOTAL, captured: 0, kept: -10, captured_tax: 0 })).toEqual([went]);
  });
});
