import { PartialType } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import {
  AmountField,
  ChoiceField,
  DecimalField,
  IdField,
  IntegerField,
  SlugField,
  TextField,
} from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type PublicationKey, STOCK_STATUS, type StockStatusKey, YES_NO, type YesNoKey } from '../choices';
import { type ProductFields } from '../products.service';
import { TaxBandField } from '../../settings/tax-band-field';
import { DescriptionField, PublicationField } from './catalog.fields';

/** Weights and measures: thirteen digits, which a JSON number still carries exactly. */
const MeasureField = (what: string): PropertyDecorator =>
  DecimalField({
    least: 0,
    most: 999_999_999,
    decimals: 4,
    description: `${what} of one unit, in any measure you use throughout. Default 0.`,
  });

const YesNoField = (description: string, preset: YesNoKey): PropertyDecorator =>
  ChoiceField({ name: 'YesNo', keys: Object.keys(YES_NO), labels: YES_NO, preset, description });

/** A new product. */
export class CreateProductDto {
  @TextField({ required: true, unique: true, description: 'Unique; case matters.', example: 'RED-7' })
  sku!: string;

  @TextField({ required: true, title: 'Product Title', description: 'Display name.', example: 'Red shoe' })
  title!: string;

  @SlugField({ required: true, unique: true, description: 'Unique among products.', example: 'red-shoe' })
  slug!: string;

  @AmountField({
    required: true,
    description: 'Price of one unit in the default currency, before tax unless PRICES_INCLUDE_TAX is 1.',
    example: 19.99,
  })
  price!: Amount;

  @TaxBandField({
    description: 'Id of the tax band. Default: the default band; `0` or `none`: no tax.',
    example: '890123456789012345',
  })
  tax_band?: string | null;

  @PublicationField()
  status?: PublicationKey | null;

  @IdField({ of: 'category', description: 'Id of the category.' })
  category?: string | null;

  @IdField({ of: 'brand', description: 'Id of the brand.' })
  brand?: string | null;

  @IdField({ of: 'collection', description: 'Id of the collection.' })
  collection?: string | null;

  @IntegerField({ least: 0, most: 999_999_999, preset: 0, description: 'Units in stock. Default 0.', example: 12 })
  stock_level?: number | null;

  @IntegerField({
    least: 0,
    most: 999_999_999,
    description:
      'Level at which stock is low. A sale or a return that crosses it, or 0, fires product.updated. Unset: 0 alone does.',
    example: 3,
  })
  low_stock?: number | null;

  @ChoiceField({
    name: 'StockStatus',
    keys: Object.keys(STOCK_STATUS),
    labels: STOCK_STATUS,
    preset: '0',
    description:
      '0 unlimited (the stock level is ignored); 1 in stock, 2 low stock, 4 more stock ordered (all three are sold while the stock level lasts); 3 out of stock, 5 discontinued (not sold). Default 0.',
  })
  stock_status?: StockStatusKey | null;

  @DescriptionField()
  description?: string | null;

  @YesNoField('1: the product must be shipped. Default 1.', '1')
  requires_shipping?: YesNoKey | null;

  @YesNoField('1: the product is displayed but cannot be bought. Default 0.', '0')
  catalog_only?: YesNoKey | null;

  @AmountField({
    description:
      'Replaces the price while it is set; not above it. With SALE_PRICE=show: shown beside the price, which carts charge; any amount.',
    example: 14.99,
  })
  sale_price?: Amount | null;

  @MeasureField('Weight')
  weight?: string | null;

  @MeasureField('Height')
  height?: string | null;

  @MeasureField('Width')
  width?: string | null;

  @MeasureField('Depth')
  depth?: string | null;

  /** The whole row, defaults filled in. */
  toFields(): ProductFields {
    return productFields(this);
  }
}

/** Changes of a product: omitted fields stay, empty ones return to their defaults. */
export class UpdateProductDto extends PartialType(CreateProductDto) {
  /** Only what was sent. */
  toPatch(): Partial<ProductFields> {
    return sentOf(this, productFields(this as CreateProductDto));
  }
}

function productFields(dto: CreateProductDto): ProductFields {
  return { ...offerFields(dto), ...goodsFields(dto) };
}

type OfferField =
  | 'sku'
  | 'title'
  | 'slug'
  | 'price'
  | 'salePrice'
  | 'taxBand'
  | 'status'
  | 'catalogOnly'
  | 'category'
  | 'brand'
  | 'collection'
  | 'description';

function offerFields(dto: CreateProductDto): Pick<ProductFields, OfferField> {
  return {
    sku: dto.sku,
    title: dto.title,
    slug: dto.slug,
    price: dto.price,
    salePrice: dto.sale_price ?? null,
    taxBand: dto.tax_band ?? null,
    status: dto.status ?? '1',
    catalogOnly: dto.catalog_only ?? '0',
    category: dto.category ?? null,
    brand: dto.brand ?? null,
    collection: dto.collection ?? null,
    description: dto.description ?? null,
  };
}

function goodsFields(dto: CreateProductDto): Omit<ProductFields, OfferField> {
  return {
    stockLevel: dto.stock_level ?? 0,
    lowStock: dto.low_stock ?? null,
    stockStatus: dto.stock_status ?? '0',
    requiresShipping: dto.requires_shipping ?? '1',
    weight: dto.weight ?? '0',
    height: dto.height ?? '0',
    width: dto.width ?? '0',
    depth: dto.depth ?? '0',
  };
}
