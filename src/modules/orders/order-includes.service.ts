import { Injectable, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Page } from '../../platform/database/lists/listing';
import { firstRows } from '../../platform/database/rows/first-rows';
import { OrderDiscount } from './data/order-discount.entity';
import { OrderItem } from './data/order-item.entity';
import { type Order } from './data/order.entity';
import { orderDiscountRecord, OrderDiscountRecord } from './order-discount.record';
import { orderItemRecord, OrderItemRecord } from './order-item.record';
import { OrderRecord, originOf } from './order.record';

/** Rows of each kind that an order shows: what bounds a response and an event. */
const MOST_ROWS = 200;
/** Characters of the parameter `include`. */
const MAX_LENGTH = 255;

/** Records by the id of their order, at most `most` of each. */
export type RecordsOfOrders = (
  manager: EntityManager,
  orderIds: readonly string[],
  most: number,
) => Promise<ReadonlyMap<string, readonly unknown[]>>;

/** Something that orders can show beside their record. */
export interface OrderInclude {
  /** The word of the parameter, and the field of the record. */
  readonly name: string;
  /** Class of its records. */
  readonly record: Type;
  readonly description: string;
  /** In one statement. */
  readonly records: RecordsOfOrders;
}

/** An order with what was asked for beside it. */
export type OrderWithIncludes = OrderRecord & Readonly<Record<string, unknown>>;

/**
 * Describes an include, and adds its field to the documented record of an order. Called where the file of a module is
 * read: the document is made without building the modules.
 */
export function orderInclude(include: OrderInclude): OrderInclude {
  const { name, record } = include;
  const description = `${include.description}. Present with \`include=${name}\`; the first ${MOST_ROWS}.`;
  ApiProperty({ type: [record], required: false, description })(OrderRecord.prototype, name);
  return include;
}

const ITEMS = orderInclude({
  name: 'items',
  record: OrderItemRecord,
  description: 'Its items, oldest first',
  records: async (manager, values, most) =>
    recordsOf(await firstRows(manager, OrderItem, { by: 'orderId', values, order: 'id', most }), orderItemRecord),
});

const DISCOUNTS = orderInclude({
  name: 'discounts',
  record: OrderDiscountRecord,
  description: 'Its discounts, in the order they were applied',
  records: async (manager, values, most) => {
    const group = { by: 'orderId', values, order: 'position', most } as const;
    return recordsOf(await firstRows(manager, OrderDiscount, group), orderDiscountRecord);
  },
});

/**
 * What orders can show beside their record: `include=items,discounts` (orders-that-stay-true.md 34). A module after this one
 * registers what it has of orders.
 */
@Injectable()
export class OrderIncludesService {
  private readonly includes = new Map<string, OrderInclude>();

  constructor(private readonly transactions: Transactions) {
    this.register(ITEMS);
    this.register(DISCOUNTS);
  }

  /** @param include of {@link orderInclude} */
  register(include: OrderInclude): void {
    this.includes.set(include.name, include);
  }

  /**
   * The includes that a parameter names.
   * @throws ValidationFailed naming those that there are
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
    const added = await this.shown(this.transactions.manager, records, this.read(text));
    return records.map((record) => ({ ...record, ...added.get(record.id) }));
  }

  /**
   * What events of orders show beside their records: their items and discounts, in at most two statements; none for orders
   * without items, and for those that no checkout placed.
   */
  async ofEvents(manager: EntityManager, orders: readonly Order[]): Promise<ReadonlyMap<string, object>> {
    const ofSome = (include: OrderInclude, which: (order: Order) => boolean) =>
      this.shown(manager, orders, [include], orders.filter(which));
    const items = await ofSome(ITEMS, ({ itemCount }) => itemCount > 0);
    const discounts = await ofSome(DISCOUNTS, (order) => originOf(order) === 'checkout');
    return new Map(orders.map(({ id }) => [id, { ...items.get(id), ...discounts.get(id) }]));
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
      const found = ids.length === 0 ? new Map<string, never>() : await records(manager, ids, MOST_ROWS + 1);
      for (const [id, fields] of shown) {
        const rows = found.get(id) ?? [];
        fields[name] = rows.slice(0, MOST_ROWS);
        if (rows.length > MOST_ROWS) fields['truncated'] = true;
      }
    }
    return shown;
  }
}

/** The records of grouped rows. */
export function recordsOf<T, R>(
  groups: ReadonlyMap<string, readonly T[]>,
  record: (row: T) => R,
): ReadonlyMap<string, R[]> {
  return new Map([...groups].map(([id, rows]) => [id, rows.map(record)]));
}
