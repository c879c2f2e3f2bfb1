import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, TimeColumn } from '../../../platform/database/rows/columns';
import { CountElsewhere, Text } from '../../../platform/resources/attributes';
import { readModPrice } from '../domain/mod-price';

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

  @Text({ required: true, description: 'Display name.', example: 'Large' })
  title!: string;

  /** `+1.5`, `-1.5` or `=2.99`: see `mod-price.ts`. */
  @Text({
    max: 32,
    parse: readModPrice,
    default: '+0.00',
    description:
      'Change of the product price, in the default currency: +1.50 adds, -1.50 takes off, =2.99 replaces it. Default +0.00.',
    shows: { description: 'Change of the product price.' },
    example: '+1.50',
  })
  modPrice!: string;

  /** Null: lines with it have a sku made of the product's. */
  @Text({
    unique: true,
    description: 'SKU of its own; unique among variations and products.',
    shows: { description: 'Its own SKU.' },
    example: 'TEE-L',
  })
  sku!: string | null;

  /** No column: {@link ProductStock} has it. */
  @CountElsewhere({
    least: 0,
    most: 999_999_999,
    description: "Units in stock. Unset: it is sold from the product's stock.",
    example: 12,
  })
  stockLevel?: number | null;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}
