import { type Amount } from '../../../kernel/money';
import {
  isEditable,
  type OrderMoneyState,
  orderBalance,
  type OrderStatus,
  OWES_NOTHING,
} from '../../orders/order-money';

/** Statuses that a payment of all that is due turns into `paid`. */
const AWAITS_MONEY: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['unpaid', 'failed', 'declined']);

/** The status of an order after a payment; undefined: it stays. It is paid when nothing is due any more (orders-and-payments.md 14). */
export function statusAfterPayment(order: OrderMoneyState, captured: Amount): OrderStatus | undefined {
  const after = { ...order, status: 'unpaid' as const, captured: order.captured + captured };
  return AWAITS_MONEY.has(order.status) && orderBalance(after) <= 0n ? 'paid' : undefined;
}

/**
 * The status of an order after its provider moved other money than was asked; undefined: it stays. An order that cannot be edited stays as
 * it is: with the status `mismatch` its lines could change (orders-and-payments.md 8, 11).
 */
export function statusAfterMismatch({ status }: Pick<OrderMoneyState, 'status'>): OrderStatus | undefined {
  return isEditable(status) ? 'mismatch' : undefined;
}

/**
 * The status of an order after a refund; undefined: it stays. One that came to nothing stays that, and one that is refunded already. What an
 * edit left owed back is no refund of the order: it stays what it is, and can be edited (orders-and-payments.md 9, 16).
 */
export function statusAfterRefund(order: OrderMoneyState, amount: Amount, isOfParts: boolean): OrderStatus | undefined {
  if (OWES_NOTHING.has(order.status) || amount === 0n) return undefined;
  const isAll = order.refunded + amount === order.captured;
  const isOwed = !isOfParts && amount <= -orderBalance({ ...order, status: 'paid' });
  if (isOwed && !(isAll && order.status === 'partial_refund')) return undefined;
  return isAll ? 'refunded' : 'partial_refund';
}
