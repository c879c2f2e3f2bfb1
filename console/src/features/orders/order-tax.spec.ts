import { type Order } from './order';
import { discountOf, keptTaxOf, netOf, refundedTaxOf, shippingTaxOf } from './order-tax';

const ORDER = {
  total: 12,
  totals: { raw: { tax: 2, rounding: 0 } },
  captured: 12,
  refunded: 0,
  payments: [],
} as unknown as Order;
const refund = (tax: number | null, status = 'succeeded') => ({ method: 'refund', status, tax });
const of = (fields: object): Order => ({ ...ORDER, ...fields });

describe('the tax of an order', () => {
  it('is the difference of its price with and without', () => {
    expect(netOf(ORDER)).toBe(10);
    expect(netOf(of({ total: 0.3, totals: { raw: { tax: 0.1, rounding: 0 } } }))).toBe(0.2);
    expect(netOf(of({ total: 12.05, totals: { raw: { tax: 2, rounding: 0.03 } } }))).toBe(10.02);
  });

  it.each([
    [[{ tax: 1.1 }, { tax: 0.57 }], undefined, 0.33],
    [[{ tax: 2 }], undefined, 0],
    [[], undefined, 0],
    [[{ tax: 1 }], true, undefined],
    [undefined, undefined, undefined],
  ])('on shipping is what the lines %j have not', (lines, truncated, tax) => {
    expect(shippingTaxOf({ ...ORDER, lines, ...(truncated && { truncated }) })).toBe(tax);
  });

  it.each<[string, object, number | undefined, number | undefined]>([
    ['without a refund', {}, 0, 2],
    ['of which units came back', { refunded: 3, payments: [refund(0.1), refund(0.2)] }, 0.3, 1.7],
    ['of which an amount was refunded', { refunded: 3, payments: [refund(0.5), refund(null)] }, undefined, undefined],
    ['whose refund was declined', { refunded: 3, payments: [refund(0.5), refund(null, 'declined')] }, 0.5, 1.5],
    ['that was refunded as a whole, by amounts', { refunded: 12, payments: [refund(null)] }, 2, 0],
    ['that nothing was paid of', { captured: 0 }, 0, 0],
    ['that was paid in part', { captured: 5 }, 0, undefined],
    [
      'with more payments than are shown',
      { refunded: 3, truncated: true, payments: [refund(1)] },
      undefined,
      undefined,
    ],
    ['whose payments are not read', { refunded: 3, payments: undefined }, undefined, undefined],
  ])('%s', (_, fields, refunded, kept) => {
    expect([refundedTaxOf(of(fields)), keptTaxOf(of(fields))]).toEqual([refunded, kept]);
  });
});

describe('the discounts of an order', () => {
  it('are those of its items and of its shipping', () => {
    const discounts = [
      { discount: 0.1, shipping_discount: 0.2 },
      { discount: 1, shipping_discount: 0 },
    ];
    expect(discountOf(of({ discounts }))).toBe(1.3);
    expect(discountOf(of({ discounts: [] }))).toBe(0);
    expect([discountOf(of({ discounts, truncated: true })), discountOf(of({}))]).toEqual([undefined, undefined]);
  });
});
