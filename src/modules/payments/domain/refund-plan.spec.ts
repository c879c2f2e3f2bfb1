import { aPayment, aRefund } from '../../../../test/builders/ledger.builder';
import { ValidationFailed } from '../../../kernel/errors';
import { parseAmount } from '../../../kernel/money';
import { type ChargedParts } from '../../orders/charged-parts';
import { type RefundRequest } from '../payment-request';
import { PaymentRefused } from '../payments.errors';
import { type LedgerEntry } from './order-payments';
import { planByAmount, planByParts, type RefundedOrder, type RefundPlan, refundRest } from './refund-plan';

const amount = parseAmount;

/** Three teas for £10 with £1.67 of tax, a cup for £5 without, and £4 of shipping with £0.67: £19. */
const CHARGED: ChargedParts = {
  items: [
    { sku: 'TEA', quantity: 3, charged: amount('10'), tax: amount('1.67') },
    { sku: 'CUP', quantity: 1, charged: amount('5'), tax: 0n },
  ],
  shipping: amount('4'),
  shippingTax: amount('0.67'),
};
const ORDER: RefundedOrder = {
  origin: 'checkout',
  currencyCode: 'GBP',
  currency: { data: { rounding_mode: 'half_up' } },
  total: amount('19'),
  tax: amount('2.34'),
  captured: amount('19'),
};
const PAID = aPayment('1', { amount: amount('19') });

const request = (fields: Partial<RefundRequest> = {}): RefundRequest => ({
  amount: null,
  items: null,
  shipping: false,
  restock: false,
  ...fields,
});
const units = (...items: [string, number][]): Partial<RefundRequest> => ({
  items: items.map(([sku, quantity]) => ({ sku, quantity })),
});
const byParts = (fields: Partial<RefundRequest>, live: readonly LedgerEntry[] = [PAID]): RefundPlan =>
  planByParts(ORDER, live, request(fields), CHARGED);
const thrownBy = (step: () => unknown): PaymentRefused => {
  try {
    step();
  } catch (error) {
    if (error instanceof PaymentRefused) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};
const sums = ({ parts }: RefundPlan): unknown => parts.map((part) => [part.charge.id, part.amount, part.tax]);

describe('a refund by amount (orders-and-payments.md 16)', () => {
  it('gives back the amount, of which it does not know the tax', () => {
    const plan = planByAmount(ORDER, [PAID], request({ amount: amount('4.01') }));
    expect(plan).toEqual({ parts: [{ charge: PAID, amount: amount('4.01'), tax: null }], lines: null, rounding: 0n });
  });

  it('of all that is left has the rest of the tax, spread over the charges', () => {
    const live = [aPayment('1', { amount: amount('9') }), aPayment('2', { amount: amount('10') })];
    expect(sums(planByAmount(ORDER, live, request({ restock: true })))).toEqual([
      ['2', amount('10'), amount('1.23')],
      ['1', amount('9'), amount('1.11')],
    ]);
    expect(sums(planByAmount(ORDER, live, request({ amount: amount('19') })))).toEqual([
      ['2', amount('10'), amount('1.23')],
      ['1', amount('9'), amount('1.11')],
    ]);
    const refunded = { ...PAID, refunded: amount('5') };
    const before = aRefund('2', { amount: amount('5'), tax: amount('0.34') });
    expect(sums(planByAmount(ORDER, [refunded, before], request()))).toEqual([['1', amount('14'), amount('2')]]);
  });

  it('of all that is left has the rest of the tax that the charges took, also after an edit', () => {
    const paid = { ...PAID, tax: amount('2.34') };
    const edited = { ...ORDER, total: amount('12'), tax: amount('1.1') };
    expect(sums(planByAmount(edited, [paid], request()))).toEqual([['1', amount('19'), amount('2.34')]]);
    const taken = [
      aPayment('1', { method: 'authorize', amount: amount('20'), captured: amount('19'), refunded: amount('5') }),
      aPayment('2', { method: 'capture', state: 'succeeded', amount: amount('19'), tax: amount('2.34') }),
      aRefund('3', { amount: amount('5'), tax: amount('0.34') }),
    ];
    expect(sums(planByAmount(edited, taken, request()))).toEqual([['1', amount('14'), amount('2')]]);
    // An edit that changes the tax and not the total.
    const swapped = { ...ORDER, tax: amount('0.5') };
    expect(sums(planByAmount(swapped, [paid], request()))).toEqual([['1', amount('19'), amount('2.34')]]);
  });

  it('of what an edit left owed has the tax that the order no longer has', () => {
    const paid = { ...PAID, tax: amount('2.34') };
    const edited = { ...ORDER, total: amount('12'), tax: amount('1.1') };
    const taxOf = (order: RefundedOrder, of: string, live: readonly LedgerEntry[] = [paid]) =>
      planByAmount(order, live, request({ amount: amount(of) })).parts.map(({ tax }) => tax);
    expect(taxOf(edited, '7')).toEqual([amount('1.24')]);
    // A part of it, more than it, an unknown tax, and an edit to goods with more tax.
    expect(taxOf(edited, '6')).toEqual([null]);
    expect(taxOf(edited, '8')).toEqual([null]);
    expect(taxOf(edited, '7', [PAID])).toEqual([null]);
    expect(taxOf({ ...edited, tax: amount('2.5') }, '7')).toEqual([null]);
    expect(taxOf({ ...edited, total: amount('18.5') }, '0.5')).toEqual([null]);
  });

  it.each<[string, RefundedOrder, LedgerEntry[]]>([
    [
      'earlier ones gave more tax back than was taken',
      ORDER,
      [
        { ...PAID, tax: amount('1'), refunded: amount('5') },
        aRefund('2', { amount: amount('5'), tax: amount('1.01') }),
      ],
    ],
    [
      'a capture was not kept as a payment of its own',
      { ...ORDER, total: amount('20') },
      [aPayment('1', { method: 'authorize', amount: amount('19'), captured: amount('19') })],
    ],
    ['an earlier one did not tell its tax', ORDER, [{ ...PAID, refunded: amount('1') }, aRefund('2')]],
    ['the order was not paid in full', { ...ORDER, captured: amount('18') }, [PAID]],
  ])('of all that is left does not know its tax when %s', (_, order, live) => {
    expect(planByAmount(order, live, request()).parts.map(({ tax }) => tax)).toEqual([null]);
  });

  it.each<[Partial<RefundRequest>, Error]>([
    [
      { amount: amount('1'), restock: true },
      ValidationFailed.of('restock', 'needs items, or a refund of all that is left'),
    ],
    [{ amount: amount('1.001') }, ValidationFailed.of('amount', 'must be a whole number of 0.01 GBP')],
    [
      { amount: amount('19.01') },
      new PaymentRefused({ amount: ['amount must be above 0 and at most the 19 that are left of what was paid'] }),
    ],
    [
      { amount: 0n },
      new PaymentRefused({ amount: ['amount must be above 0 and at most the 19 that are left of what was paid'] }),
    ],
  ])('refuses %p', (fields, error) => {
    expect(() => planByAmount(ORDER, [PAID], request(fields))).toThrow(error);
  });

  it('of all that is left is refused when nothing is', () => {
    expect(() => planByAmount(ORDER, [{ ...PAID, refunded: amount('19') }], request())).toThrow(
      new PaymentRefused({ amount: ['amount must be above 0 and at most the 0 that are left of what was paid'] }),
    );
  });
});

describe('a refund by items (orders-and-payments.md 16)', () => {
  it('gives back their part of the line, with its tax', () => {
    expect(byParts(units(['TEA', 1], ['CUP', 1]))).toEqual({
      parts: [{ charge: PAID, amount: amount('8.33'), tax: amount('0.56') }],
      lines: [
        { sku: 'TEA', quantity: 1, amount: '3.33', tax: '0.56' },
        { sku: 'CUP', quantity: 1, amount: '5', tax: '0' },
      ],
      rounding: 0n,
    });
  });

  it('gives the last unit the rest of the line and of its tax', () => {
    const earlier = aRefund('2', { lines: [{ sku: 'TEA', quantity: 2, amount: '6.67', tax: '1.11' }] });
    expect(byParts(units(['TEA', 1]), [PAID, earlier]).lines).toEqual([
      { sku: 'TEA', quantity: 1, amount: '3.33', tax: '0.56' },
    ]);
    const more = aRefund('3', { lines: [{ sku: 'TEA', quantity: 1, amount: '6', tax: '1' }] });
    expect(byParts(units(['TEA', 2]), [PAID, more]).lines).toEqual([
      { sku: 'TEA', quantity: 2, amount: '4', tax: '0.67' },
    ]);
  });

  it('works out the tax of an earlier refund that did not write it, by its amount', () => {
    const earlier = aRefund('2', { lines: [{ sku: 'TEA', quantity: 2, amount: '6.67' }] });
    expect(byParts(units(['TEA', 1]), [PAID, earlier]).lines).toEqual([
      { sku: 'TEA', quantity: 1, amount: '3.33', tax: '0.56' },
    ]);
    const free: ChargedParts = { ...CHARGED, items: [{ sku: 'BAG', quantity: 2, charged: 0n, tax: 0n }] };
    const bag = aRefund('2', { lines: [{ sku: 'BAG', quantity: 1, amount: '0' }] });
    expect(planByParts(ORDER, [PAID, bag], request({ ...units(['BAG', 1]), restock: true }), free)).toEqual({
      parts: [{ charge: PAID, amount: 0n, tax: 0n }],
      lines: [{ sku: 'BAG', quantity: 1, amount: '0', tax: '0' }],
      rounding: 0n,
    });
  });

  it('rounds as the currency of the order does', () => {
    const yen: RefundedOrder = { ...ORDER, currencyCode: 'JPY', currency: { data: { rounding_mode: 'half_even' } } };
    const charged: ChargedParts = {
      items: [{ sku: 'TEA', quantity: 4, charged: amount('10'), tax: amount('2') }],
      shipping: 0n,
      shippingTax: 0n,
    };
    expect(planByParts(yen, [PAID], request(units(['TEA', 1])), charged)).toEqual({
      parts: [{ charge: PAID, amount: amount('2'), tax: 0n }],
      lines: [{ sku: 'TEA', quantity: 1, amount: '2', tax: '0' }],
      rounding: 0n,
    });
  });

  it('has the price of shipping when that is asked for, with its tax', () => {
    expect(byParts({ ...units(['CUP', 1]), shipping: true })).toEqual({
      parts: [{ charge: PAID, amount: amount('9'), tax: amount('0.67') }],
      lines: [{ sku: 'CUP', quantity: 1, amount: '5', tax: '0' }],
      rounding: 0n,
    });
    expect(byParts({ shipping: true })).toEqual({
      parts: [{ charge: PAID, amount: amount('4'), tax: amount('0.67') }],
      lines: [],
      rounding: 0n,
    });
  });

  it('spreads amount and tax over the charges, the newest first', () => {
    const live = [aPayment('1', { amount: amount('9') }), aPayment('2', { amount: amount('7') })];
    expect(sums(byParts({ ...units(['TEA', 3]), shipping: true }, live))).toEqual([
      ['2', amount('7'), amount('1.17')],
      ['1', amount('7'), amount('1.17')],
    ]);
  });

  it('moves the money of goods that come back as of those that do not', () => {
    const tea = units(['TEA', 1]);
    expect(sums(byParts({ ...tea, restock: true }))).toEqual(sums(byParts(tea)));
    expect(sums(byParts(tea))).toEqual([['1', amount('3.33'), amount('0.56')]]);
  });

  it('brings goods that cost nothing back with the newest charge, and moves no money', () => {
    const free: ChargedParts = { ...CHARGED, items: [{ sku: 'BAG', quantity: 2, charged: 0n, tax: 0n }] };
    const live = [PAID, aPayment('2'), aPayment('3', { state: 'authorized' })];
    const bag = { ...units(['BAG', 1]), restock: true };
    expect(sums(planByParts(ORDER, live, request(bag), free))).toEqual([['2', 0n, 0n]]);
    const { errors } = thrownBy(() => planByParts(ORDER, live, request({ ...bag, restock: false }), free));
    expect(errors).toEqual({ restock: ['restock must be 1: these units give no money back'] });
    expect(() => planByParts(ORDER, live, request({ items: [], restock: true }), free)).toThrow(PaymentRefused);
  });

  it.each<[string, Partial<RefundRequest>, LedgerEntry[], Error]>([
    [
      'an amount beside them',
      { ...units(['TEA', 1]), amount: 1n },
      [PAID],
      ValidationFailed.of('amount', 'cannot be sent with items or shipping'),
    ],
    ['a sku twice', units(['TEA', 1], ['CUP', 1], ['TEA', 1]), [PAID], ValidationFailed.of('items', 'name TEA twice')],
    [
      'a sku that was not sold',
      units(['POT', 1]),
      [PAID],
      ValidationFailed.of('items', 'name POT, which the order does not have'),
    ],
    [
      'more units than were sold',
      units(['TEA', 4]),
      [PAID],
      ValidationFailed.of('items', 'name 4 of TEA, of which 3 can still be refunded'),
    ],
    [
      'more units than are left',
      units(['TEA', 2]),
      [PAID, aRefund('2', { state: 'pending', lines: [{ sku: 'TEA', quantity: 2, amount: '6.67' }] })],
      ValidationFailed.of('items', 'name 2 of TEA, of which 1 can still be refunded'),
    ],
    [
      'units of a line of which an edit left fewer than were refunded',
      units(['TEA', 1]),
      [PAID, aRefund('2', { lines: [{ sku: 'TEA', quantity: 5, amount: '6.67' }] })],
      ValidationFailed.of('items', 'name 1 of TEA, of which 0 can still be refunded'),
    ],
    [
      'shipping twice',
      { shipping: true },
      [PAID, aRefund('2', { shipping: true })],
      ValidationFailed.of('shipping', 'is refunded already'),
    ],
    [
      'units that are worth more than was paid',
      units(['TEA', 3]),
      [aPayment('1', { amount: amount('9') })],
      new PaymentRefused({ amount: ['amount must be above 0 and at most the 9 that are left of what was paid'] }),
    ],
    [
      'shipping that is more than what is left',
      { shipping: true },
      [aPayment('1', { amount: amount('19'), refunded: amount('15.5') })],
      new PaymentRefused({
        shipping: ['shipping makes the refund 4, more than the 3.5 that are left of what was paid'],
      }),
    ],
    [
      'shipping where nothing is left',
      { shipping: true },
      [aPayment('1', { amount: amount('19'), refunded: amount('19') })],
      new PaymentRefused({ shipping: ['shipping makes the refund 4, more than the 0 that are left of what was paid'] }),
    ],
    [
      'shipping that is too much beside items, with them',
      { ...units(['CUP', 1]), shipping: true },
      [aPayment('1', { amount: amount('19'), refunded: amount('14') })],
      new PaymentRefused({ shipping: ['shipping makes the refund 9, more than the 5 that are left of what was paid'] }),
    ],
    [
      'items that are too much, shipping or not',
      { ...units(['CUP', 1]), shipping: true },
      [aPayment('1', { amount: amount('19'), refunded: amount('14.01') })],
      new PaymentRefused({ amount: ['amount must be above 0 and at most the 4.99 that are left of what was paid'] }),
    ],
  ])('refuses %s', (_, fields, live, error) => {
    expect(() => byParts(fields, live)).toThrow(error);
  });

  it.each([0n, -1n])('refuses shipping of which %p was charged', (shipping) => {
    expect(() => planByParts(ORDER, [PAID], request({ shipping: true }), { ...CHARGED, shipping })).toThrow(
      ValidationFailed.of('shipping', 'was not charged'),
    );
  });
});

describe('what is left to refund (orders-and-payments.md 16)', () => {
  it('is what was paid, shipping and the units of each item', () => {
    expect(refundRest([PAID], CHARGED)).toEqual({
      amount: amount('19'),
      shipping: amount('4'),
      items: [
        { sku: 'TEA', quantity: 3 },
        { sku: 'CUP', quantity: 1 },
      ],
    });
  });

  it('is what earlier refunds did not give back, never below nothing', () => {
    const lines = [
      { sku: 'TEA', quantity: 2, amount: '6.67' },
      { sku: 'CUP', quantity: 3, amount: '5' },
    ];
    const live = [{ ...PAID, refunded: amount('15.67') }, aRefund('2', { lines, shipping: true })];
    expect(refundRest(live, CHARGED)).toEqual({
      amount: amount('3.33'),
      shipping: 0n,
      items: [
        { sku: 'TEA', quantity: 1 },
        { sku: 'CUP', quantity: 0 },
      ],
    });
    expect(refundRest([PAID], { ...CHARGED, shipping: -1n }).shipping).toBe(0n);
  });
});
