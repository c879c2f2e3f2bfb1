import { ApiExtraModels, ApiProperty, getSchemaPath, OmitType } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { type Choice, type Labelled } from '../../platform/http/envelope';
import { choiceSchema, objectSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { BrandRecord } from '../catalog/brand.resource';
import { CategoryAboveRecord } from '../catalog/category.resource';
import { CollectionRecord } from '../catalog/collection.resource';
import { PUBLICATION, STOCK_STATUS, YES_NO } from '../catalog/choices';
import { isLive } from '../../platform/http/visible';
import { liveCategory, liveRelation } from '../catalog/live-relations';
import { categoryIn } from '../catalog/product-category';
import { firstImage } from '../catalog/product-snapshot';
import { ImageRecord } from '../files/image.record';
import { type PricingCurrency } from '../promotions/pricing-currency';
import { type CartLineNow } from './cart-lines.service';
import { unitPriceIn } from './cart-snapshot';

/** The brand of a line: without its description, which would be in the cart once a line. */
export class CartBrandRecord extends OmitType(BrandRecord, ['description']) {}

/** The collection of a line, likewise. */
export class CartCollectionRecord extends OmitType(CollectionRecord, ['description']) {}

/** A Choice of a product, which a custom item has not. */
const productChoice = (name: string, labels: Readonly<Record<string, string>>) => ({
  ...choiceSchema(name, labels),
  nullable: true,
});

/**
 * Fields of the product of a line that no other field of it shows (storefront.md 4). All are null or empty for a custom item, and for
 * a product that was removed or is a draft. Texts of any length are left out: a cart is in each of its events.
 */
@ApiExtraModels(CartBrandRecord, CartCollectionRecord, CategoryAboveRecord, ImageRecord)
export class CartProductRecord {
  @ApiProperty({ type: Number, nullable: true, description: "Sale price of one unit in the cart's currency." })
  sale_price!: number | null;

  @ApiProperty(productChoice('Publication', PUBLICATION))
  status!: Choice | null;

  @ApiProperty(
    objectSchema(
      {
        value: { type: 'string', description: 'Title of the category.' },
        data: { type: 'object', additionalProperties: { $ref: getSchemaPath(CategoryAboveRecord) } },
      },
      { title: 'CartCategoryRelation', description: 'Category by its id, if it is live.', nullable: true },
    ),
  )
  category!: Labelled<Readonly<Record<string, CategoryAboveRecord>>> | null;

  @ApiProperty(relationSchema(CartBrandRecord, 'Brand, if it is live.'))
  brand!: Labelled<CartBrandRecord> | null;

  @ApiProperty(relationSchema(CartCollectionRecord, 'Collection, if it is live.'))
  collection!: Labelled<CartCollectionRecord> | null;

  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, description: 'Units of the product in stock now.' })
  stock_level!: number | null;

  @ApiProperty(productChoice('StockStatus', STOCK_STATUS))
  stock_status!: Choice | null;

  @ApiProperty(productChoice('YesNo', YES_NO))
  catalog_only!: Choice | null;

  @ApiProperty({ type: Number, nullable: true })
  height!: number | null;

  @ApiProperty({ type: Number, nullable: true })
  width!: number | null;

  @ApiProperty({ type: Number, nullable: true })
  depth!: number | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ImageRecord) },
    description: 'The first image of the product, by its id; {} when there is none.',
  })
  images!: Record<string, ImageRecord>;

  @ApiProperty({ type: Boolean, nullable: true, description: 'False for a product.' })
  is_variation!: boolean | null;
}

const NO_PRODUCT: CartProductRecord = {
  sale_price: null,
  status: null,
  category: null,
  brand: null,
  collection: null,
  stock_level: null,
  stock_status: null,
  catalog_only: null,
  height: null,
  width: null,
  depth: null,
  images: {},
  is_variation: null,
};

/** The fields of a line's product. */
export function cartProduct(
  { product, salePrice, stockLevel }: CartLineNow,
  currency: PricingCurrency,
): CartProductRecord {
  if (product === undefined || !isLive(product.record)) return NO_PRODUCT;
  const { record } = product;
  return {
    sale_price: salePrice === null ? null : amountNumber(unitPriceIn({ price: salePrice }, currency)),
    status: record.status,
    category: categoryOf(record),
    brand: shelfOf(record.brand),
    collection: shelfOf(record.collection),
    stock_level: stockLevel,
    stock_status: record.stock_status,
    catalog_only: record.catalog_only,
    height: record.height,
    width: record.width,
    depth: record.depth,
    images: firstImage(record),
    is_variation: record.is_variation,
  };
}

type Shelved = NonNullable<CartLineNow['product']>['record'];

function categoryOf(record: Shelved): CartProductRecord['category'] {
  const category = categoryIn(liveCategory(record.category));
  if (category === undefined) return null;
  const { description: _, ...own } = category;
  return { value: own.title, data: { [own.id]: own } };
}

/** A brand or a collection, if it is live, without its description. */
function shelfOf(relation: Labelled<BrandRecord> | null): Labelled<CartBrandRecord> | null {
  const live = liveRelation(relation);
  if (live === null) return null;
  const { description: _, ...own } = live.data;
  return { value: live.value, data: own };
}
