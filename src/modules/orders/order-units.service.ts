import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { OrderItem } from './data/order-item.entity';
import { ShippedAlready } from './orders.errors';

/** Units of an order by sku. */
export type UnitsOfOrder = (tx: EntityManager, orderId: string) => Promise<ReadonlyMap<string, number>>;

/** Units that orders sold, and those that went out already: a module after this one knows the latter. */
@Injectable()
export class OrderUnitsService {
  private shipped: UnitsOfOrder = () => Promise.resolve(new Map<string, number>());

  /** Says how many units of an order went out. */
  tellShipped(shipped: UnitsOfOrder): void {
    this.shipped = shipped;
  }

  /** Units that were sold. */
  async sold(tx: EntityManager, orderId: string): Promise<ReadonlyMap<string, number>> {
    const items = await tx.find(OrderItem, { where: { orderId }, select: { id: true, sku: true, quantity: true } });
    return new Map(items.map(({ sku, quantity }) => [sku, quantity]));
  }

  /**
   * Called before lines of an order change, under its lock.
   * @param lines what each will hold; 0: it is removed
   * @throws ShippedAlready when one would hold fewer units than went out (orders-that-stay-true.md 35)
   */
  async requireShipped(
    tx: EntityManager,
    orderId: string,
    lines: readonly { readonly sku: string; readonly quantity: number }[],
  ): Promise<void> {
    const shipped = await this.shipped(tx, orderId);
    for (const { sku, quantity } of lines) {
      const units = shipped.get(sku) ?? 0;
      if (quantity < units) throw new ShippedAlready(sku, units);
    }
  }
}
