import { type EntityManager } from 'typeorm';
import { Order } from './data/order.entity';

/**
 * Whether the prices of the newest order include tax (orders-and-payments.md 25). Undefined: there are no orders. Reads
 * one row by its index.
 */
export async function newestOrderIncludesTax(manager: EntityManager): Promise<boolean | undefined> {
  const [newest] = await manager.find(Order, {
    select: { id: true, pricesIncludeTax: true },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: 1,
  });
  return newest && (newest.pricesIncludeTax ?? false);
}
