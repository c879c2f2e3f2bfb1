import { type Amount } from '../../../kernel/money';
import {
  AmountField,
  DecimalField,
  EmailField,
  Field,
  IntegerField,
  TextField,
} from '../../../platform/http/fields/fields';
import { textsParser } from '../../../platform/http/fields/nested-dto';

/** A line of a previewed cart. Price, quantity and tax rate make its totals; rules see the other fields. */
export class PreviewItemDto {
  @AmountField({
    required: true,
    description: 'Price of one unit in the default currency, before tax unless `prices_include_tax` is 1.',
    example: 19.99,
  })
  price!: Amount;

  @IntegerField({ required: true, least: 1, most: 1_000_000, description: 'Number of units.', example: 2 })
  quantity!: number;

  @DecimalField({
    least: 0,
    most: 100,
    decimals: 4,
    description: 'Tax in percent. Default: that of `tax_band`, else of the product, else of the default tax band.',
    example: 20,
  })
  tax_rate?: string | null;

  @TextField({
    description:
      'SKU. If you omit `id` and `title`, the item is the product with this SKU. With a `title` it is a custom item.',
    example: 'MUG-1',
  })
  sku?: string | null;

  @TextField({
    description: 'SKU of the product, where a variation has another one. If you omit `id`, the item is this product.',
    example: 'MUG',
  })
  product_sku?: string | null;

  @TextField({
    description:
      'Id of a product. The item then has its title, SKU, slug, sale price, tax band, brand, categories and weight where you omit them.',
  })
  id?: string | null;

  @TextField({ description: 'Name.' })
  title?: string | null;

  @TextField({ description: 'Slug of a product.' })
  slug?: string | null;

  @AmountField({ description: 'Used by rules only; the line is priced with `price`.' })
  sale_price?: Amount | null;

  @TextField({
    description:
      'Id of a tax band; `0` or `none`: no tax. Default: that of the product, else the default tax band. Beside `tax_rate` only rules use it.',
  })
  tax_band?: string | null;

  @TextField({ description: 'Id or slug of a brand.' })
  brand?: string | null;

  @Field(
    textsParser('category'),
    { type: 'array', items: { type: 'string' } },
    { description: 'Ids or slugs of categories.' },
  )
  category?: readonly string[] | null;

  @DecimalField({ least: 0, decimals: 4, description: 'Weight of one unit.' })
  weight?: string | null;
}

/** The shipping method of a previewed cart. */
export class PreviewShippingDto {
  @AmountField({
    description:
      'Price in the default currency, before tax unless `prices_include_tax` is 1. Default: that of the method that `id` or `slug` names. Required if `prices_include_tax` is not as the prices of the store.',
    example: 4.5,
  })
  price?: Amount | null;

  @TextField({ description: 'Id of the method.' })
  id?: string | null;

  @TextField({ description: 'Slug of the method.' })
  slug?: string | null;

  @DecimalField({
    least: 0,
    most: 100,
    decimals: 4,
    description: 'Tax in percent. Default: that of the method, else 0.',
  })
  tax_rate?: string | null;
}

/** The customer of a previewed cart. */
export class PreviewCustomerDto {
  @TextField({ description: 'Id. For a stored customer, e-mail and group are read from the store when you omit them.' })
  id?: string | null;

  @EmailField({ description: 'E-mail address.' })
  email?: string | null;

  @TextField({ description: 'Id of the customer group.' })
  group?: string | null;

  @IntegerField({ least: 0, most: 1_000_000_000, description: 'Number of earlier orders.' })
  orders?: number | null;

  @AmountField({ description: 'Sum of the earlier orders, in the default currency.' })
  spent?: Amount | null;
}

/** The shipping address of a previewed cart, as far as rules can see it. */
export class PreviewShipToDto {
  @TextField({ description: 'ISO 3166 alpha-2 code.', example: 'GB' })
  country?: string | null;

  @TextField({ description: 'Postcode.' })
  postcode?: string | null;
}
