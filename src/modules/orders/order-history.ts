import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { type Page } from '../../platform/database/listing';
import { Transactions } from '../../platform/database/transactions';
import { OrderStatusChange } from './data/order-status-change.entity';
import { type OrderStatus } from './domain/order-status';

/** The moves of an order's status: who, when, from where to where. */
@Injectable()
export class OrderHistory {
  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Writes a move in the transaction that makes it. */
  async write(tx: EntityManager, orderId: string, from: OrderStatus, to: OrderStatus, who: string): Promise<void> {
    await tx.insert(OrderStatusChange, { id: this.ids.next(), orderId, from, to, who, createdAt: this.clock.now() });
  }

  /** The moves of an order, newest first unless asked otherwise. */
  async page(
    orderId: string,
    list: { limit: number; offset: number; order: 'asc' | 'desc' },
  ): Promise<Page<OrderStatusChange>> {
    const [rows, total] = await this.transactions.manager.findAndCount(OrderStatusChange, {
      where: { orderId },
      order: { id: list.order },
      skip: list.offset,
      take: list.limit,
    });
    return { rows, total };
  }

  /** Forgets the moves of an order that is removed. */
  async forget(tx: EntityManager, orderId: string): Promise<void> {
    await tx.delete(OrderStatusChange, { orderId });
  }
}
