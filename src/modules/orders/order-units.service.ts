import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { readBy } from '../../platform/database/rows/row-reader';
import { countedIds } from '../catalog/chosen-modifiers';
import { OrderItem } from './data/order-item.entity';

/** Units by sku. */
export type Units = ReadonlyMap<string, number>;

/** Counts units of an order in a module above this one. Called under the order's lock. */
export interface UnitsSource {
  /** Shipped units. */
  shipped?(tx: EntityManager, orderId: string): Promise<Units>;
  /** Units that refunds took back into stock. @param sold those of each sku */
  returned?(tx: EntityManager, orderId: string, sold: Units): Promise<Units>;
}

/** Units that orders sold, that went out and that came back. */
@Injectable()
export class OrderUnitsService {
  private readonly sources: UnitsSource[] = [];

  register(source: UnitsSource): void {
    this.sources.push(source);
  }

  /** By sku. */
  async sold(tx: EntityManager, orderId: string): Promise<Units> {
    const items = await tx.find(OrderItem, { where: { orderId }, select: { id: true, sku: true, quantity: true } });
    return new Map(items.map(({ sku, quantity }) => [sku, quantity]));
  }

  /** Units by sku that were sold and not taken back (orders-that-stay-true.md 35). */
  async kept(tx: EntityManager, orderId: string): Promise<Units> {
    const sold = await this.sold(tx, orderId);
    const kept = new Map(sold);
    for (const source of this.sources) {
      for (const [sku, units] of (await source.returned?.(tx, orderId, sold)) ?? []) {
        kept.set(sku, Math.max(0, (kept.get(sku) ?? 0) - units));
      }
    }
    return kept;
  }

  /** {@link kept} by the counters of stock that they are sold from. */
  async keptByCounter(tx: EntityManager, orderId: string): Promise<Units> {
    return this.byCounter(tx, orderId, await this.kept(tx, orderId));
  }

  /** Shipped units, by the stock counters that they were sold from. */
  async shippedByCounter(tx: EntityManager, orderId: string): Promise<Units> {
    const shipped = new Map<string, number>();
    for (const source of this.sources) {
      for (const [sku, units] of (await source.shipped?.(tx, orderId)) ?? []) {
        shipped.set(sku, (shipped.get(sku) ?? 0) + units);
      }
    }
    return this.byCounter(tx, orderId, shipped);
  }

  /** Units by the id of the counter of stock: of the product, or of a variation with stock of its own. */
  async byCounter(tx: EntityManager, orderId: string, units: Units): Promise<Units> {
    const counted = new Map<string, number>();
    if (units.size === 0) return counted;
    for (const { sku, productId, modifiers } of await readBy(tx, OrderItem, 'orderId', [orderId])) {
      for (const id of productId === null ? [] : countedIds(productId, modifiers ?? [])) {
        counted.set(id, (counted.get(id) ?? 0) + (units.get(sku) ?? 0));
      }
    }
    return counted;
  }
}
