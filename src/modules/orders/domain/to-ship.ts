import { type OrderStatus } from './order-status';

/** Statuses of orders that are paid and have not gone out. */
export const WAITS: readonly OrderStatus[] = ['paid', 'processing'];

/** Statuses of orders without goods to ship: they, or their price, were given back. */
const NO_GOODS: ReadonlySet<OrderStatus> = new Set(['cancelled', 'failed', 'declined', 'refunded']);

/** The part of an order that decides whether goods wait. */
interface Shippable {
  readonly status: OrderStatus;
  /** Whether it ever was dispatched; null: not known, or it was never refunded in part. */
  readonly wasDispatched: boolean | null;
}

/** Whether the goods of an order wait to be shipped: it is paid, or was refunded in part and never dispatched. */
export function waitsToShip({ status, wasDispatched }: Shippable): boolean {
  return WAITS.includes(status) || (status === 'partial_refund' && wasDispatched !== true);
}

/** Whether an order of that status may have shipments. */
export function hasGoods(status: OrderStatus): boolean {
  return !NO_GOODS.has(status);
}
