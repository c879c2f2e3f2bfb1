import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { OrderItem } from './data/order-item.entity';

/** Units that orders sold. */
@Injectable()
export class OrderUnitsService {
  /** By sku. */
  async sold(tx: EntityManager, orderId: string): Promise<ReadonlyMap<string, number>> {
    const items = await tx.find(OrderItem, { where: { orderId }, select: { id: true, sku: true, quantity: true } });
    return new Map(items.map(({ sku, quantity }) => [sku, quantity]));
  }
}
