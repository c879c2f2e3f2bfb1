import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import {
  AmountColumn,
  IdReference,
  IntegerColumn,
  StringColumn,
  TextColumn,
} from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type PublicationKey, type StockStatusKey, type YesNoKey } from '../choices';

/** A product of the store. Its stock is a row of {@link ProductStock}, so that checkouts do not lock this one. */
@Entity('products')
@Index('uq_products__sku', ['sku'], { unique: true })
@Index('uq_products__slug', ['slug'], { unique: true })
@Index('ix_products__created_at', ['createdAt', 'id'])
@Index('ix_products__tax_band', ['taxBand'])
@Index('ix_products__category', ['category'])
@Index('ix_products__brand', ['brand'])
@Index('ix_products__collection', ['collection'])
export class Product extends StoreObject {
  /** Case-sensitive. */
  @StringColumn()
  sku!: string;

  @StringColumn()
  title!: string;

  @StringColumn()
  slug!: string;

  /** Price of one unit, in the default currency, without tax. */
  @AmountColumn()
  price!: Amount;

  /** Takes the place of the price while it is set. */
  @AmountColumn({ nullable: true })
  salePrice!: Amount | null;

  @IdReference()
  taxBand!: string;

  @StringColumn(1)
  status!: PublicationKey;

  @IdReference({ nullable: true })
  category!: string | null;

  @IdReference({ nullable: true })
  brand!: string | null;

  @IdReference({ nullable: true })
  collection!: string | null;

  @StringColumn(1)
  stockStatus!: StockStatusKey;

  /**
   * Number of times that the stock was set through the API, or crossed 0 or `low_stock` by a sale or a return
   * (orders-that-stay-true.md 31). The level is in another table. Without this change the product's row would get no new
   * version and no `product.updated`; other sales change neither.
   */
  @IntegerColumn()
  stockRevision!: number;

  /** Number of changes of its modifiers and variations; null: it never had any, and none are read. */
  @IntegerColumn({ nullable: true })
  modifierRevision!: number | null;

  /** Number of changes of its images; null: it never had any, and none are read. */
  @IntegerColumn({ nullable: true })
  imageRevision!: number | null;

  @TextColumn({ nullable: true })
  description!: string | null;

  @StringColumn(1)
  requiresShipping!: YesNoKey;

  /** Shown, but not sold. */
  @StringColumn(1)
  catalogOnly!: YesNoKey;

  /** Canonical decimal text in the store's own units, as are the three measures. */
  @StringColumn(32)
  weight!: string;

  @StringColumn(32)
  height!: string;

  @StringColumn(32)
  width!: string;

  @StringColumn(32)
  depth!: string;
}
