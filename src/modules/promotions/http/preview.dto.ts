import { ApiExtraModels, type ApiPropertyOptions, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { dateParser } from '../../../platform/http/field-parsers';
import { FieldProblem } from '../../../platform/http/field-problem';
import {
  AmountField,
  BooleanField,
  DecimalField,
  EmailField,
  Field,
  IntegerField,
  TextField,
} from '../../../platform/http/fields';
import { type PreviewRequest } from '../preview-request';
import { type CartLine } from '../pricing.service';
import { type SentPromotion } from '../promotions.service';
import { listParser, objectParser, objectsParser, textsParser } from './nested-field';
import { CreatePromotionDto } from './promotion.dto';

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** UTC unless it names an offset; a day alone is its first instant. */
function instantParser(raw: unknown): unknown {
  const text = typeof raw === 'string' ? raw.trim() : '';
  const hasOffset = text.length === 10 || /(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(10));
  const instant = new Date(`${text.replace(' ', 'T')}${hasOffset ? '' : 'Z'}`);
  const isDay = !(dateParser(text.slice(0, 10)) instanceof FieldProblem);
  const isReal = isDay && INSTANT.test(text) && !Number.isNaN(instant.getTime());
  return isReal ? instant : new FieldProblem('must be an instant such as 2026-03-31T21:59:59Z');
}

/** A line of a previewed cart. Only price and quantity count for money; the rest is what rules look at. */
export class PreviewItemDto {
  @AmountField({ required: true, description: 'Of one unit, before tax, in the default currency.', example: 19.99 })
  price!: Amount;

  @IntegerField({ required: true, least: 1, most: 1_000_000, description: 'Units.', example: 2 })
  quantity!: number;

  @DecimalField({ least: 0, most: 100, decimals: 4, description: 'Percent. Default 0.', example: 20 })
  tax_rate?: string | null;

  @TextField({ description: 'Default none.', example: 'MUG-1' })
  sku?: string | null;

  @TextField({ description: 'Id of a product.' })
  id?: string | null;

  @TextField({ description: 'Name.' })
  title?: string | null;

  @TextField({ description: 'Slug of a product.' })
  slug?: string | null;

  @AmountField({ description: 'For rules; price is what counts.' })
  sale_price?: Amount | null;

  @TextField({ description: 'Id or slug of a tax band.' })
  tax_band?: string | null;

  @TextField({ description: 'Id or slug of a brand.' })
  brand?: string | null;

  @Field(textsParser, { type: 'array', items: { type: 'string' } }, { description: 'Ids or slugs of categories.' })
  category?: readonly string[] | null;

  @DecimalField({ least: 0, decimals: 4, description: 'Of one unit.' })
  weight?: string | null;
}

/** The shipping method of a previewed cart. */
export class PreviewShippingDto {
  @AmountField({ required: true, description: 'Before tax, in the default currency.', example: 4.5 })
  price!: Amount;

  @TextField({ description: 'Id of the method.' })
  id?: string | null;

  @TextField({ description: 'Slug of the method.' })
  slug?: string | null;

  @DecimalField({ least: 0, most: 100, decimals: 4, description: 'Percent. Default 0.' })
  tax_rate?: string | null;
}

/** The customer of a previewed cart. */
export class PreviewCustomerDto {
  @TextField({ description: 'Id; a customer of the store brings e-mail and group along.' })
  id?: string | null;

  @EmailField({ description: 'E-mail address.' })
  email?: string | null;

  @TextField({ description: 'Id of the customer group.' })
  group?: string | null;

  @IntegerField({ least: 0, most: 1_000_000_000, description: 'Orders so far.' })
  orders?: number | null;

  @AmountField({ description: 'What they came to, in the default currency.' })
  spent?: Amount | null;
}

/** Where a previewed cart would be sent. */
export class PreviewShipToDto {
  @TextField({ description: 'ISO 3166 alpha-2.', example: 'GB' })
  country?: string | null;

  @TextField({ description: 'As written on letters.' })
  postcode?: string | null;
}

/** In brackets, as JSON, or as JSON text. */
const objectOf = (dto: new () => object): ApiPropertyOptions => ({
  oneOf: [{ type: 'string', description: 'JSON text.' }, { $ref: getSchemaPath(dto) }],
});
const items = { type: 'array', items: { $ref: getSchemaPath(PreviewItemDto) } } as const;
const ideas = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

/** A preview of promotions (promotions.md 6). */
@ApiSchema({ description: 'A stored cart by its id, or items sent along.' })
@ApiExtraModels(PreviewItemDto, PreviewShippingDto, PreviewCustomerDto, PreviewShipToDto, CreatePromotionDto)
export class PreviewDto {
  @TextField({
    max: 64,
    pattern: /^[A-Za-z0-9_-]+$/,
    message: 'must be the id of a cart',
    description: 'Id of a cart, in place of items.',
  })
  cart?: string | null;

  @Field(listParser(PreviewItemDto, 'items'), items, { description: 'Lines, in place of a cart.' })
  items?: readonly PreviewItemDto[] | null;

  @Field(objectParser(PreviewShippingDto, 'shipping'), objectOf(PreviewShippingDto), {
    description: 'The chosen shipping method.',
  })
  shipping?: PreviewShippingDto | null;

  @Field(objectParser(PreviewCustomerDto, 'customer'), objectOf(PreviewCustomerDto), { description: 'Who buys.' })
  customer?: PreviewCustomerDto | null;

  @TextField({ description: 'Slug of the payment gateway.' })
  gateway?: string | null;

  @Field(objectParser(PreviewShipToDto, 'ship_to'), objectOf(PreviewShipToDto), {
    description: 'The shipping address.',
  })
  ship_to?: PreviewShipToDto | null;

  @TextField({ max: 3, description: 'Code of an enabled currency. Default that of the store.', example: 'GBP' })
  currency?: string | null;

  @TextField({ description: 'The code the cart carries.', example: 'SPRING10' })
  discount_code?: string | null;

  @Field(
    instantParser,
    { type: 'string', maxLength: 32 },
    { description: 'When. Default now.', example: '2026-03-31T21:59:59Z' },
  )
  at?: Date | null;

  @BooleanField({ description: '1 takes drafts for live. Default 0.' })
  include_draft?: boolean | null;

  @Field(textsParser, { type: 'array', items: { type: 'string' } }, { description: 'Ids of the promotions to try.' })
  only?: readonly string[] | null;

  @Field(objectsParser('promotions'), ideas, {
    description: 'Promotions to try in place of the stored ones, with their fields and an id if you like.',
  })
  promotions?: readonly SentPromotion[] | null;

  /** The question, defaults filled in. */
  toRequest(): PreviewRequest {
    return {
      cart: orNull(this.cart),
      items: orNull(this.items?.map(lineOf)),
      shipping: this.shipping ? { ...this.shipping, taxRate: this.shipping.tax_rate } : null,
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

function lineOf({ tax_rate, sale_price, tax_band, ...line }: PreviewItemDto): CartLine {
  return { ...line, taxRate: tax_rate ?? '0', salePrice: sale_price ?? null, taxBand: tax_band ?? null };
}
