import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type IfMatch, requireMatch } from '../../platform/database/rows/entity-tag';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { Transactions } from '../../platform/database/connection/transactions';
import { OrderDiscount } from './data/order-discount.entity';
import { Order } from './data/order.entity';
import { type OrderEdit } from './order-edit';
import { orderEditRecord, type OrderEditRecord } from './order-edit.record';
import { OrderEditWriterService } from './order-edit-writer.service';
import { OrderEditorService, type PlannedEdit } from './order-editor.service';
import { orderRecord } from './order.record';
import { OrdersCollection } from './orders.collection';

/** Edits orders: all changes of a request in one transaction, or none (orders-that-stay-true.md 7). */
@Injectable()
export class OrderEditsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
    private readonly editor: OrderEditorService,
    private readonly writer: OrderEditWriterService,
  ) {}

  /**
   * Changes an order, or with `isDry` only answers what the change would make of it.
   * @throws OrderNotFound, StaleRecord, ValidationFailed, OrderEditRefused, OutOfStock
   */
  edit(id: string, edit: OrderEdit, isDry: boolean, ifMatch: IfMatch): Promise<OrderEditRecord> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, id);
      const before = orderRecord(order);
      if (ifMatch !== undefined) requireMatch(ifMatch, before);
      const save = trackChanges(tx, Order, order);
      const plan = await this.editor.plan(tx, order, edit);
      if (isDry) await this.writer.check(tx, order, plan);
      else {
        await this.writer.write(tx, order, plan);
        await save();
      }
      const discounts = plan.discounts ?? (await this.discountsOf(tx, order));
      return orderEditRecord({ before, order, plan, discounts });
    });
  }

  /**
   * One change of an order within the transaction that holds its lock: the caller saves the order.
   * @throws ValidationFailed, OrderEditRefused, OutOfStock
   */
  async apply(tx: EntityManager, order: Order, edit: OrderEdit): Promise<PlannedEdit> {
    const plan = await this.editor.plan(tx, order, edit);
    await this.writer.write(tx, order, plan);
    return plan;
  }

  private discountsOf(tx: EntityManager, { id: orderId }: Order): Promise<OrderDiscount[]> {
    return tx.find(OrderDiscount, { where: { orderId }, order: { position: 'ASC' } });
  }
}
