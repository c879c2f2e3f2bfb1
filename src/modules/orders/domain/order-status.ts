/** The states of an order with their labels (interface.md, Order). */
export const ORDER_STATUSES = {
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
} as const;

export type OrderStatus = keyof typeof ORDER_STATUSES;

export const ORDER_STATUS_KEYS = Object.keys(ORDER_STATUSES) as OrderStatus[];

/** Rule of allowed changes (carts.md, Order status; setting ORDER_TRANSITIONS). */
export type TransitionRule = 'default' | 'free' | 'strict';

/** The moves of the strict rule. One that is not here does not exist. */
const STRICT = {
  unpaid: ['paid', 'processing', 'failed', 'declined', 'mismatch', 'cancelled'],
  failed: ['unpaid', 'paid', 'cancelled'],
  declined: ['unpaid', 'paid', 'cancelled'],
  paid: ['processing', 'dispatched', 'partial_refund', 'refunded', 'mismatch', 'cancelled'],
  processing: ['dispatched', 'partial_refund', 'refunded', 'mismatch', 'cancelled'],
  dispatched: ['partial_refund', 'refunded', 'mismatch'],
  mismatch: ['paid', 'processing', 'dispatched', 'partial_refund', 'refunded', 'cancelled'],
  partial_refund: ['processing', 'dispatched', 'refunded', 'mismatch', 'cancelled'],
  refunded: [],
  cancelled: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

/** Returns whether an order may change between two states. Keeping a state is always allowed. */
export function canMove(from: OrderStatus, to: OrderStatus, rule: TransitionRule): boolean {
  if (from === to || rule === 'free') return true;
  if (rule === 'strict') return (STRICT[from] as readonly OrderStatus[]).includes(to);
  return from !== 'refunded' && from !== 'cancelled';
}
