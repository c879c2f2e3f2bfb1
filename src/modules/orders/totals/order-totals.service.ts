import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/connection/transactions';
import { type ListQuery } from '../../../platform/database/lists/listing';
import { MOST_SUMMED } from '../../../platform/database/rows/exact-sum';
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

  async of(list: ListQuery): Promise<OrderTotalsRecord> {
    const { count, query } = await this.orders.all(this.transactions.manager, list);
    if (query === undefined) return orderTotalsRecord(count, []);
    return orderTotalsRecord(count, count > MOST_SUMMED ? undefined : await sumOrders(query));
  }
}
