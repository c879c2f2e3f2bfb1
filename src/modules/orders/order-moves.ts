import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../../platform/config/config';
import { type Order } from './data/order.entity';
import { type EditedSides } from './data/order-status-change.entity';
import { canMove, type OrderStatus } from './domain/order-status';
import { OrderHistory } from './history/order-history';
import { OrderTransitions } from './order-status-listeners';
import { StatusChangeRefused } from './orders.errors';

/** Changes the status of orders, writes the history and calls the listeners. Call under the order's lock. */
@Injectable()
export class OrderMoves {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly history: OrderHistory,
    private readonly transitions: OrderTransitions,
  ) {}

  /** Whether the status of an order may change so (setting ORDER_TRANSITIONS). */
  mayMove({ status }: Order, to: OrderStatus): boolean {
    return canMove(status, to, this.config.store.orderTransitions);
  }

  /** @param who for the history @throws StatusChangeRefused, and what a listener throws */
  async move(tx: EntityManager, order: Order, to: OrderStatus, who: string): Promise<void> {
    const from = order.status;
    if (from === to) return;
    if (!this.mayMove(order, to)) throw new StatusChangeRefused(from, to);
    order.status = to;
    order.wasDispatched = await this.wasDispatched(tx, order, from);
    await this.history.write(tx, order.id, from, to, who);
    await this.transitions.moved(tx, order, from, who);
  }

  /** Writes an edit to the history. @param who name of the client */
  edited(tx: EntityManager, order: Order, sides: EditedSides, who: string): Promise<void> {
    return this.history.writeEdit(tx, order, sides, who);
  }

  /** Where a row does not say and it decides, the history is asked. */
  private async wasDispatched(tx: EntityManager, order: Order, from: OrderStatus): Promise<boolean | null> {
    if (from === 'dispatched' || order.status === 'dispatched') return true;
    if (order.wasDispatched !== null || order.status !== 'partial_refund') return order.wasDispatched;
    return this.history.wasDispatched(tx, order.id);
  }

  /** Calls the listeners after a client made an order. */
  stated(tx: EntityManager, order: Order, who: string): Promise<void> {
    return this.transitions.stated(tx, order, who);
  }

  /** Calls the listeners before an order is removed. */
  removed(tx: EntityManager, order: Order): Promise<void> {
    return this.transitions.removed(tx, order);
  }

  /** Calls the listeners before an order has another currency. */
  currencyChanged(tx: EntityManager, order: Order): Promise<void> {
    return this.transitions.currencyChanged(tx, order);
  }
}
