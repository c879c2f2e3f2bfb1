import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** The quantity an order took of a product with limited stock (carts.md 8). */
@Entity('order_stock')
export class OrderStock {
  @IdColumn()
  orderId!: string;

  @IdColumn()
  productId!: string;

  /** Sku, for error messages. */
  @StringColumn()
  sku!: string;

  @IntegerColumn()
  quantity!: number;

  /** When it was given back; null: the order has it. */
  @TimeColumn({ nullable: true })
  releasedAt!: Date | null;
}
