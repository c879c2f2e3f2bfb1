import { type OrderStatus } from './order-status';

/** Numbers of orders. */
export interface StatusCounts {
  /** Statuses that no order has are missing. */
  readonly byStatus: ReadonlyMap<OrderStatus, number>;
  /** Orders whose goods wait to be shipped. */
  readonly toShip: number;
  /** Orders whose customers are owed money. */
  readonly refundDue: number;
}
