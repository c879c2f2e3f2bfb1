import { ORDER_STATUS_KEYS } from './order-status';
import { hasGoods, waitsToShip } from './to-ship';

const found = (wasDispatched: boolean | null) =>
  ORDER_STATUS_KEYS.filter((status) => waitsToShip({ status, wasDispatched }));

describe('orders to ship', () => {
  it.each([
    [false, ['paid', 'processing', 'partial_refund']],
    [null, ['paid', 'processing', 'partial_refund']],
    [true, ['paid', 'processing']],
  ])('that were dispatched before (%p) wait in these statuses', (wasDispatched, statuses) => {
    expect(found(wasDispatched)).toEqual(statuses);
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
