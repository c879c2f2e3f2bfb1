import { Entity, PrimaryColumn } from 'typeorm';
import { type FurtherFields, type ModifierChoices } from '../../catalog/chosen-modifiers';
import { type Amount } from '../../../kernel/money';
import {
  AmountColumn,
  IdReference,
  IntegerColumn,
  JsonColumn,
  StringColumn,
} from '../../../platform/database/rows/columns';

/** A line of a cart: a product, or a custom item with a name and a price of its own. A part of the cart, no store object. */
@Entity('cart_items')
export class CartItem {
  @PrimaryColumn({ type: 'varchar', length: 128 })
  cartId!: string;

  /** 32 hexadecimal digits. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  identifier!: string;

  /** An id drawn when it was added: lines are shown, and discounts spread, in this order. */
  @IdReference()
  addedAs!: string;

  /** Null for a custom item. */
  @IdReference({ nullable: true })
  productId!: string | null;

  /** SKU of the product when it was added; shown only after the product is removed. */
  @StringColumn()
  sku!: string;

  /** Likewise. */
  @StringColumn()
  title!: string;

  @IntegerColumn()
  quantity!: number;

  /** Price of one unit of a custom item, in the default currency. */
  @AmountColumn({ nullable: true })
  price!: Amount | null;

  /** Tax band of a custom item; null: it is not taxed. */
  @IdReference({ nullable: true })
  taxBandId!: string | null;

  /** Weight of one unit of a custom item, canonical decimal text. */
  @StringColumn(32, { nullable: true })
  weight!: string | null;

  /** The chosen modifiers of a product; null: it had none. */
  @JsonColumn({ nullable: true })
  modifiers!: ModifierChoices | null;

  /** Further fields, as sent; null: there are none. */
  @JsonColumn({ nullable: true })
  metadata!: FurtherFields | null;

  /** The id that a custom item was sent with; null: none. */
  @StringColumn(255, { nullable: true })
  customId!: string | null;
}
