import { type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { firstRows } from '../../platform/database/rows/first-rows';
import { OrderDiscount } from './data/order-discount.entity';
import { OrderItem } from './data/order-item.entity';
import { OrderNote } from './data/order-note.entity';
import { orderDiscountRecord, OrderDiscountRecord } from './discounts/order-discount.record';
import { orderItemRecord, OrderItemRecord } from './order-item.record';
import { orderNoteRecord, OrderNoteRecord } from './history/order-note.record';
import { OrderRecord } from './order.record';
import { orderUnitsRecord, OrderUnitsRecord } from './order-units.record';

/** Rows of each kind that an order shows: what bounds a response and an event. */
export const MAX_ROWS = 200;

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
  const description = `${include.description}. Present with \`include=${name}\`; the first ${MAX_ROWS}.`;
  ApiProperty({ type: [record], required: false, description })(OrderRecord.prototype, name);
  return include;
}

/** The records of grouped rows. */
export function recordsOf<T, R>(
  groups: ReadonlyMap<string, readonly T[]>,
  record: (row: T) => R,
): ReadonlyMap<string, R[]> {
  return new Map([...groups].map(([id, rows]) => [id, rows.map(record)]));
}

export const ITEMS = orderInclude({
  name: 'items',
  record: OrderItemRecord,
  description: 'Its items, oldest first',
  records: async (manager, values, most) =>
    recordsOf(await firstRows(manager, OrderItem, { by: 'orderId', values, order: 'id', most }), orderItemRecord),
});

export const DISCOUNTS = orderInclude({
  name: 'discounts',
  record: OrderDiscountRecord,
  description: 'Its discounts, in the order they were applied',
  records: async (manager, values, most) => {
    const group = { by: 'orderId', values, order: 'position', most } as const;
    return recordsOf(await firstRows(manager, OrderDiscount, group), orderDiscountRecord);
  },
});

export const UNITS = orderInclude({
  name: 'units',
  record: OrderUnitsRecord,
  description: 'The units of its items with their tax, and nothing else of them, oldest first',
  records: async (manager, values, most) =>
    recordsOf(await firstRows(manager, OrderItem, { by: 'orderId', values, order: 'id', most }), orderUnitsRecord),
});

export const NOTES = orderInclude({
  name: 'notes',
  record: OrderNoteRecord,
  description: 'Its notes, oldest first',
  records: async (manager, values, most) =>
    recordsOf(await firstRows(manager, OrderNote, { by: 'orderId', values, order: 'id', most }), orderNoteRecord),
});
