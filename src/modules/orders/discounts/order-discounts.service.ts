import { Injectable } from '@nestjs/common';
import { type ListQuery, type Page } from '../../../platform/database/lists/listing';
import { Transactions } from '../../../platform/database/connection/transactions';
import { OrderDiscount } from '../data/order-discount.entity';
import { orderDiscountRecord, type OrderDiscountRecord } from './order-discount.record';
import { OrdersCollection } from '../orders.collection';

/** The discounts that orders were placed with. */
@Injectable()
export class OrderDiscountsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
  ) {}

  /** Returns the discounts in the order they were applied, which the list cannot change. @throws OrderNotFound */
  async page(orderId: string, list: ListQuery): Promise<Page<OrderDiscountRecord>> {
    const { manager } = this.transactions;
    await this.orders.row(manager, orderId);
    const [rows, total] = await manager.findAndCount(OrderDiscount, {
      where: { orderId },
      order: { position: 'ASC' },
      skip: list.offset,
      take: list.limit,
    });
    return { rows: rows.map(orderDiscountRecord), total };
  }
}
