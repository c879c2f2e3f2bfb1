import { isEditable } from './editable-status';
import { CAME_TO_NOTHING } from './order-balance';
import { ORDER_ORIGINS } from './order-origin';
import { canMove, ORDER_STATUS_KEYS, ORDER_STATUSES, type OrderStatus, type TransitionRule } from './order-status';

/** As carts.md, Order status, writes them. */
const STRICT = `unpaid → paid, processing, failed, declined, mismatch, cancelled · failed → unpaid, paid, cancelled ·
  declined → unpaid, paid, cancelled · paid → processing, dispatched, partial_refund, refunded, mismatch, cancelled ·
  processing → dispatched, partial_refund, refunded, mismatch, cancelled · dispatched → partial_refund, refunded, mismatch ·
  mismatch → paid, processing, dispatched, partial_refund, refunded, cancelled ·
  partial_refund → processing, dispatched, refunded, mismatch, cancelled`;

const pairs = ORDER_STATUS_KEYS.flatMap((from) => ORDER_STATUS_KEYS.map((to) => [from, to] as const));
const moves = (rule: TransitionRule): string[] =>
  pairs.filter(([from, to]) => from !== to && canMove(from, to, rule)).map(([from, to]) => `${from} ${to}`);

describe('the status of an order', () => {
  it('interface.md: has a key and a label', () => {
    expect(ORDER_STATUSES).toEqual({
      unpaid: 'Unpaid',
      paid: 'Paid',
      dispatched: 'Dispatched',
      processing: 'Processing',
      refunded: 'Refunded',
      cancelled: 'Cancelled',
      failed: 'Failed',
      declined: 'Declined',
      mismatch: 'Mismatch',
      partial_refund: 'Partial Refund',
    });
    expect(ORDER_STATUS_KEYS).toEqual(Object.keys(ORDER_STATUSES));
  });

  it('carts.md, Order status: changes as the strict rule lists it, and not otherwise', () => {
    const listed = STRICT.split('·').flatMap((each) => {
      const [from = '', to = ''] = each.split('→');
      return to.split(',').map((one) => `${from.trim()} ${one.trim()}`);
    });
    expect(moves('strict').sort()).toEqual(listed.sort());
  });

  it('carts.md, Order status: leaves refunded and cancelled by the free rule only', () => {
    expect(moves('free')).toHaveLength(90);
    expect(moves('free').filter((move) => !moves('default').includes(move))).toEqual(
      (['refunded', 'cancelled'] as const).flatMap((from) =>
        ORDER_STATUS_KEYS.filter((to) => to !== from).map((to) => `${from} ${to}`),
      ),
    );
  });

  it.each<TransitionRule>(['default', 'free', 'strict'])('may stay what it is: %s', (rule) => {
    expect(ORDER_STATUS_KEYS.filter((status) => !canMove(status, status, rule))).toEqual([]);
  });

  it('orders-and-payments.md 8: lets an order be edited while nothing is dispatched and it is in force', () => {
    expect(ORDER_STATUS_KEYS.filter(isEditable)).toEqual<OrderStatus[]>(['unpaid', 'paid', 'processing', 'mismatch']);
  });

  it('orders-and-payments.md 9: says of three that they came to nothing', () => {
    expect(ORDER_STATUS_KEYS.filter((status) => CAME_TO_NOTHING.has(status))).toEqual<OrderStatus[]>([
      'cancelled',
      'failed',
      'declined',
    ]);
  });
});

it('orders-and-payments.md 1: the amounts of an order come from a checkout or from the API', () => {
  expect(ORDER_ORIGINS).toEqual({ checkout: 'Checkout', api: 'API' });
});
