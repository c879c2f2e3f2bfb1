import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { saveChanges, trackChanges } from '../../platform/database/rows/row-changes';
import { readBy, readById } from '../../platform/database/rows/row-reader';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Sent } from '../../platform/resources/resource';
import { type OrderFields } from './data/order-fields.entity';
import { Order } from './data/order.entity';
import { OrderNote } from './data/order-note.entity';
import { OrderItem } from './data/order-item.entity';
import { afterChange, type MoneyChange } from './domain/order-balance';
import { orderSide } from './domain/order-side';
import { type OrderStatus } from './domain/order-status';
import { OrderEditsService } from './edits/order-edits.service';
import { OrderHistory } from './history/order-history';
import { OrderMoves } from './order-moves';
import { OrderReferences, type OrderReferenceFields } from './order-references';
import { orderRecord, type OrderRecord, originOf } from './order.record';
import { placedEdit } from './edits/placed-edit';
import { OrdersCollection } from './orders.collection';
import { type OrderStatusChange } from './data/order-status-change.entity';

/** An order as a caller states it. What it refers to may be left out, but for its currency. */
export type NewOrder = Sent<OrderFields> & Partial<Omit<OrderReferenceFields, 'currencyId' | 'currencyCode'>>;

/** Makes the page of a list of the rows that were found. */
export type FinishPage = (manager: EntityManager, page: Page<OrderRecord>) => Promise<Page<OrderRecord>>;

/** Orders: created, found, changed, removed (interface.md, Orders). */
@Injectable()
export class OrdersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly orders: OrdersCollection,
    private readonly references: OrderReferences,
    private readonly history: OrderHistory,
    private readonly moves: OrderMoves,
    private readonly edits: OrderEditsService,
  ) {}

  /** @throws OrderNotFound */
  get(id: string): Promise<OrderRecord> {
    return this.orders.get(this.transactions.manager, id);
  }

  /** Orders of all customers; they may lag. @param finish adds to the page what it includes, from the same rows */
  page(list: ListQuery, finish: FinishPage = asItIs): Promise<Page<OrderRecord>> {
    return this.transactions.readLagging(async (manager) => finish(manager, await this.orders.page(manager, list)));
  }

  /** A customer's own orders, as they are. */
  pageOf(customerId: string, list: ListQuery): Promise<Page<OrderRecord>> {
    return this.orders.page(this.transactions.manager, list, { customerId });
  }

  /** An order of a customer. @throws OrderNotFound also for one of another customer */
  getOf(customerId: string, id: string): Promise<OrderRecord> {
    return this.orders.get(this.transactions.manager, id, { customerId });
  }

  /** {@link page} of those that match every field; all orders when none does, unless the search is strict (interface.md, rule 1). */
  search(list: ListQuery, finish: FinishPage = asItIs): Promise<Page<OrderRecord>> {
    return this.transactions.readLagging(async (manager) => {
      const page = await this.orders.page(manager, list);
      const matchedNone = page.total === 0 && Object.keys(list.filters).length > 0;
      const isOfAll = matchedNone && !list.strict;
      return finish(manager, isOfAll ? await this.orders.page(manager, { ...list, filters: {} }) : page);
    });
  }

  /**
   * Makes an order as it is stated. One that is paid has its total captured: the shop was paid outside the store
   * (orders-and-payments.md 14).
   * @throws ValidationFailed naming what does not exist or does not fit
   */
  create(sent: NewOrder, who: string): Promise<OrderRecord> {
    const { references, fields } = parted(sent);
    const { status, total } = sent;
    const stated = { wasDispatched: status === 'dispatched', captured: status === 'paid' ? total : 0n };
    return this.transactions.run(async (tx) => {
      const order = Object.assign(this.orders.draft(), fields, stated);
      await this.references.fill(tx, order, references);
      await this.orders.insert(tx, order);
      await this.moves.stated(tx, order, who);
      return orderRecord(order);
    });
  }

  /**
   * Changes an order; a change of status is written to its history. The store computes the amounts of a placed order, so a
   * change of its shipping is an edit (orders-and-payments.md 4).
   * @param who name of the client, for the history
   * @throws OrderNotFound, StaleRecord, StatusChangeRefused, ValidationFailed, OrderEditRefused
   */
  update(id: string, patch: Partial<NewOrder>, who: string, ifMatch: IfMatch): Promise<OrderRecord> {
    return this.transactions.run((tx) =>
      this.orders.change(tx, id, ifMatch, async (order) => {
        const { references, fields } = parted(patch);
        const { status, ...stated } = fields;
        const { subtotal: _, shippingPrice: __, total: ___, exchangeRate: ____, ...unpriced } = stated;
        const isPlaced = originOf(order) === 'checkout';
        const { status: was } = order;
        const before = orderSide(order);
        const edit = isPlaced ? placedEdit(order, patch) : undefined;
        if (edit !== undefined) await this.edits.apply(tx, order, edit, who);
        Object.assign(order, isPlaced ? unpriced : stated);
        // Before the status: what a paid order says was paid is in its currency.
        await this.refer(tx, order, isPlaced ? { ...references, shipping: undefined } : references);
        if (!isPlaced) await this.moves.edited(tx, order, { before, after: orderSide(order) }, who);
        // A status sent back unchanged is no change request: the edit may have made the order paid.
        if (status !== undefined && status !== was) await this.moves.move(tx, order, status, who);
      }),
    );
  }

  /** Payments have the currency of their order, so the listeners may refuse another one. */
  private async refer(tx: EntityManager, order: Order, sent: Partial<OrderReferenceFields>): Promise<void> {
    const { currencyId } = order;
    await this.references.fill(tx, order, sent);
    if (order.currencyId !== currencyId) await this.moves.currencyChanged(tx, order);
  }

  /** Removes an order with its items, discounts and history. @throws OrderNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.orders.remove(tx, id, ifMatch, (order) => this.moves.removed(tx, order));
      // After the order, whose event shows them.
      await this.orders.replaceDiscounts(tx, id);
      await tx.delete(OrderNote, { orderId: id });
      await tx.remove(await tx.findBy(OrderItem, { orderId: id }));
      await this.history.forget(tx, id);
    });
  }

  /** The changes of the status of an order, and its edits. @throws OrderNotFound */
  async historyOf(id: string, list: ListQuery): Promise<Page<OrderStatusChange>> {
    const { manager } = this.transactions;
    await this.orders.row(manager, id);
    return this.history.page(manager, id, list);
  }

  /** The record of an order. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<OrderRecord | undefined> {
    const order = await readById(tx, Order, id);
    return order === null ? undefined : orderRecord(order);
  }

  /** Orders by id, in one statement. @param ids at most a page of them */
  async findMany(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, Order>> {
    return new Map((await readBy(manager, Order, 'id', ids)).map((order) => [order.id, order]));
  }

  /** {@link find}. @throws OrderNotFound */
  async require(tx: EntityManager, id: string): Promise<OrderRecord> {
    return orderRecord(await this.orders.row(tx, id));
  }

  /** An order, locked until the transaction ends. @throws OrderNotFound */
  async lock(tx: EntityManager, id: string): Promise<Order> {
    const order = await this.orders.lock(tx, id);
    trackChanges(tx, Order, order);
    return order;
  }

  /** {@link lock} of an order that can be paid, now or when it is revived. Undefined when it was cancelled or removed. */
  async lockPayable(tx: EntityManager, id: string): Promise<Order | undefined> {
    const order = await readById(tx, Order, id, { lock: true });
    if (order === null || order.status === 'cancelled') return undefined;
    trackChanges(tx, Order, order);
    return order;
  }

  /**
   * Writes what payments and refunds moved, and the status that follows, into an order that is loaded and locked: one
   * change, one event (orders-and-payments.md 9).
   * @param who for the history @throws StatusChangeRefused
   */
  async recordMoney(
    tx: EntityManager,
    order: Order,
    change: MoneyChange & { readonly status?: OrderStatus; readonly isTest?: boolean },
    who: string,
  ): Promise<OrderRecord> {
    Object.assign(order, afterChange(order, change));
    if (change.isTest !== undefined) order.isTest = change.isTest || null;
    return this.moveTo(tx, order, change.status ?? order.status, who);
  }

  /** Writes what changed of an order that is locked by {@link lock}. */
  async save(tx: EntityManager, order: Order): Promise<void> {
    await saveChanges(tx, Order, order);
  }

  /** Whether the status of an order may change so (setting ORDER_TRANSITIONS). */
  mayMove(order: Order, to: OrderStatus): boolean {
    return this.moves.mayMove(order, to);
  }

  /** {@link move} of an order that is loaded and locked, saved. @throws StatusChangeRefused */
  async moveTo(tx: EntityManager, order: Order, to: OrderStatus, who: string): Promise<OrderRecord> {
    await this.moves.move(tx, order, to, who);
    await this.save(tx, order);
    return orderRecord(order);
  }
}

const asItIs: FinishPage = (_, page) => Promise.resolve(page);

/** Tells the references of what was sent, which become snapshots, from the fields that the row keeps as they are. */
function parted(sent: Partial<NewOrder>) {
  const { currencyId, currencyCode, customer, gateway, shipping, billTo, shipTo, ...fields } = sent;
  return { references: { currencyId, currencyCode, customer, gateway, shipping, billTo, shipTo }, fields };
}
