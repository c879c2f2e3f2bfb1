import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/connection/transactions';
import { type ListQuery } from '../../../platform/database/lists/listing';
import { sumOrders } from '../data/order-sums.queries';
import { OrdersCollection } from '../orders.collection';
import { orderTotalsRecord, type OrderTotalsRecord } from './order-totals.record';

/** Sums over the orders that a list finds. */
@Injectable()
export class OrderTotalsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
  ) {}

  /** They may lag, as the list does. */
  of(list: ListQuery): Promise<OrderTotalsRecord> {
    return this.transactions.readLagging(async (manager) =>
      orderTotalsRecord(await this.orders.sums(manager, list, sumOrders)),
    );
  }
}
