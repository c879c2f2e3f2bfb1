import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/**
 * One of the values of a modifier. A part of the product, no store object. Its own stock, if it has one, is a row of
 * `product_stock` under its id.
 */
@Entity('product_variations')
@Index('uq_product_variations__sku', ['sku'], { unique: true })
@Index('ix_product_variations__product', ['productId', 'id'])
export class ProductVariation {
  @IdColumn()
  id!: string;

  @IdReference()
  productId!: string;

  @IdReference()
  modifierId!: string;

  @StringColumn()
  title!: string;

  /** `+1.5`, `-1.5` or `=2.99`: see `mod-price.ts`. */
  @StringColumn(32)
  modPrice!: string;

  /** Null: lines with it have a sku made of the product's. */
  @StringColumn(255, { nullable: true })
  sku!: string | null;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}
