import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type OrderStatus } from '../domain/order-status';

/** One move of an order's status; rows are only added, and go with their order. */
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
}
