import { type EntityManager } from 'typeorm';
import { type OrderTerms } from '../domain/order-terms';
import { Order } from './order.entity';

/** Returns the terms that an order was priced by; null when they were not kept. */
export async function readTerms(tx: EntityManager, id: string): Promise<OrderTerms | null> {
  const row = await tx.findOne(Order, { select: { id: true, terms: true }, where: { id } });
  return row?.terms ?? null;
}
