import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { type EntityManager } from 'typeorm';
import { Collection, type NewRow } from '../../platform/database/rows/collection';
import { CountBuckets } from '../../platform/database/lists/count-buckets';
import { Transactions } from '../../platform/database/connection/transactions';
import { Order } from './data/order.entity';
import { orderListing } from './data/order.listing';
import { OrderNumbersService } from './order-numbers.service';
import { orderRecord, type OrderRecord } from './order.record';
import { OrderNotFound } from './orders.errors';

/** The orders of the store; their list grows without end, so its totals and pages come from blocks. */
@Injectable()
export class OrdersCollection extends Collection<Order, OrderRecord> implements OnModuleDestroy {
  private readonly blocks: CountBuckets<Order>;

  constructor(
    transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly numbers: OrderNumbersService,
  ) {
    const blocks = new CountBuckets(Order, 'orders', transactions, clock);
    super(
      {
        entity: Order,
        listing: orderListing,
        records: async (_, rows) => rows.map(orderRecord),
        notFound: () => new OrderNotFound(),
        blocks,
      },
      ids,
      clock,
    );
    this.blocks = blocks;
  }

  /** Adds an order with its number. */
  override async insert(tx: EntityManager, values: NewRow<Order>, id?: string): Promise<Order> {
    return super.insert(tx, Object.assign(values, { number: await this.numbers.draw(tx) }), id);
  }

  async onModuleDestroy(): Promise<void> {
    await this.blocks.stop();
  }
}
