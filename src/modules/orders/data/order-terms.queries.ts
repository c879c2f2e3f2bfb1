import { type EntityManager } from 'typeorm';
import { type OrderTerms } from '../domain/order-terms';
import { Order } from './order.entity';

/** What an order was priced by; null when it is not known. */
export async function readTerms(tx: EntityManager, id: string): Promise<OrderTerms | null> {
  const row = await tx.findOne(Order, { select: { id: true, terms: true }, where: { id } });
  return row?.terms ?? null;
}
