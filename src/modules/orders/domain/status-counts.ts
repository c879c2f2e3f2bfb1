import { type OrderStatus } from './order-status';
import { type WaitingStatus } from './to-ship';

/** Numbers of orders. */
export interface StatusCounts {
  /** Statuses that no order has are missing. */
  readonly byStatus: ReadonlyMap<OrderStatus, number>;
  /** Orders whose goods wait to be shipped. */
  readonly toShip: Readonly<Record<WaitingStatus, number>>;
  /** Orders of which a part of the price is due. */
  readonly paymentDue: number;
  /** Orders whose customers are owed money. */
  readonly refundDue: number;
}
