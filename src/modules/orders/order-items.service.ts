import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection } from '../../platform/database/lists/collection';
import { type IfMatch, requireMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { Transactions } from '../../platform/database/connection/transactions';
import { OrderItem } from './data/order-item.entity';
import { Order } from './data/order.entity';
import { orderItemListing } from './data/order.listing';
import { type OrderItemFields } from './edits/order-edit';
import { onlyLine } from './edits/edited-lines';
import { OrderEditsService } from './edits/order-edits.service';
import { orderItemRecord, type OrderItemRecord } from './order-item.record';
import { OrdersCollection } from './orders.collection';
import { OrderItemNotFound } from './orders.errors';

/** The items of orders. A change of one is an edit of the order (orders-and-payments.md 7). */
@Injectable()
export class OrderItemsService {
  private readonly items: Collection<OrderItem, OrderItemRecord>;

  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
    private readonly edits: OrderEditsService,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.items = new Collection(
      {
        entity: OrderItem,
        listing: orderItemListing,
        records: async (_, rows) => rows.map(orderItemRecord),
        notFound: () => new OrderItemNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws OrderNotFound */
  async page(orderId: string, list: ListQuery): Promise<Page<OrderItemRecord>> {
    const { manager } = this.transactions;
    await this.orders.row(manager, orderId);
    return this.items.page(manager, list, { orderId });
  }

  /** @throws OrderItemNotFound */
  get(orderId: string, id: string): Promise<OrderItemRecord> {
    return this.items.get(this.transactions.manager, id, { orderId });
  }

  /**
   * Adds an item, or changes the line that has its sku already (interface.md, rule 2).
   * @param who name of the client, for the history of the order
   * @param ifMatch tags of the line that has the sku; without such a line every one of them is stale
   * @returns the record, and whether the line is new
   * @throws OrderNotFound, ValidationFailed, StaleRecord
   */
  put(
    orderId: string,
    fields: OrderItemFields,
    who: string,
    ifMatch: IfMatch = undefined,
  ): Promise<{ record: OrderItemRecord; isNew: boolean }> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const saveOrder = trackChanges(tx, Order, order);
      const { changed } = await this.edits.apply(tx, order, { items: [{ ...fields, ifMatch }] }, who);
      await saveOrder();
      const { item, before } = onlyLine(changed);
      return { record: orderItemRecord(item), isNew: before === null };
    });
  }

  /**
   * Removes an item entirely.
   * @param sku when given it must be the item's
   * @param who name of the client, for the history of the order
   * @throws OrderNotFound, OrderItemNotFound, ValidationFailed, StaleRecord
   */
  async remove(orderId: string, id: string, sku: string | undefined, who: string, ifMatch: IfMatch): Promise<void> {
    await this.removeFound(orderId, (tx) => this.items.row(tx, id, { orderId }), sku, who, ifMatch);
  }

  /** Removes an item by its sku, of which an order has one. @throws as {@link remove} */
  async removeBySku(orderId: string, sku: string, who: string, ifMatch: IfMatch): Promise<void> {
    const find = async (tx: EntityManager): Promise<OrderItem> => {
      const item = (await tx.findBy(OrderItem, { orderId, sku })).find((one) => one.sku === sku);
      if (item === undefined) throw new OrderItemNotFound();
      return item;
    };
    await this.removeFound(orderId, find, undefined, who, ifMatch);
  }

  private async removeFound(
    orderId: string,
    find: (tx: EntityManager) => Promise<OrderItem>,
    sku: string | undefined,
    who: string,
    ifMatch: IfMatch,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, orderId);
      const saveOrder = trackChanges(tx, Order, order);
      const item = await find(tx);
      if (ifMatch !== undefined) requireMatch(ifMatch, orderItemRecord(item));
      if (sku !== undefined && sku !== item.sku) throw ValidationFailed.of('sku', "must be the item's sku");
      await this.edits.apply(tx, order, { items: [{ sku: item.sku, quantity: 0 }] }, who);
      await saveOrder();
    });
  }
}
