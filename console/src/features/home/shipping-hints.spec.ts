import { shippingHints } from './shipping-hints';

const NONE = { paid: 0, processing: 0, partial_refund: 0 };

describe('the hint on orders that wait to be shipped', () => {
  it.each([
    [{}, 0, []],
    [{ paid: 1 }, 1, ['1 order waits to be shipped: 1 Paid']],
    [{ paid: 365, partial_refund: 1 }, 366, ['366 orders wait to be shipped: 365 Paid, 1 Partly refunded']],
    [
      { paid: 1_365, processing: 2, partial_refund: 3 },
      1_370,
      ['1,370 orders wait to be shipped: 1,365 Paid, 2 Processing, 3 Partly refunded'],
    ],
  ])('of %j with %d to ship says of which statuses they are', (statuses, to_ship, texts) => {
    const hints = shippingHints({ to_ship, to_ship_statuses: { ...NONE, ...statuses } });
    expect(hints).toEqual(texts.map((text) => ({ text, path: '/orders', search: { to_ship: '1' } })));
  });
});
