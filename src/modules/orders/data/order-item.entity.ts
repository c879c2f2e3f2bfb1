import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import {
  AmountColumn,
  IdReference,
  IntegerColumn,
  JsonColumn,
  StringColumn,
} from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type Snapshot } from './order.entity';

/** A line of an order. A sku stands on one line of an order only. */
@Entity('order_items')
@Index('uq_order_items__sku', ['orderId', 'sku'], { unique: true })
@Index('ix_order_items__created_at', ['orderId', 'createdAt', 'id'])
export class OrderItem extends StoreObject {
  @IdReference()
  orderId!: string;

  @StringColumn()
  sku!: string;

  @StringColumn()
  title!: string;

  @IntegerColumn()
  quantity!: number;

  /** Price of one unit before tax, in the order's currency. */
  @AmountColumn()
  price!: Amount;

  /** Percentage as canonical decimal text. */
  @StringColumn(16)
  taxRate!: string;

  /** Tax of the whole line. */
  @AmountColumn()
  tax!: Amount;

  /** Null for a line of a cart that has none. */
  @IdReference({ nullable: true })
  taxBandId!: string | null;

  @JsonColumn({ nullable: true })
  taxBand!: Snapshot | null;

  @IdReference({ nullable: true })
  productId!: string | null;

  @JsonColumn({ nullable: true })
  product!: Snapshot | null;
}
