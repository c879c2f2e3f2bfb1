import { type OrderStatus } from './order-status';

/** Statuses of orders that are paid and have not gone out. */
const WAITS: readonly OrderStatus[] = ['paid', 'processing'];

/** Statuses of orders whose goods may wait to be shipped. */
export const MAY_WAIT = ['paid', 'processing', 'partial_refund'] as const satisfies OrderStatus[];

/** A status of orders whose goods may wait. */
export type WaitingStatus = (typeof MAY_WAIT)[number];

/** Statuses of orders without goods to ship: they, or their price, were given back. */
const NO_GOODS: ReadonlySet<OrderStatus> = new Set(['cancelled', 'failed', 'declined', 'refunded']);

/** The part of an order that decides whether goods wait. */
interface Shippable {
  readonly status: OrderStatus;
  /** Whether it ever was dispatched; null: not known, or it was never refunded in part. */
  readonly wasDispatched: boolean | null;
  /** True: all its units were shipped or refunded. */
  readonly nothingToShip: true | null;
}

/** Whether the goods of an order wait to be shipped: it is paid, or was refunded in part and never dispatched, and has some left. */
export function waitsToShip({ status, wasDispatched, nothingToShip }: Shippable): boolean {
  if (nothingToShip === true) return false;
  return WAITS.includes(status) || (status === 'partial_refund' && wasDispatched !== true);
}

/** Whether an order of that status may have shipments. */
export function hasGoods(status: OrderStatus): boolean {
  return !NO_GOODS.has(status);
}

/** Returns the value that counts keep of an order to ship: its status, and whether a part of its price is due; undefined: of no such order. */
export function shippingValue(order: Shippable & { readonly paymentDue: true | null }): string | undefined {
  return waitsToShip(order) ? valueOf(order.status, order.paymentDue === true) : undefined;
}

/** Returns the values of orders to ship. @param shipsDue whether those count of which a part of the price is due */
export function valuesToShip(shipsDue: boolean, statuses: readonly OrderStatus[] = MAY_WAIT): string[] {
  return statuses.flatMap((status) => [valueOf(status, false), ...(shipsDue ? [valueOf(status, true)] : [])]);
}

const valueOf = (status: OrderStatus, isDue: boolean): string => (isDue ? `${status}-due` : status);
