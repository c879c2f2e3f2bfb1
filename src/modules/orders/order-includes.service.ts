import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Page } from '../../platform/database/lists/listing';
import { type OrderDiscount } from './data/order-discount.entity';
import { type OrderItem } from './data/order-item.entity';
import { type Order } from './data/order.entity';
import { orderDiscountRecord } from './discounts/order-discount.record';
import { DISCOUNTS, ITEMS, MAX_ROWS, NOTES, UNITS, type OrderInclude, type OrderWithIncludes } from './order-include';
import { orderItemRecord } from './order-item.record';
import { type OrderRecord, originOf } from './order.record';

/** Characters of the parameter `include`. */
const MAX_LENGTH = 255;

/**
 * The includes of orders: `include=items,discounts` (orders-and-payments.md 34). Modules above this one register their own.
 */
@Injectable()
export class OrderIncludesService {
  private readonly includes = new Map<string, OrderInclude>();
  /** Items and discounts of newly placed orders, by the written row. */
  private readonly placed = new WeakMap<Order, object>();

  constructor(private readonly transactions: Transactions) {
    this.register(ITEMS);
    this.register(UNITS);
    this.register(DISCOUNTS);
    this.register(NOTES);
  }

  /** @param include of {@link orderInclude} */
  register(include: OrderInclude): void {
    this.includes.set(include.name, include);
  }

  /**
   * The includes that a parameter names.
   * @throws ValidationFailed naming the known ones
   */
  read(text: unknown): OrderInclude[] {
    if (text === undefined || text === '') return [];
    const words = typeof text === 'string' && text.length <= MAX_LENGTH ? text.split(',') : [''];
    const found = [...new Set(words)].map((word) => this.includes.get(word.trim()));
    const known = found.filter((include) => include !== undefined);
    if (known.length === found.length) return known;
    const names = [...this.includes.keys()].join(', ');
    throw ValidationFailed.of('include', `must be one or several of ${names}, separated by commas`);
  }

  /** Adds to records what a parameter names: one statement each, however many orders there are. @throws ValidationFailed */
  async add(records: readonly OrderRecord[], text: unknown): Promise<OrderWithIncludes[]> {
    return this.addFrom(this.transactions.manager, records, this.read(text));
  }

  /** Returns {@link add} for a page of records, read where the page was. @throws ValidationFailed */
  toPage(text: unknown): (manager: EntityManager, page: Page<OrderRecord>) => Promise<Page<OrderRecord>> {
    const includes = this.read(text);
    return async (manager, { rows, total }) => ({ total, rows: await this.addFrom(manager, rows, includes) });
  }

  /**
   * Returns the items and discounts that events of orders contain, in at most two statements; none for orders without items,
   * and no discounts for orders that no checkout placed.
   */
  async ofEvents(manager: EntityManager, orders: readonly Order[]): Promise<ReadonlyMap<string, object>> {
    const placed = orders.filter((order) => order.version === 1 && this.placed.has(order));
    const others = orders.filter((order) => !placed.includes(order));
    const ofSome = (include: OrderInclude, which: (order: Order) => boolean) =>
      this.shown(manager, others, [include], others.filter(which));
    const items = await ofSome(ITEMS, ({ itemCount }) => itemCount > 0);
    const discounts = await ofSome(DISCOUNTS, (order) => originOf(order) === 'checkout');
    return new Map([
      ...placed.map((order) => [order.id, this.placed.get(order) ?? {}] as const),
      ...others.map(({ id }) => [id, { ...items.get(id), ...discounts.get(id) }] as const),
    ]);
  }

  /** Keeps the items and discounts of a new order for its event, which then does not read them again. */
  remember(order: Order, items: readonly OrderItem[], discounts: readonly OrderDiscount[]): void {
    const fields = {};
    show(fields, ITEMS.name, items.map(orderItemRecord));
    show(fields, DISCOUNTS.name, discounts.map(orderDiscountRecord));
    this.placed.set(order, fields);
  }

  private async addFrom(
    manager: EntityManager,
    records: readonly OrderRecord[],
    includes: readonly OrderInclude[],
  ): Promise<OrderWithIncludes[]> {
    const added = await this.shown(manager, records, includes);
    return records.map((record) => ({ ...record, ...added.get(record.id) }));
  }

  private async shown(
    manager: EntityManager,
    orders: readonly { readonly id: string }[],
    includes: readonly OrderInclude[],
    /** Those that may have any. */
    asked: readonly { readonly id: string }[] = orders,
  ): Promise<ReadonlyMap<string, object>> {
    const shown = new Map<string, Record<string, unknown>>(orders.map(({ id }) => [id, {}]));
    const ids = asked.map(({ id }) => id);
    for (const { name, records } of includes) {
      const found = ids.length === 0 ? new Map<string, never>() : await records(manager, ids, MAX_ROWS + 1);
      for (const [id, fields] of shown) show(fields, name, found.get(id) ?? []);
    }
    return shown;
  }
}

function show(fields: Record<string, unknown>, name: string, rows: readonly unknown[]): void {
  fields[name] = rows.slice(0, MAX_ROWS);
  if (rows.length > MAX_ROWS) fields['truncated'] = true;
}
