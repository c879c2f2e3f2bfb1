import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type IfMatch, requireMatch } from '../../../platform/database/rows/entity-tag';
import { trackChanges } from '../../../platform/database/rows/row-changes';
import { Transactions } from '../../../platform/database/connection/transactions';
import { type Language } from '../../promotions/message-language';
import { RejectionsService } from '../../promotions/rejections.service';
import { OrderDiscount } from '../data/order-discount.entity';
import { Order } from '../data/order.entity';
import { type OrderEdit } from './order-edit';
import { orderBalance } from '../domain/order-balance';
import { type OrderSide, orderSide } from '../domain/order-side';
import { changedLines } from './edited-lines';
import { orderEditRecord, type OrderEditRecord } from './order-edit.record';
import { OrderEditWriterService } from './order-edit-writer.service';
import { OrderEditorService, type PlannedEdit } from './order-editor.service';
import { OrderMoves } from '../order-moves';
import { orderRecord } from '../order.record';
import { OrdersCollection } from '../orders.collection';

/** Edits orders: all changes of a request in one transaction, or none (orders-and-payments.md 7). */
@Injectable()
export class OrderEditsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
    private readonly editor: OrderEditorService,
    private readonly writer: OrderEditWriterService,
    private readonly moves: OrderMoves,
    private readonly rejections: RejectionsService,
  ) {}

  /**
   * Changes an order; with `isDry` it only returns the result and writes nothing.
   * @param who name of the client, for the history
   * @param language of the messages
   * @throws OrderNotFound, StaleRecord, ValidationFailed, OrderEditRefused, OutOfStock
   */
  edit(
    id: string,
    edit: OrderEdit,
    isDry: boolean,
    who: string,
    ifMatch: IfMatch,
    language: Language,
  ): Promise<OrderEditRecord> {
    return this.transactions.run(async (tx) => {
      const order = await this.orders.lock(tx, id);
      const before = orderRecord(order);
      const side = orderSide(order);
      if (ifMatch !== undefined) requireMatch(ifMatch, before);
      const save = trackChanges(tx, Order, order);
      const plan = await this.editor.plan(tx, order, edit);
      if (isDry) {
        await this.writer.check(tx, order, plan);
        if (settles(order, plan)) order.status = 'paid';
      } else {
        await this.write(tx, order, { plan, before: side }, who);
        await save();
      }
      const discounts = plan.discounts ?? (await this.discountsOf(tx, order));
      const [fallen = []] = await this.rejections.tell(tx, [plan.fallen], language);
      return orderEditRecord({ before, order, plan, discounts, fallen, language });
    });
  }

  /**
   * One change of an order within the transaction that holds its lock: the caller saves the order.
   * @param who name of the client, for the history
   * @throws ValidationFailed, OrderEditRefused, OutOfStock
   */
  async apply(tx: EntityManager, order: Order, edit: OrderEdit, who: string): Promise<PlannedEdit> {
    const before = orderSide(order);
    const plan = await this.editor.plan(tx, order, edit);
    await this.write(tx, order, { plan, before }, who);
    return plan;
  }

  private async write(
    tx: EntityManager,
    order: Order,
    { plan, before }: { readonly plan: PlannedEdit; readonly before: OrderSide },
    who: string,
  ): Promise<void> {
    await this.writer.write(tx, order, plan);
    const { was, is } = changedLines(plan.changed);
    await this.moves.edited(tx, order, { before: { ...before, items: was }, after: orderSide(order, is) }, who);
    if (settles(order, plan)) await this.moves.move(tx, order, 'paid', who);
  }

  private discountsOf(tx: EntityManager, { id: orderId }: Order): Promise<OrderDiscount[]> {
    return tx.find(OrderDiscount, { where: { orderId }, order: { position: 'ASC' } });
  }
}

/** Whether an edit priced an unpaid order again and left nothing due: no payment could come (orders-and-payments.md 14). */
function settles(order: Order, { discounts }: PlannedEdit): boolean {
  return discounts !== null && order.status === 'unpaid' && orderBalance(order) <= 0n;
}
