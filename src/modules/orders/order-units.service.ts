import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { readBy } from '../../platform/database/rows/row-reader';
import { countedIds } from '../catalog/chosen-modifiers';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { OrderItem } from './data/order-item.entity';
import { Order } from './data/order.entity';
import {
  type LineUnits,
  type RefundedUnits,
  type ReturnedUnits,
  unitsToShip,
  type UnitsToShip,
} from './domain/units-to-ship';

/** Units by sku. */
export type Units = ReadonlyMap<string, number>;

/** Counts units of an order in a module above this one. Called under the order's lock. */
export interface UnitsSource {
  /** Shipped units. */
  shipped?(tx: EntityManager, orderId: string): Promise<Units>;
  /** Units that refunds gave back. @param order as it is now, also where its row is not written yet @param sold those of each sku */
  refunded?(tx: EntityManager, order: Order, sold: Units): Promise<ReturnedUnits>;
  /** A shipment was taken back: of refunded units no more can have gone out than are shipped. */
  unsent?(tx: EntityManager, orderId: string, shipped: Units): Promise<void>;
}

const NONE: RefundedUnits = { units: 0, unshipped: 0 };

/** Units that orders sold, that went out and that came back. */
@Injectable()
export class OrderUnitsService {
  private readonly sources: UnitsSource[] = [];

  register(source: UnitsSource): void {
    this.sources.push(source);
  }

  /** By sku. */
  async sold(tx: EntityManager, orderId: string): Promise<Units> {
    return soldOf(await tx.find(OrderItem, { where: { orderId }, select: { id: true, sku: true, quantity: true } }));
  }

  /** Units by sku that were sold and not taken back (orders-and-payments.md 35). */
  async kept(tx: EntityManager, order: Order): Promise<Units> {
    const sold = await this.sold(tx, order.id);
    const kept = new Map(sold);
    for (const source of this.sources) {
      const returned = await source.refunded?.(tx, order, sold);
      for (const [sku, { units }] of returned?.restocked ?? [])
        kept.set(sku, Math.max(0, (kept.get(sku) ?? 0) - units));
    }
    return kept;
  }

  /** Units by sku that can go out (orders-and-payments.md 35). @param sold units of each sku; left out: as the rows have them */
  async toShip(tx: EntityManager, order: Order, sold?: Units): Promise<ReadonlyMap<string, UnitsToShip>> {
    const units = sold ?? (await this.sold(tx, order.id));
    const shipped = await this.shipped(tx, order.id);
    const returned: (ReturnedUnits | undefined)[] = [];
    for (const source of this.sources) returned.push(await source.refunded?.(tx, order, units));
    const sumOf = (part: keyof ReturnedUnits, sku: string): RefundedUnits =>
      returned.map((one) => one?.[part].get(sku) ?? NONE).reduce(plus, NONE);
    const lineOf = (sku: string, count: number): LineUnits => ({
      ...{ sold: count, shipped: shipped.get(sku) ?? 0 },
      ...{ refunded: sumOf('refunded', sku), restocked: sumOf('restocked', sku) },
    });
    return new Map([...units].map(([sku, count]) => [sku, unitsToShip(lineOf(sku, count))]));
  }

  /** Has the items of an order, and the order itself, say what is left to ship, after a shipment or a refund. */
  async markToShip(tx: EntityManager, order: Order): Promise<void> {
    const saveOrder = trackChanges(tx, Order, order);
    await this.markItems(tx, order);
    await saveOrder();
  }

  /** {@link markToShip} of an order that is in force again: what it may be paid for again is to be shipped. The caller saves the order. */
  async markAgain(tx: EntityManager, order: Order): Promise<void> {
    if (order.nothingToShip === true) await this.markItems(tx, order);
  }

  /** {@link markToShip} after a shipment was changed or removed: refunded units of it did not go out. */
  async takeBack(tx: EntityManager, order: Order): Promise<void> {
    const shipped = await this.shipped(tx, order.id);
    for (const source of this.sources) await source.unsent?.(tx, order.id, shipped);
    await this.markToShip(tx, order);
  }

  /** {@link markToShip} of an edit, whose rows the caller writes. */
  async setToShip(tx: EntityManager, order: Order, items: readonly OrderItem[]): Promise<void> {
    // Nothing was shipped or refunded of any item.
    if (order.nothingToShip === null && items.every(({ toShip }) => toShip === null)) return;
    setToShip(order, items, await this.toShip(tx, order, soldOf(items)));
  }

  /** {@link kept} by the counters of stock that they are sold from. */
  async keptByCounter(tx: EntityManager, order: Order): Promise<Units> {
    return this.byCounter(tx, order.id, await this.kept(tx, order));
  }

  /** Shipped units, by the stock counters that they were sold from. */
  async shippedByCounter(tx: EntityManager, orderId: string): Promise<Units> {
    return this.byCounter(tx, orderId, await this.shipped(tx, orderId));
  }

  private async markItems(tx: EntityManager, order: Order): Promise<void> {
    const items = await readBy(tx, OrderItem, 'orderId', [order.id]);
    const saves = items.map((item) => trackChanges(tx, OrderItem, item));
    setToShip(order, items, await this.toShip(tx, order, soldOf(items)));
    for (const save of saves) await save();
  }

  private async shipped(tx: EntityManager, orderId: string): Promise<Units> {
    const shipped = new Map<string, number>();
    for (const source of this.sources) {
      for (const [sku, units] of (await source.shipped?.(tx, orderId)) ?? []) {
        shipped.set(sku, (shipped.get(sku) ?? 0) + units);
      }
    }
    return shipped;
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

function plus(one: RefundedUnits, other: RefundedUnits): RefundedUnits {
  return { units: one.units + other.units, unshipped: one.unshipped + other.unshipped };
}

function soldOf(items: readonly Pick<OrderItem, 'sku' | 'quantity'>[]): Units {
  return new Map(items.map(({ sku, quantity }) => [sku, quantity]));
}

function setToShip(order: Order, items: readonly OrderItem[], units: ReadonlyMap<string, UnitsToShip>): void {
  for (const item of items) {
    const due = units.get(item.sku)?.due ?? item.quantity;
    item.toShip = due === item.quantity ? null : due;
  }
  order.nothingToShip = (items.length > 0 && items.every(({ toShip }) => toShip === 0)) || null;
}
