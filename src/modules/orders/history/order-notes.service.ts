import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock';
import { IdGenerator } from '../../../kernel/ids';
import { Transactions } from '../../../platform/database/connection/transactions';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../../platform/database/lists/listing';
import { matching, readPage } from '../../../platform/database/lists/page-reader';
import { OrderNote } from '../data/order-note.entity';
import { orderNoteListing } from '../data/order.listing';
import { orderNoteRecord, type OrderNoteRecord } from './order-note.record';
import { OrdersCollection } from '../orders.collection';

/** Notes on orders for the staff of the shop (orders-and-payments.md 36). */
@Injectable()
export class OrderNotesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Newest first unless asked otherwise. @throws OrderNotFound */
  async page(orderId: string, list: ListQuery): Promise<Page<OrderNoteRecord>> {
    const { manager } = this.transactions;
    await this.orders.row(manager, orderId);
    requireSort(orderNoteListing, list);
    const conditions = conditionsOf(orderNoteListing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const page = await readPage(
      manager,
      matching(manager, OrderNote, [{ orderId }, ...conditions]),
      orderNoteListing,
      list,
    );
    return { total: page.total, rows: page.rows.map(orderNoteRecord) };
  }

  /** Adds a note; the order stays as it is. @throws OrderNotFound */
  add(orderId: string, text: string, author: string): Promise<OrderNoteRecord> {
    return this.transactions.run(async (tx) => {
      // The lock: an order that is removed takes its notes along.
      await this.orders.lock(tx, orderId);
      const note = { id: this.ids.next(), orderId, text, author, createdAt: this.clock.now() };
      await tx.insert(OrderNote, note);
      return orderNoteRecord(note);
    });
  }
}
