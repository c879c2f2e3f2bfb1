import { aPayment, aRefund } from '../../../../test/builders/ledger.builder';
import { leftOfAll, type LedgerEntry } from './order-payments';
import { refundedUnits, unsentUnits } from './refunded-units';

const SOLD = new Map([
  ['TEA', 3],
  ['CUP', 2],
]);
const ALL = new Map([
  ['TEA', { units: 3, unshipped: 3 }],
  ['CUP', { units: 2, unshipped: 2 }],
]);
const tea = { sku: 'TEA', quantity: 2, amount: '2', tax: '0', unshipped: 1 };
const cup = { sku: 'CUP', quantity: 1, amount: '1', tax: '0' };
const more = { sku: 'TEA', quantity: 1, amount: '1', tax: '0', unshipped: 0 };
const paid = aPayment('1', { refunded: 0n });
const PRICE = paid.amount;
const ONE = aRefund('2').amount;
/** An order that costs what was paid, with nothing due, unless told otherwise. */
const priced = (balance = 0n, total = PRICE, credit = 0n) => ({ total, balance, credit });
const PAID = priced();

describe('units that refunds gave back (orders-and-payments.md 35)', () => {
  it.each<[string, LedgerEntry[], object, object]>([
    ['none without a refund', [paid], {}, {}],
    ['none of an amount', [paid, aRefund('2')], {}, {}],
    [
      'those of all refunds, and of those that restocked',
      [paid, aRefund('2', { lines: [tea, cup], restock: true }), aRefund('3', { lines: [more], restock: false })],
      { TEA: { units: 3, unshipped: 1 }, CUP: { units: 1, unshipped: 1 } },
      { TEA: { units: 2, unshipped: 1 }, CUP: { units: 1, unshipped: 1 } },
    ],
    [
      'those whose outcome is open',
      [paid, aRefund('2', { lines: [cup], restock: null, state: 'unknown' })],
      { CUP: { units: 1, unshipped: 1 } },
      {},
    ],
    [
      'all where all that was left came back, but for what was not restocked before',
      [
        aPayment('1', { refunded: PRICE }),
        aRefund('2', { lines: [tea], restock: false }),
        aRefund('3', { amount: PRICE - ONE, restock: true }),
      ],
      Object.fromEntries(ALL),
      { TEA: { units: 1, unshipped: 1 }, CUP: { units: 2, unshipped: 2 } },
    ],
  ])('are %s', (_, entries, refunded, restocked) => {
    expect(refundedUnits(entries, SOLD, { ...PAID, kept: leftOfAll(entries) })).toEqual({
      refunded: new Map(Object.entries(refunded)),
      restocked: new Map(Object.entries(restocked)),
    });
  });
});

describe('all units of an order', () => {
  const given = aPayment('1', { refunded: PRICE });
  const amount = { amount: PRICE };
  const all = aRefund('2', amount);
  const restocked = aRefund('2', { ...amount, restock: true });
  const failed = aPayment('3', { ...amount, method: 'reversal', state: 'succeeded', chargeId: '2' });
  const again = aPayment('4', { captured: PRICE });
  const recorded = aPayment('4', { captured: PRICE, method: 'recorded' });
  const held = aPayment('4', { method: 'authorize', state: 'authorized' });
  const captured = [
    aPayment('4', { method: 'authorize', captured: PRICE }),
    aPayment('5', { method: 'capture', state: 'succeeded', chargeId: '4' }),
  ];
  const late = aPayment('0', { captured: PRICE });
  const part = [aPayment('1', { refunded: PRICE }), aRefund('2'), aRefund('3', { ...amount, restock: true })];
  const lateRest = aPayment('0', { captured: PRICE - ONE, amount: PRICE - ONE });
  const charged = aPayment('1', { captured: PRICE });
  const opened = aRefund('2', { ...amount, restock: true, state: 'pending' });
  // A return that is made in two parts, of which the first is open.
  const first = aPayment('1', { amount: 6n, captured: 6n });
  const second = aPayment('2', { amount: 4n, captured: 4n, refunded: 4n });
  const openedPart = aRefund('3', { amount: 6n, state: 'pending' });
  const made = aRefund('4', { amount: 4n, chargeId: '2', restock: true });
  const NONE = new Map();
  it.each<[string, LedgerEntry[], typeof PAID, [ReadonlyMap<string, object>, ReadonlyMap<string, object>]]>([
    ['were not refunded without a refund', [given], PAID, [NONE, NONE]],
    ['were not, where a part is left', [aPayment('1', { refunded: 1n }), aRefund('2')], PAID, [NONE, NONE]],
    ['were not by a refund of no items', [given, aRefund('2', { lines: [] })], PAID, [NONE, NONE]],
    ['were not, where they cost nothing', [given, all], priced(0n, 0n), [NONE, NONE]],
    ['were, with all money', [given, all], PAID, [ALL, NONE]],
    ['were, though an order that owes nothing costs nothing', [given, restocked], priced(0n, 0n), [ALL, ALL]],
    ['were, though a part of the refund was declined', [aPayment('1', { refunded: 1n }), restocked], PAID, [ALL, ALL]],
    ['are to be paid again', [given, all], priced(PRICE), [NONE, NONE]],
    ['are to be paid again after a return', [given, restocked], priced(PRICE), [NONE, NONE]],
    ['were paid again', [given, all, again], PAID, [NONE, NONE]],
    ['were paid again after a return', [given, restocked, again], PAID, [NONE, NONE]],
    ['were paid again elsewhere', [given, restocked, recorded], PAID, [NONE, NONE]],
    ['were paid again by a capture', [given, restocked, ...captured], PAID, [NONE, NONE]],
    ['were paid again late', [late, given, all], PAID, [NONE, NONE]],
    ['were paid again late after a return', [late, given, restocked], PAID, [NONE, NONE]],
    ['were not paid again by late money that is owed back', [late, given, restocked], priced(-PRICE), [ALL, ALL]],
    ['were paid again late with what was not credited', [lateRest, ...part], priced(0n, PRICE, ONE), [NONE, NONE]],
    ['were not paid again by less', [lateRest, ...part], priced(0n, PRICE, 0n), [ALL, ALL]],
    ['are not paid again by an authorization', [given, restocked, held], PAID, [ALL, ALL]],
    ['stay refunded while the money of a failed refund is owed', [paid, all, failed], priced(-PRICE), [ALL, NONE]],
    ['stay returned while it is owed', [paid, restocked, failed], priced(-PRICE), [ALL, ALL]],
    ['are paid for where a failed refund is not owed', [paid, all, failed], PAID, [NONE, NONE]],
    ['are paid for after a return that failed', [paid, restocked, failed], PAID, [NONE, NONE]],
    ['stay refunded when its money is given again', [given, all, failed, aRefund('4', amount)], PAID, [ALL, NONE]],
    ['stay returned then', [given, restocked, failed, aRefund('4', amount)], PAID, [ALL, ALL]],
    ['are not refunded by what an edit left owed', [paid, aRefund('2')], priced(-PRICE), [NONE, NONE]],
    ['were, by a return whose outcome is open', [charged, opened], PAID, [ALL, ALL]],
    ['were not paid again by a part that is open', [first, second, openedPart, made], priced(0n, 10n, 4n), [ALL, ALL]],
    ['were paid again late while a return is open', [late, charged, opened], priced(-PRICE), [NONE, NONE]],
  ])('%s', (_, entries, order, [refunded, returned]) => {
    const open = entries.filter(({ method, state }) => method === 'refund' && state === 'pending');
    const kept = leftOfAll(entries) + open.reduce((sum, { amount: one }) => sum + one, 0n);
    expect(refundedUnits(entries, SOLD, { ...order, kept })).toEqual({ refunded, restocked: returned });
  });
});

describe('refunded units of a shipment that is taken back', () => {
  const refunds = [
    aRefund('2', { lines: [tea, { ...cup, unshipped: 0 }] }),
    aRefund('3', { lines: [more] }),
    aRefund('4', { lines: [cup] }),
  ];
  const lines = (teas: number, others: number, cups: number) => [
    {
      id: '2',
      lines: [
        { ...tea, unshipped: teas },
        { ...cup, unshipped: cups },
      ],
    },
    { id: '3', lines: [{ ...more, unshipped: others }] },
  ];
  it.each<[string, Record<string, number>, object[]]>([
    ['went out, where enough is shipped', { TEA: 2, CUP: 1 }, []],
    ['did not, as far as too few are shipped', { TEA: 1, CUP: 1 }, lines(1, 1, 0).slice(1)],
    ['did not, where nothing is shipped', {}, lines(2, 1, 1)],
  ])('%s', (_, shipped, changed) => {
    const found = unsentUnits([paid, ...refunds], new Map(Object.entries(shipped)));
    expect(found.map((one) => ({ id: one.refund.id, lines: one.lines }))).toEqual(changed);
  });
});
