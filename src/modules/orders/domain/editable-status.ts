import { type OrderStatus } from './order-status';

/** Statuses in which nothing is dispatched and the order is in force: its money can change (orders-and-payments.md 8). */
const EDITABLE: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['unpaid', 'paid', 'processing', 'mismatch']);

/** Returns whether the lines and the shipping of a placed order may change while it has this status. */
export function isEditable(status: OrderStatus): boolean {
  return EDITABLE.has(status);
}
