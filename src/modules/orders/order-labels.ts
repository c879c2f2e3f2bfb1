import { type EntityManager, In } from 'typeorm';
import { Order } from './data/order.entity';
import { shownName } from './domain/order-names';

/** The number of an order, its customer, and its money with the currency. */
export interface OrderLabel extends Pick<
  Order,
  'number' | 'currencyCode' | 'customerId' | 'customerEmail' | 'total' | 'tax' | 'captured'
> {
  /** Name of the customer, else of the billing address. */
  readonly customerName: string | null;
}

/** The columns that labels are made of. */
const LABEL = {
  id: true,
  number: true,
  currencyCode: true,
  total: true,
  tax: true,
  captured: true,
  customerId: true,
  customerEmail: true,
  customer: true,
  billTo: true,
} as const;

/** Reads the labels of orders, at most a page of them, by id. */
export async function orderLabels(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OrderLabel>> {
  if (ids.length === 0) return new Map();
  const orders = await manager.find(Order, { select: LABEL, where: { id: In([...ids]) } });
  return new Map(orders.map((order) => [order.id, labelOf(order)]));
}

/** The label of an order that is read. */
export function labelOf({ customer, billTo, ...order }: Order): OrderLabel {
  return { ...order, customerName: shownName(customer, billTo) };
}
