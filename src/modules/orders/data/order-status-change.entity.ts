import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, JsonColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type OrderSide } from '../domain/order-side';
import { type OrderStatus } from '../domain/order-status';

/** Entries of an order's history, with their labels. */
export const HISTORY_KINDS = { status: 'Status', edit: 'Edit' } as const;

export type HistoryKind = keyof typeof HISTORY_KINDS;

/** An order before and after an edit. */
export interface EditedSides {
  readonly before: OrderSide;
  readonly after: OrderSide;
}

/** An entry of an order's history: a move of its status, or an edit. Rows are only added, and go with their order. */
@Entity('order_status_changes')
@Index('ix_order_status_changes__order', ['orderId', 'id'])
export class OrderStatusChange {
  @IdColumn()
  id!: string;

  @IdReference()
  orderId!: string;

  @StringColumn(16, { name: 'from_status' })
  from!: OrderStatus;

  @StringColumn(16, { name: 'to_status' })
  to!: OrderStatus;

  /** Name of the API client, or of the part of the store that did it. */
  @StringColumn()
  who!: string;

  @TimeColumn()
  createdAt!: Date;

  /** Null: `status`, also in rows of an older version. Of an edit, `from` and `to` are the status that the order had. */
  @StringColumn(16, { nullable: true })
  kind!: Exclude<HistoryKind, 'status'> | null;

  /** The order before and after an edit. Null: the entry is no edit. */
  @JsonColumn({ nullable: true })
  sides!: EditedSides | null;
}
