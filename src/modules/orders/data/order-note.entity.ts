import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, StringColumn, TextColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** A note on an order for the staff of the shop. Rows are only added, and are removed with their order. */
@Entity('order_notes')
@Index('ix_order_notes__order', ['orderId', 'id'])
export class OrderNote {
  @IdColumn()
  id!: string;

  @IdReference()
  orderId!: string;

  @TextColumn()
  text!: string;

  @StringColumn()
  author!: string;

  @TimeColumn()
  createdAt!: Date;
}
