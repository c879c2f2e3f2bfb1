import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Order } from './data/order.entity';
import { type OrderStatus } from './domain/order-status';

/** The result of an edit that is not written yet. */
export interface EditedOrder {
  /** Units of each sku. */
  readonly units: ReadonlyMap<string, number>;
  /** The field that changes shipping or its price; null: they stay. */
  readonly shippingField: 'shipping' | 'shipping_price' | null;
}

/** Called on each status change and each edit of an order, under its lock and in its transaction; throwing rolls the change back. */
export interface OrderListener {
  /** The order moved from a status to the one it has now; it is saved afterwards. @param who for the history */
  moved(tx: EntityManager, order: Order, from: OrderStatus, who: string): Promise<void>;
  /** A client made the order with the money that it has now. */
  stated?(tx: EntityManager, order: Order, who: string): Promise<void>;
  /** The order is about to be removed. */
  removed(tx: EntityManager, order: Order): Promise<void>;
  /** The order is about to be so; its rows are as before. */
  edited?(tx: EntityManager, order: Order, edited: EditedOrder): Promise<void>;
  /** The order is about to have another currency. */
  currencyChanged?(tx: EntityManager, order: Order): Promise<void>;
}

/** Holds the listeners of modules above this one. */
@Injectable()
export class OrderTransitions {
  private readonly listeners: OrderListener[] = [];

  listen(listener: OrderListener): void {
    this.listeners.push(listener);
  }

  async moved(tx: EntityManager, order: Order, from: OrderStatus, who: string): Promise<void> {
    for (const listener of this.listeners) await listener.moved(tx, order, from, who);
  }

  async stated(tx: EntityManager, order: Order, who: string): Promise<void> {
    for (const listener of this.listeners) await listener.stated?.(tx, order, who);
  }

  async removed(tx: EntityManager, order: Order): Promise<void> {
    for (const listener of this.listeners) await listener.removed(tx, order);
  }

  async edited(tx: EntityManager, order: Order, edited: EditedOrder): Promise<void> {
    for (const listener of this.listeners) await listener.edited?.(tx, order, edited);
  }

  async currencyChanged(tx: EntityManager, order: Order): Promise<void> {
    for (const listener of this.listeners) await listener.currencyChanged?.(tx, order);
  }
}
