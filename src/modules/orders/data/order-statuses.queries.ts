import { type EntityManager } from 'typeorm';
import { type OrderStatus } from '../domain/order-status';
import { Order } from './order.entity';
import { WAITS } from '../domain/to-ship';
import { REFUNDED_UNSENT } from './order.filters';

/** Numbers of orders. */
export interface StatusCounts {
  /** Statuses that no order has are missing. */
  readonly byStatus: ReadonlyMap<OrderStatus, number>;
  /** Orders whose goods wait to be shipped. */
  readonly toShip: number;
}

/** Counts the orders of each status, and those that `to_ship=1` lists. Reads an index of all orders once. */
export async function countStatuses(manager: EntityManager): Promise<StatusCounts> {
  const rows = await manager
    .createQueryBuilder(Order, 'o')
    .select('o.status', 'status')
    .addSelect('COUNT(*)', 'count')
    .groupBy('o.status')
    .getRawMany<{ status: OrderStatus; count: string | number }>();
  const byStatus = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  const waiting = WAITS.reduce((sum, status) => sum + (byStatus.get(status) ?? 0), 0);
  return { byStatus, toShip: waiting + (await manager.countBy(Order, REFUNDED_UNSENT)) };
}
