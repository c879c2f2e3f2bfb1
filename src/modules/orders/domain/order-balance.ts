import { type Amount } from '../../../kernel/money';
import { type OrderStatus } from './order-status';

/** Statuses of orders that came to nothing: they owe nothing. */
export const CAME_TO_NOTHING: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['cancelled', 'failed', 'declined']);

/** Statuses of orders that owe nothing: what of the captured money was not given back is owed to the customer. */
export const OWES_NOTHING: ReadonlySet<OrderStatus> = new Set<OrderStatus>([...CAME_TO_NOTHING, 'refunded']);

/** The money of an order, in its currency. */
export interface OrderMoneyState {
  readonly status: OrderStatus;
  readonly total: Amount;
  /** Sum of the captured payments. */
  readonly captured: Amount;
  /** Sum of the refunds. */
  readonly refunded: Amount;
  /** Part of the refunds that exceeded the amount owed at that moment. */
  readonly credit: Amount;
}

/** Money that a payment captured or a refund gave back. */
export interface MoneyChange {
  readonly captured?: Amount;
  readonly refunded?: Amount;
  /** Whether the refund is of units or of shipping: all of it is credit, because the customer no longer pays for them. */
  readonly isOfParts?: boolean;
}

/** Returns the amount that is due (above 0) or owed back to the customer (below 0) (orders-and-payments.md 9). */
export function orderBalance({ status, total, captured, refunded, credit }: OrderMoneyState): Amount {
  return OWES_NOTHING.has(status) ? refunded - captured : total - credit - captured + refunded;
}

/** Whether a part of the price is due, though a payment took money that was not given back, or holds some. */
export function isPaymentDue(order: OrderMoneyState & { readonly isAuthorized: true | null }): boolean {
  return orderBalance(order) > 0n && (order.captured > order.refunded || order.isAuthorized === true);
}

/** Whether money is owed back to the customer. */
export const isRefundDue = (order: OrderMoneyState): boolean => orderBalance(order) < 0n;

/**
 * The sums after a change. A refund of more than is owed back is credit: it never makes money due again. So is a refund of units or
 * shipping: it gives back what the order still has, and not what an edit took out (orders-and-payments.md 9).
 */
export function afterChange(
  order: OrderMoneyState,
  { captured = 0n, refunded = 0n, isOfParts = false }: MoneyChange,
): Pick<OrderMoneyState, 'captured' | 'refunded' | 'credit'> {
  // A refund of a refunded order gives back what it was for: in another status again, it does not owe that.
  const status = order.status === 'refunded' ? 'paid' : order.status;
  const taken = { ...order, status, captured: order.captured + captured };
  const balance = orderBalance(taken);
  const owed = balance < 0n && !isOfParts ? -balance : 0n;
  const beyond = refunded > owed ? refunded - owed : 0n;
  return { captured: taken.captured, refunded: order.refunded + refunded, credit: order.credit + beyond };
}
