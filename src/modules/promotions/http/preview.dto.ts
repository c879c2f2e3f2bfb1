import {
  ApiExtraModels,
  ApiProperty,
  type ApiPropertyOptions,
  ApiSchema,
  getSchemaPath,
  PartialType,
} from '@nestjs/swagger';
import { instantParser } from '../../../kernel/fields/field-parsers';
import { nestedListParser, nestedParser, objectsParser, textsParser } from '../../../platform/http/fields/nested-dto';
import { BooleanField, Field, TextField } from '../../../platform/http/fields/fields';
import { enumSchema } from '../../../platform/http/openapi/record-schemas';
import { ACTION_KEYS } from '../domain/actions/promotion-actions';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { type PreviewRequest } from '../preview/preview-request';
import { type CartLine } from '../pricing.service';
import { type SentPromotion } from '../promotions.service';
import { PreviewCustomerDto, PreviewItemDto, PreviewShippingDto, PreviewShipToDto } from './preview-parts.dto';
import { PREVIEW_EXAMPLES } from './preview.example';
import { CreatePromotionDto } from './promotion.dto';

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
    max: 128,
    description: 'Id of a stored cart. Send either this or `items`.',
  })
  cart?: string | null;

  @Field(nestedListParser(PreviewItemDto, 'items'), items, {
    description:
      'Lines to price. Send either these or `cart`. In another currency, the price of a line is converted and rounded once. A cart ' +
      'converts and rounds the price of one unit. 3 units of 0.99 at a rate of 1.337 are 3.97 here and 3.96 in a cart.',
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
    description:
      'Code of an enabled currency. Default: that of the header `X-Currency`, else the currency of the store.',
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

  /** The request, defaults filled in. @param currency code of the header X-Currency; null: none was sent */
  toRequest(currency: string | null): PreviewRequest {
    return {
      cart: orNull(this.cart),
      items: orNull(this.items?.map(lineOf)),
      shipping: this.shipping
        ? { ...this.shipping, price: orNull(this.shipping.price), taxRate: this.shipping.tax_rate }
        : null,
      pricesIncludeTax: orNull(this.prices_include_tax),
      customer: orNull(this.customer),
      gateway: orNull(this.gateway),
      shipTo: orNull(this.ship_to),
      currency: currencyOf(this.currency, currency),
      discountCode: orNull(this.discount_code),
      at: orNull(this.at),
      includeDraft: this.include_draft === true,
      only: orNull(this.only),
      promotions: orNull(this.promotions),
    };
  }
}

function currencyOf(sent: string | null | undefined, header: string | null): PreviewRequest['currency'] {
  if (sent) return { code: sent, field: 'currency' };
  return header === null ? null : { code: header, field: 'X-Currency' };
}

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

function lineOf({ tax_rate, sale_price, tax_band, product_sku, ...line }: PreviewItemDto): CartLine {
  return {
    ...line,
    productSku: product_sku ?? null,
    taxRate: tax_rate ?? null,
    salePrice: sale_price ?? null,
    taxBand: tax_band ?? null,
  };
}
