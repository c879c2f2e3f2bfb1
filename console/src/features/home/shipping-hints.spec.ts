import { shippingHints } from './shipping-hints';

const NONE = {
  ...{ unpaid: 4, paid: 0, processing: 0, mismatch: 0, dispatched: 9, partial_refund: 7, refunded: 1 },
  ...{ cancelled: 1, failed: 1, declined: 1 },
};

describe('the hint on orders that wait to be shipped', () => {
  it.each([
    [{}, 0, []],
    [{ paid: 1 }, 1, ['1 order waits to be shipped: 1 Paid']],
    // It counts an order that Paid does not.
    [{ paid: 365 }, 366, ['366 orders wait to be shipped: 365 Paid, 1 Partly refunded']],
    [
      { paid: 1_365, processing: 2 },
      1_370,
      ['1,370 orders wait to be shipped: 1,365 Paid, 2 Processing, 3 Partly refunded'],
    ],
  ])('of %j with %d to ship says of which statuses they are', (statuses, to_ship, texts) => {
    const hints = shippingHints({ statuses: { ...NONE, ...statuses }, to_ship });
    expect(hints).toEqual(texts.map((text) => ({ text, path: '/orders', search: { to_ship: '1' } })));
  });
});
