import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { type Listing } from '../../platform/database/lists/listing';
import { byPart, partWords } from '../../platform/database/lists/part-sought';
import { type Choice, type Labelled } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { relationSchema } from '../../platform/http/openapi/record-schemas';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { ImageRecord } from '../files/image.record';
import { type PriceLevels, priceLevelsSchema } from '../settings/price-levels';
import { type TaxBand, taxBandRelation, TaxRecord } from '../settings/tax-band.resource';
import { BrandRecord } from './brand.resource';
import { CategoryAboveRecord, ProductCategoryRecord } from './category.resource';
import { CollectionRecord } from './collection.resource';
import { type Stock } from './data/modifier.queries';
import { Product } from './data/product.entity';
import { byAnyIdOrSlug, byIdOrSlug, type RelatedRows } from './data/relation.filter';
import { byLowStock, byStockLevel } from './data/stock.filter';
import { ModifierRecord } from './modifiers/modifier.resource';
import { categoryRelation, PRODUCT_CATEGORY_SCHEMA, type ProductCategory } from './product-category';

/** Filters by brand, category and collection. */
function byRelations(rows: RelatedRows) {
  return {
    filters: {
      category: byIdOrSlug<Product>('category', 'categories', rows),
      brand: byIdOrSlug<Product>('brand', 'brands', rows),
      collection: byIdOrSlug<Product>('collection', 'collections', rows),
    },
    anyOf: { category: byAnyIdOrSlug<Product>('category', 'categories', rows) },
  };
}

const related = byRelations('all');

/** Filters and sort keys of products. */
export const productListing: Listing<Product> = {
  ...listingOf(Product, {
    q: byPart('q', 'title', 'sku'),
    ...related.filters,
    stock_level: byStockLevel,
    low_stock: byLowStock,
  }),
  anyOf: related.anyOf,
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', sku: 'sku', price: 'price' },
  forPublic: byRelations('live'),
};

/** The fields that take more than the row, and those between them. */
const COMPUTED = {
  price: {},
  pricing: priceLevelsSchema(
    'Price of one unit in the currency of `X-Currency`: `sale_price` while it is set, else `price`; with SALE_PRICE=show always `price`. Carts charge `rounded`; `raw` has up to four decimals.',
    19.99,
  ),
  sale_price: {},
  tax_band: relationSchema(TaxRecord, 'Tax band.'),
  status: {},
  category: PRODUCT_CATEGORY_SCHEMA,
  brand: relationSchema(BrandRecord, 'Brand.'),
  collection: relationSchema(CollectionRecord, 'Collection.'),
  stock_level: { type: 'integer', minimum: 0, description: 'Units in stock now.', example: 12 },
  low_stock: {
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Level at which stock is low. Null: it is not watched.',
    example: 3,
  },
  modifiers: {
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ModifierRecord) },
    description: 'Modifiers by id, oldest first; {} when there are none.',
  },
  images: {
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ImageRecord) },
    description: 'Images by id, in their order; {} when there are none.',
  },
  is_variation: {
    type: Boolean,
    enum: [false],
    description: 'Variations are parts of their product, not products: always false.',
  },
} as const;

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
export class ProductRecord extends RecordOf(Product, COMPUTED) {
  declare sku: string;
  declare title: string;
  declare slug: string;
  declare price: number;
  declare pricing: PriceLevels;
  declare sale_price: number | null;
  declare tax_band: Labelled<TaxRecord> | null;
  declare status: Choice;
  declare category: ProductCategory | null;
  declare brand: Labelled<BrandRecord> | null;
  declare collection: Labelled<CollectionRecord> | null;
  declare stock_level: number;
  declare low_stock: number | null;
  declare modifiers: Record<string, ModifierRecord>;
  declare images: Record<string, ImageRecord>;
  declare is_variation: boolean;
  declare stock_status: Choice;
  declare description: string | null;
  declare requires_shipping: Choice;
  declare catalog_only: Choice;
  declare weight: number;
  declare height: number;
  declare width: number;
  declare depth: number;
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

const ownRecord = recordsOf<ProductRecord, Exclude<keyof typeof COMPUTED, 'price' | 'sale_price' | 'status'>>(
  Product,
  ProductRecord,
);

/** @returns the record of a product */
export const productRecord = (
  product: Product,
  { pricing, taxBand, category, brand, collection, stock, modifiers, images }: ProductContext,
): ProductRecord =>
  ownRecord(product, {
    pricing,
    tax_band: taxBandRelation(taxBand),
    category: categoryRelation(category),
    brand: titled(brand),
    collection: titled(collection),
    stock_level: stock?.level ?? 0,
    low_stock: stock?.lowStock ?? null,
    modifiers,
    images,
    is_variation: false,
  });

/** A new product. The revisions follow from changes of other rows. */
export class CreateProductDto extends NewOf(Product, 'stockRevision', 'modifierRevision', 'imageRevision') {}

/** Changes of a product: omitted fields stay, empty ones return to their defaults. */
export class UpdateProductDto extends ChangesOf(CreateProductDto) {}
