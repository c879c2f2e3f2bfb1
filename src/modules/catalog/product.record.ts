import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { type Choice, type Labelled } from '../../platform/http/envelope';
import { partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { type PriceLevels, priceLevelsSchema } from '../settings/price-levels';
import { taxBandRelation, TaxRecord, type TaxBand } from '../settings/tax.resource';
import { BrandRecord } from './brand.resource';
import { CategoryAboveRecord, ProductCategoryRecord } from './category.resource';
import { CollectionRecord } from './collection.resource';
import { choiceOf, PUBLICATION, STOCK_STATUS, YES_NO } from './choices';
import { type Product } from './data/product.entity';
import { type Stock } from './data/modifier.queries';
import { productListing } from './data/product.listing';
import { ModifierRecord } from './modifiers/modifier.record';
import { ImageRecord } from '../files/image.record';
import { categoryRelation, PRODUCT_CATEGORY_SCHEMA, type ProductCategory } from './product-category';

/** A product as the API answers it (wire.md 7). */
@ApiExtraModels(
  TaxRecord,
  BrandRecord,
  ProductCategoryRecord,
  CategoryAboveRecord,
  CollectionRecord,
  ModifierRecord,
  ImageRecord,
)
@ListedBy(productListing, {
  q: partWords('title or sku'),
  category: 'Id or slug of the category; `category[]` takes several.',
  brand: 'Id or slug of the brand.',
  collection: 'Id or slug of the collection.',
})
export class ProductRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'RED-7' })
  sku!: string;

  @ApiProperty({ type: String, example: 'Red shoe' })
  title!: string;

  @ApiProperty({ type: String, example: 'red-shoe' })
  slug!: string;

  @ApiProperty({
    type: Number,
    description: 'Price of one unit in the default currency, before tax unless PRICES_INCLUDE_TAX is 1.',
    example: 19.99,
  })
  price!: number;

  @ApiProperty(
    priceLevelsSchema(
      'Price of one unit in the currency of `X-Currency`: `sale_price` while it is set, else `price`; with SALE_PRICE=show always `price`. Carts charge `rounded`; `raw` has up to four decimals.',
      19.99,
    ),
  )
  pricing!: PriceLevels;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Replaces the price while it is set, unless SALE_PRICE is show.',
  })
  sale_price!: number | null;

  @ApiProperty(relationSchema(TaxRecord, 'Tax band.'))
  tax_band!: Labelled<TaxRecord> | null;

  @ApiProperty(choiceSchema('Publication', PUBLICATION))
  status!: Choice;

  @ApiProperty(PRODUCT_CATEGORY_SCHEMA)
  category!: ProductCategory | null;

  @ApiProperty(relationSchema(BrandRecord, 'Brand.'))
  brand!: Labelled<BrandRecord> | null;

  @ApiProperty(relationSchema(CollectionRecord, 'Collection.'))
  collection!: Labelled<CollectionRecord> | null;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Units in stock now.', example: 12 })
  stock_level!: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Level at which stock is low. Null: it is not watched.',
    example: 3,
  })
  low_stock!: number | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ModifierRecord) },
    description: 'Modifiers by id, oldest first; {} when there are none.',
  })
  modifiers!: Record<string, ModifierRecord>;

  @ApiProperty({
    type: Boolean,
    enum: [false],
    description: 'Variations are parts of their product, not products: always false.',
  })
  is_variation!: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ImageRecord) },
    description: 'Images by id, in their order; {} when there are none.',
  })
  images!: Record<string, ImageRecord>;

  @ApiProperty(choiceSchema('StockStatus', STOCK_STATUS))
  stock_status!: Choice;

  @ApiProperty({ type: String, nullable: true, description: 'HTML for display.' })
  description!: string | null;

  @ApiProperty(choiceSchema('YesNo', YES_NO, 'Whether the product must be shipped.'))
  requires_shipping!: Choice;

  @ApiProperty(choiceSchema('YesNo', YES_NO, 'Whether the product is displayed but cannot be bought.'))
  catalog_only!: Choice;

  @ApiProperty({ type: Number })
  weight!: number;

  @ApiProperty({ type: Number })
  height!: number;

  @ApiProperty({ type: Number })
  width!: number;

  @ApiProperty({ type: Number })
  depth!: number;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** Rows that the record of a product shows besides the product. */
export interface ProductContext {
  readonly taxBand: TaxBand | undefined;
  readonly category: ProductCategoryRecord | undefined;
  readonly pricing: PriceLevels;
  readonly brand: BrandRecord | undefined;
  readonly collection: CollectionRecord | undefined;
  readonly stock: Stock | undefined;
  readonly modifiers: Readonly<Record<string, ModifierRecord>>;
  readonly images: Readonly<Record<string, ImageRecord>>;
}

function titled<R extends { readonly title: string }>(record: R | undefined): Labelled<R> | null {
  return record === undefined ? null : { value: record.title, data: record };
}

/** @returns the record of a product */
export function productRecord(product: Product, context: ProductContext): ProductRecord {
  return {
    id: product.id,
    sku: product.sku,
    title: product.title,
    slug: product.slug,
    price: amountNumber(product.price),
    pricing: context.pricing,
    sale_price: product.salePrice === null ? null : amountNumber(product.salePrice),
    tax_band: taxBandRelation(context.taxBand),
    status: choiceOf(PUBLICATION, product.status),
    category: categoryRelation(context.category),
    brand: titled(context.brand),
    collection: titled(context.collection),
    stock_level: context.stock?.level ?? 0,
    low_stock: context.stock?.lowStock ?? null,
    modifiers: context.modifiers,
    images: context.images,
    is_variation: false,
    stock_status: choiceOf(STOCK_STATUS, product.stockStatus),
    description: product.description,
    requires_shipping: choiceOf(YES_NO, product.requiresShipping),
    catalog_only: choiceOf(YES_NO, product.catalogOnly),
    weight: Number(product.weight),
    height: Number(product.height),
    width: Number(product.width),
    depth: Number(product.depth),
    created_at: wireTime(product.createdAt),
    updated_at: wireTime(product.updatedAt),
  };
}
