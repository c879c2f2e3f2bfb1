import { aPayment, aRefund } from '../../../../test/builders/ledger.builder';
import { parseAmount } from '../../../kernel/money';
import {
  hasMoney,
  isShippingReturned,
  isUnderWay,
  leftOfAll,
  type LedgerEntry,
  returnedOf,
  returnedTax,
  returnedUnits,
  spreadRefund,
} from './order-payments';

const amount = parseAmount;

describe('the payments of an order', () => {
  it.each<[string, LedgerEntry[], boolean]>([
    ['none', [], false],
    ['a charge that waits', [aPayment('1', { state: 'pending' })], true],
    ['a charge of which nobody can tell', [aPayment('1', { state: 'unknown' })], true],
    ['a capture that waits', [aPayment('1', { method: 'capture', state: 'pending' })], true],
    ['a void that waits', [aPayment('1', { method: 'void', state: 'pending' })], true],
    ['a refund that waits', [aPayment('1'), aRefund('2', { state: 'pending' })], false],
    ['a charge that took money', [aPayment('1')], false],
    ['a charge that waits beside one that did not', [aPayment('1'), aPayment('2', { state: 'pending' })], true],
  ])('orders-and-payments.md 10: %s: one is under way: %p', (_, entries, is) => {
    expect(isUnderWay(entries.map((entry) => ({ ...entry })))).toBe(is);
  });

  it.each<[string, LedgerEntry[], boolean]>([
    ['none', [], false],
    ['a charge that took money', [aPayment('1')], true],
    ['a charge that holds money', [aPayment('1', { method: 'authorize', state: 'authorized' })], true],
    ['a charge that waits', [aPayment('1', { state: 'pending' })], true],
    ['a charge that was refunded', [aPayment('1', { refunded: amount('10') })], false],
    ['a charge that was refunded in part', [aPayment('1', { refunded: amount('9.99') })], true],
    ['a charge that was captured in part, and that refunded', [aPayment('1', { captured: 5n, refunded: 5n })], false],
    ['a charge that was declined', [aPayment('1', { state: 'declined' })], false],
    ['a charge that was released', [aPayment('1', { method: 'authorize', state: 'voided' })], false],
    ['a refund that waits', [aRefund('2', { state: 'pending' })], true],
    ['a refund that succeeded', [aRefund('2')], false],
  ])('orders-and-payments.md 15: %s: there is money: %p', (_, entries, has) => {
    expect(hasMoney(entries)).toBe(has);
  });
});

describe('what is left to refund (orders-and-payments.md 16)', () => {
  it.each<[string, LedgerEntry[], string]>([
    ['nothing was paid', [], '0'],
    ['a charge', [aPayment('1')], '10'],
    ['two charges', [aPayment('1'), aPayment('2', { amount: amount('5') })], '15'],
    ['an authorization of which a part was captured', [aPayment('1', { method: 'authorize', captured: 40_000n })], '4'],
    ['a charge that was refunded in part', [aPayment('1', { refunded: amount('2.5') })], '7.5'],
    [
      'a charge with refunds that wait',
      [aPayment('1'), aRefund('2', { state: 'pending' }), aRefund('3', { state: 'unknown' })],
      '8',
    ],
    [
      'a charge with refunds that were counted or declined',
      [aPayment('1'), aRefund('2'), aRefund('3', { state: 'declined' })],
      '10',
    ],
    [
      'a charge beside a refund of another one',
      [aPayment('1'), aRefund('2', { state: 'pending', chargeId: '9' })],
      '10',
    ],
    [
      'a charge with a capture of it that waits',
      [aPayment('1'), aPayment('2', { method: 'capture', state: 'pending', chargeId: '1' })],
      '10',
    ],
    [
      'charges that hold money only, wait or were declined',
      (['authorized', 'pending', 'declined'] as const).map((state) => aPayment(state, { state })),
      '0',
    ],
  ])('of %s', (_, entries, left) => {
    expect(leftOfAll(entries)).toBe(amount(left));
  });

  it.each<[string, LedgerEntry[], string, [string, string][] | undefined]>([
    ['from the newest charge', [aPayment('1'), aPayment('2')], '4', [['2', '4']]],
    ['of all of the newest charge', [aPayment('1'), aPayment('2')], '10', [['2', '10']]],
    [
      'from older ones when the newest has not so much',
      [aPayment('1'), aPayment('2')],
      '12.5',
      [
        ['2', '10'],
        ['1', '2.5'],
      ],
    ],
    [
      'of all there is',
      [aPayment('1'), aPayment('2')],
      '20',
      [
        ['2', '10'],
        ['1', '10'],
      ],
    ],
    ['of more than there is', [aPayment('1'), aPayment('2')], '20.01', undefined],
    [
      'past a charge that has nothing left',
      [aPayment('1'), aPayment('2', { refunded: amount('10') })],
      '1',
      [['1', '1']],
    ],
    [
      'past a charge that gave back more than it took',
      [aPayment('1'), aPayment('2', { refunded: amount('11') })],
      '10',
      [['1', '10']],
    ],
    [
      'past charges that took no money',
      [aPayment('1'), aPayment('2', { state: 'authorized' }), aPayment('3', { state: 'declined' })],
      '1',
      [['1', '1']],
    ],
    ['beside refunds that wait', [aPayment('1'), aRefund('2', { state: 'pending' })], '10', undefined],
    ['of nothing', [aPayment('1')], '0', []],
  ])('a refund is spread %s', (_, entries, wanted, parts) => {
    const spread = spreadRefund(entries, amount(wanted));
    expect(spread).toEqual(
      parts?.map(([id, part]) => ({ charge: entries.find((entry) => entry.id === id), amount: amount(part) })),
    );
  });
});

describe('what refunds gave back', () => {
  const tea = { sku: 'TEA', quantity: 2, amount: '4' };
  const cup = { sku: 'CUP', quantity: 1, amount: '3', tax: '0.5' };
  const more = { sku: 'TEA', quantity: 1, amount: '2', tax: '0.3' };
  const refunds = [
    aPayment('1'),
    aRefund('2', { lines: [tea, cup] }),
    aRefund('3', { lines: [more], state: 'pending' }),
  ];

  it('are units and money of a line', () => {
    expect([returnedOf(refunds, 'TEA'), returnedOf(refunds, 'CUP'), returnedOf(refunds, 'POT')]).toEqual([
      { units: 3, lines: [tea, more] },
      { units: 1, lines: [cup] },
      { units: 0, lines: [] },
    ]);
    expect(returnedUnits(refunds)).toEqual(
      new Map([
        ['TEA', 3],
        ['CUP', 1],
      ]),
    );
  });

  it.each<[string, LedgerEntry[], bigint | undefined]>([
    ['is the sum of theirs', [aPayment('1'), aRefund('2', { tax: 5n }), aRefund('3', { tax: 7n })], 12n],
    ['is none without a refund', [aPayment('1')], 0n],
    ['is not known when one does not tell', [aRefund('2', { tax: 5n }), aRefund('3', { tax: null })], undefined],
  ])('their tax %s', (_, entries, tax) => {
    expect(returnedTax(entries)).toBe(tax);
  });

  it('is shipping if one of them had it', () => {
    expect([
      isShippingReturned([]),
      isShippingReturned([aPayment('1'), aRefund('2', { shipping: false })]),
      isShippingReturned([aRefund('2', { shipping: false }), aRefund('3', { shipping: true })]),
    ]).toEqual([false, false, true]);
  });
});
