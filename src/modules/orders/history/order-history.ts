import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { IdGenerator } from '../../../kernel/ids';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../../platform/database/lists/listing';
import { matching, readPage } from '../../../platform/database/lists/page-reader';
import { orderStatusChangeListing } from '../data/order.listing';
import { type Order } from '../data/order.entity';
import { type EditedSides, OrderStatusChange } from '../data/order-status-change.entity';
import { type OrderStatus } from '../domain/order-status';

/** Moves of the status of orders, and edits: who made them, and when (orders-and-payments.md 40). */
@Injectable()
export class OrderHistory {
  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Writes a move in the transaction that makes it. */
  async write(tx: EntityManager, orderId: string, from: OrderStatus, to: OrderStatus, who: string): Promise<void> {
    await this.insert(tx, { orderId, from, to, who, kind: null, sides: null });
  }

  /** Writes an edit in the transaction that makes it. One that left everything as it was is none. */
  async writeEdit(tx: EntityManager, { id, status }: Order, sides: EditedSides, who: string): Promise<void> {
    if (isDeepStrictEqual(sides.before, sides.after)) return;
    await this.insert(tx, { orderId: id, from: status, to: status, who, kind: 'edit', sides });
  }

  private async insert(tx: EntityManager, entry: Omit<OrderStatusChange, 'id' | 'createdAt'>): Promise<void> {
    await tx.insert(OrderStatusChange, { id: this.ids.next(), createdAt: this.clock.now(), ...entry });
  }

  /** Whether an order ever had the status `dispatched`. */
  wasDispatched(tx: EntityManager, orderId: string): Promise<boolean> {
    return tx.existsBy(OrderStatusChange, [
      { orderId, to: 'dispatched' },
      { orderId, from: 'dispatched' },
    ]);
  }

  /** The entries of an order that match every filter, newest first unless asked otherwise. */
  async page(manager: EntityManager, orderId: string, list: ListQuery): Promise<Page<OrderStatusChange>> {
    requireSort(orderStatusChangeListing, list);
    const conditions = conditionsOf(orderStatusChangeListing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    return readPage(
      manager,
      matching(manager, OrderStatusChange, [{ orderId }, ...conditions]),
      orderStatusChangeListing,
      list,
    );
  }

  /** Forgets the entries of an order that is removed. */
  async forget(tx: EntityManager, orderId: string): Promise<void> {
    await tx.delete(OrderStatusChange, { orderId });
  }
}
