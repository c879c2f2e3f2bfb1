import { ORDER_STATUS_KEYS } from './order-status';
import { hasGoods, waitsToShip } from './to-ship';

const found = (wasDispatched: boolean | null, nothingToShip: true | null = null) =>
  ORDER_STATUS_KEYS.filter((status) => waitsToShip({ status, wasDispatched, nothingToShip }));

describe('orders to ship', () => {
  it.each([
    [false, ['paid', 'processing', 'partial_refund']],
    [null, ['paid', 'processing', 'partial_refund']],
    [true, ['paid', 'processing']],
  ])('that were dispatched before (%p) wait in these statuses', (wasDispatched, statuses) => {
    expect(found(wasDispatched)).toEqual(statuses);
  });

  it.each([false, null, true])('of which nothing is left do not wait (dispatched before: %p)', (wasDispatched) => {
    expect(found(wasDispatched, true)).toEqual([]);
  });

  it('have goods unless these or their price were given back', () => {
    expect(ORDER_STATUS_KEYS.filter((status) => !hasGoods(status))).toEqual([
      'refunded',
      'cancelled',
      'failed',
      'declined',
    ]);
  });
});
