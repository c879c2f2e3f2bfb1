import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { IntegerColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { CountElsewhere, Decimal, Money, OneOf, Reference, Slug, Text } from '../../../platform/resources/attributes';
import { TAX_BAND } from '../../settings/tax-band-field';
import { type PublicationKey, STOCK_STATUS, type StockStatusKey, YES_NO, type YesNoKey } from '../choices';
import { Description, Publication } from './shelf.entity';

/** A weight or a measure: canonical text of thirteen digits, which a JSON number still carries exactly. */
const Measure = (name: string): PropertyDecorator =>
  Decimal({
    least: 0,
    most: 999_999_999,
    decimals: 4,
    default: '0',
    description: `${name} of one unit, in any measure you use throughout. Default 0.`,
    shows: { description: `${name} of one unit.` },
  });

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
  @Text({
    required: true,
    unique: true,
    search: true,
    description: 'Unique; case matters.',
    example: 'RED-7',
  })
  sku!: string;

  @Text({
    required: true,
    search: true,
    title: 'Product Title',
    description: 'Display name.',
    example: 'Red shoe',
  })
  title!: string;

  @Slug({ required: true, search: true, description: 'Unique among products.', example: 'red-shoe' })
  slug!: string;

  @Money({
    required: true,
    description: 'Price of one unit in the default currency, before tax unless PRICES_INCLUDE_TAX is 1.',
    example: 19.99,
  })
  price!: Amount;

  /** 0: none. */
  @Reference('tax', {
    ...TAX_BAND,
    nullable: false,
    description: 'Id of the tax band. Default: the default band; `0` or `none`: no tax.',
    example: '890123456789012345',
  })
  taxBand!: string;

  @Publication()
  status!: PublicationKey;

  @Reference('category', { description: 'Id of the category.' })
  category!: string | null;

  @Reference('brand', { description: 'Id of the brand.' })
  brand!: string | null;

  @Reference('collection', { description: 'Id of the collection.' })
  collection!: string | null;

  /** No column: {@link ProductStock} has it. */
  @CountElsewhere({
    least: 0,
    most: 999_999_999,
    default: 0,
    description: 'Units in stock. Default 0.',
    example: 12,
  })
  stockLevel?: number;

  /** No column, as {@link stockLevel}. */
  @CountElsewhere({
    least: 0,
    most: 999_999_999,
    description:
      'Level at which stock is low. A sale or a return that crosses it, or 0, fires product.updated. Unset: 0 alone does.',
    example: 3,
  })
  lowStock?: number | null;

  @OneOf('StockStatus', STOCK_STATUS, {
    default: '0',
    description:
      '0 unlimited (the stock level is ignored); 1 in stock, 2 low stock, 4 more stock ordered (all three are sold while the stock level lasts); 3 out of stock, 5 discontinued (not sold). Default 0.',
  })
  stockStatus!: StockStatusKey;

  @Description()
  description!: string | null;

  @OneOf('YesNo', YES_NO, {
    default: '1',
    description: '1: the product must be shipped. Default 1.',
    shows: { description: 'Whether the product must be shipped.' },
  })
  requiresShipping!: YesNoKey;

  @OneOf('YesNo', YES_NO, {
    default: '0',
    description: '1: the product is displayed but cannot be bought. Default 0.',
    shows: { description: 'Whether the product is displayed but cannot be bought.' },
  })
  catalogOnly!: YesNoKey;

  @Money({
    description:
      'Replaces the price while it is set; not above it. With SALE_PRICE=show: shown beside the price, which carts charge; any amount.',
    shows: { description: 'Replaces the price while it is set, unless SALE_PRICE is show.', example: null },
    example: 14.99,
  })
  salePrice!: Amount | null;

  @Measure('Weight')
  weight!: string;

  @Measure('Height')
  height!: string;

  @Measure('Width')
  width!: string;

  @Measure('Depth')
  depth!: string;

  /**
   * Number of times that the stock was set through the API, or crossed 0 or `low_stock` by a sale or a return
   * (orders-and-payments.md 31). The level is in another table. Without this change the product's row would get no new
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
}
