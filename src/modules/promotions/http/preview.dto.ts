import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  ApiSchema,
  getSchemaPath,
  PartialType,
} from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { instantParser } from '../../../kernel/fields/field-parsers';
import { nestedListParser, nestedParser, objectsParser, textsParser } from '../../../platform/http/fields/nested-dto';
import {
  AmountField,
  BooleanField,
  DecimalField,
  EmailField,
  Field,
  IntegerField,
  TextField,
} from '../../../platform/http/fields/fields';
import { enumSchema } from '../../../platform/http/openapi/record-schemas';
import { ACTION_KEYS } from '../domain/actions/promotion-actions';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { type PreviewRequest } from '../preview/preview-request';
import { type CartLine } from '../pricing.service';
import { type SentPromotion } from '../promotions.service';
import { PREVIEW_EXAMPLES } from './preview.example';
import { CreatePromotionDto } from './promotion.dto';

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

  @DecimalField({ least: 0, most: 100, decimals: 4, description: 'Tax in percent. Default 0.', example: 20 })
  tax_rate?: string | null;

  @TextField({ description: 'SKU.', example: 'MUG-1' })
  sku?: string | null;

  @TextField({ description: 'SKU of the product, where a variation has another one.', example: 'MUG' })
  product_sku?: string | null;

  @TextField({
    description:
      'Id of a product. Rules then see its title, SKU, slug, sale price, tax band, brand, categories and weight where you omit them.',
  })
  id?: string | null;

  @TextField({ description: 'Name.' })
  title?: string | null;

  @TextField({ description: 'Slug of a product.' })
  slug?: string | null;

  @AmountField({ description: 'Used by rules only; the line is priced with `price`.' })
  sale_price?: Amount | null;

  @TextField({ description: 'Id or slug of a tax band.' })
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
    required: true,
    description: 'Price in the default currency, before tax unless `prices_include_tax` is 1.',
    example: 4.5,
  })
  price!: Amount;

  @TextField({ description: 'Id of the method.' })
  id?: string | null;

  @TextField({ description: 'Slug of the method.' })
  slug?: string | null;

  @DecimalField({ least: 0, most: 100, decimals: 4, description: 'Tax in percent. Default 0.' })
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

/** An unsaved promotion: its action and amount, and optionally other fields. */
@ApiSchema({ name: 'InlinePromotion' })
class InlinePromotionDto extends PartialType(CreatePromotionDto) {
  @ApiProperty({
    ...enumSchema('PromotionAction', ACTION_KEYS),
    required: true,
    nullable: false,
    description: 'The kind of discount.',
  })
  declare action: unknown;

  @ApiProperty({ type: String, required: false, description: 'Id in the response. Default: its position.' })
  id?: string;
}

/** Schema of an object that may be sent as bracket notation, JSON or JSON text. */
const objectOf = (dto: new () => object): ApiPropertyOptions => ({
  oneOf: [{ type: 'string', description: 'JSON text.' }, { $ref: getSchemaPath(dto) }],
});
const items = { type: 'array', items: { $ref: getSchemaPath(PreviewItemDto) } } as const;
// As many as a back-test takes.
const ideas = { type: 'array', maxItems: 100, items: { $ref: '#/components/schemas/InlinePromotion' } } as const;

/** A preview of promotions (promotions.md, Preview). */
@BodyExamples(PREVIEW_EXAMPLES)
@ApiSchema({ description: 'Either `cart`, the id of a stored cart, or `items`.' })
@ApiExtraModels(PreviewItemDto, PreviewShippingDto, PreviewCustomerDto, PreviewShipToDto, InlinePromotionDto)
export class PreviewDto {
  @TextField({
    max: 64,
    pattern: /^[A-Za-z0-9_-]+$/,
    message: 'must be the id of a cart',
    description: 'Id of a stored cart. Send either this or `items`.',
  })
  cart?: string | null;

  @Field(nestedListParser(PreviewItemDto, 'items'), items, {
    description: 'Lines to price. Send either these or `cart`.',
  })
  items?: readonly PreviewItemDto[] | null;

  @Field(nestedParser(PreviewShippingDto, 'shipping'), objectOf(PreviewShippingDto), {
    description: 'The chosen shipping method.',
  })
  shipping?: PreviewShippingDto | null;

  @BooleanField({
    description:
      '1: prices, shipping and fixed amounts include tax. Only beside `items`. Default: as the prices of the store.',
  })
  prices_include_tax?: boolean | null;

  @Field(nestedParser(PreviewCustomerDto, 'customer'), objectOf(PreviewCustomerDto), { description: 'The customer.' })
  customer?: PreviewCustomerDto | null;

  @TextField({ description: 'Slug of the payment gateway.' })
  gateway?: string | null;

  @Field(nestedParser(PreviewShipToDto, 'ship_to'), objectOf(PreviewShipToDto), {
    description: 'The shipping address.',
  })
  ship_to?: PreviewShipToDto | null;

  @TextField({
    max: 3,
    description: 'Code of an enabled currency. Default: the currency of the store.',
    example: 'GBP',
  })
  currency?: string | null;

  @TextField({ description: 'Discount code of the cart.', example: 'SPRING10' })
  discount_code?: string | null;

  @Field(
    instantParser,
    { type: 'string', maxLength: 32 },
    { description: 'Time to price at, UTC unless it has an offset. Default: now.', example: '2026-03-31T21:59:59Z' },
  )
  at?: Date | null;

  @BooleanField({ description: '1: treat draft promotions as live in this preview. Default 0.' })
  include_draft?: boolean | null;

  @Field(
    textsParser('only'),
    { type: 'array', items: { type: 'string' } },
    { description: 'Ids of the only promotions to consider. Default: all.' },
  )
  only?: readonly string[] | null;

  @Field(objectsParser('promotions', ideas.maxItems), ideas, {
    description:
      'Unsaved promotions to use instead of the stored ones, with the fields of a promotion and optionally an `id`.',
  })
  promotions?: readonly SentPromotion[] | null;

  /** The request, defaults filled in. */
  toRequest(): PreviewRequest {
    return {
      cart: orNull(this.cart),
      items: orNull(this.items?.map(lineOf)),
      shipping: this.shipping ? { ...this.shipping, taxRate: this.shipping.tax_rate } : null,
      pricesIncludeTax: orNull(this.prices_include_tax),
      customer: orNull(this.customer),
      gateway: orNull(this.gateway),
      shipTo: orNull(this.ship_to),
      currency: orNull(this.currency),
      discountCode: orNull(this.discount_code),
      at: orNull(this.at),
      includeDraft: this.include_draft === true,
      only: orNull(this.only),
      promotions: orNull(this.promotions),
    };
  }
}

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

function lineOf({ tax_rate, sale_price, tax_band, product_sku, ...line }: PreviewItemDto): CartLine {
  return {
    ...line,
    productSku: product_sku ?? null,
    taxRate: tax_rate ?? '0',
    salePrice: sale_price ?? null,
    taxBand: tax_band ?? null,
  };
}
