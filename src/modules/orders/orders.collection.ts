import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection } from '../../platform/database/collection';
import { ListBlocks } from '../../platform/database/list-blocks';
import { Transactions } from '../../platform/database/transactions';
import { Order } from './data/order.entity';
import { orderListing } from './data/order.listing';
import { orderRecord, type OrderRecord } from './order.record';
import { OrderNotFound } from './orders.errors';

/** The orders of the store; their list grows without end, so its totals and pages come from blocks. */
@Injectable()
export class OrdersCollection extends Collection<Order, OrderRecord> implements OnModuleDestroy {
  private readonly blocks: ListBlocks<Order>;

  constructor(transactions: Transactions, ids: IdGenerator, clock: Clock) {
    const blocks = new ListBlocks(Order, 'orders', transactions, clock);
    super(
      {
        entity: Order,
        listing: orderListing,
        records: async (rows) => rows.map(orderRecord),
        notFound: () => new OrderNotFound(),
        blocks,
      },
      transactions,
      ids,
      clock,
    );
    this.blocks = blocks;
  }

  async onModuleDestroy(): Promise<void> {
    await this.blocks.stop();
  }
}
