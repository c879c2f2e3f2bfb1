import { Entity, Index } from 'typeorm';
import { type ChosenModifier, type FurtherFields } from '../../catalog/chosen-modifiers';
import { type Amount } from '../../../kernel/money';
import {
  AddedAmountColumn,
  AmountColumn,
  IdReference,
  IntegerColumn,
  JsonColumn,
  StringColumn,
} from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type Snapshot } from './order.entity';

/** The discount of one promotion on one line, as decimal text: JSON has no exact numbers. */
export interface ItemDiscount {
  /** Id. */
  readonly promotion: string;
  readonly title: string;
  readonly amount: string;
}

/** A line of an order. A sku stands on one line of an order only. */
@Entity('order_items')
@Index('uq_order_items__sku', ['orderId', 'sku'], { unique: true })
@Index('ix_order_items__sku', ['sku', 'orderId'])
@Index('ix_order_items__title', ['titleKey', 'orderId'])
@Index('ix_order_items__product', ['productId', 'orderId'])
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

  /** Price of one unit before discounts, in the order's currency; with tax where the order's prices include it. */
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

  /** Its share of all promotions. */
  @AddedAmountColumn()
  discount!: Amount;

  /** Its share of each promotion that took something off; null: none did. */
  @JsonColumn({ nullable: true })
  discounts!: readonly ItemDiscount[] | null;

  /** The chosen modifiers of the product, as they were then; null: it had none. */
  @JsonColumn({ nullable: true })
  modifiers!: readonly ChosenModifier[] | null;

  /** Price of the line, after discounts, without tax. Null in rows that an older version wrote after the migration. */
  @AmountColumn({ nullable: true })
  net!: Amount | null;

  /** `net + tax`. Null where `net` is. */
  @AmountColumn({ nullable: true })
  total!: Amount | null;

  /** Units that are left to ship. Null: all, nothing of it was shipped or refunded. */
  @IntegerColumn({ nullable: true })
  toShip!: number | null;

  /** The title as searches compare it; null: an older version wrote the row. Not read with the row: it is only looked up. */
  @StringColumn(255, { nullable: true, select: false })
  titleKey?: string | null;

  /** Further fields of the line of the cart; null: it had none. */
  @JsonColumn({ nullable: true })
  metadata!: FurtherFields | null;
}
