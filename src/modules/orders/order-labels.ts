import { type EntityManager, In } from 'typeorm';
import { Order } from './data/order.entity';

/** The id and number of an order, and the currency of its amounts. */
export type OrderLabel = Pick<Order, 'id' | 'number' | 'currencyCode'>;

/** Reads the labels of orders, at most a page of them, by id. */
export async function orderLabels(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderLabel>> {
  if (ids.length === 0) return new Map();
  const select = { id: true, number: true, currencyCode: true } as const;
  const orders = await manager.find(Order, { select, where: { id: In([...ids]) } });
  return new Map(orders.map((order) => [order.id, order]));
}
