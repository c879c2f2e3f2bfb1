import { ApiExtraModels, ApiProperty, getSchemaPath, PickType } from '@nestjs/swagger';
import { HasFurtherFields, objectSchema } from '../../platform/http/openapi/record-schemas';
import { ChosenModifierRecord } from '../catalog/chosen-modifier.record';
import { AppliedPromotionRecord } from '../promotions/preview.record';
import { SUM_AMOUNTS_SCHEMA, type SummedNumbers } from '../settings/price-levels';
import { CurrencyRecord } from '../settings/currency.resource';
import { CartItemRecord } from './cart-item.record';
import { furtherIn } from './further-fields';
import { CartRecord } from './cart.record';

const LINE_FIELDS = [
  'id',
  'sku',
  'title',
  'quantity',
  'price',
  'tax_rate',
  'total',
  'total_before_tax',
  'available',
  'modifier',
] as const;
const CART_FIELDS = [
  'id',
  'total_items',
  'total_unique_items',
  'discount_code',
  'customer',
  'total',
  'total_before_tax',
  'created_at',
  'updated_at',
] as const;
const CURRENCY_FIELDS = ['id', 'code'] as const;

/** A line in the events of a cart; its identifier is its key. */
@ApiExtraModels(ChosenModifierRecord)
@HasFurtherFields()
export class CartEventItemRecord extends PickType(CartItemRecord, LINE_FIELDS) {}

/** The currency in the events of a cart. */
export class CartEventCurrencyRecord extends PickType(CurrencyRecord, CURRENCY_FIELDS) {}

/** The promotions in the events of a cart: each has its share of every line. */
export class CartEventPromotionsRecord {
  @ApiProperty({ type: [AppliedPromotionRecord], description: 'Promotions that apply, in the order they are applied.' })
  applied!: readonly AppliedPromotionRecord[];
}

interface CartEventTotals {
  readonly pre_discount: { readonly rounded: SummedNumbers };
  readonly post_discount: { readonly rounded: SummedNumbers };
}

const ROUNDED = objectSchema({ rounded: SUM_AMOUNTS_SCHEMA }, { title: 'CartEventAmounts' });

/**
 * A cart as its events carry it: the fields that say what is in it and what it costs, where the cart's record has them. Rejected
 * promotions and formatted prices are for pages: with 50 promotions they made 21 kB of each event, and every change of a cart
 * writes one.
 */
@ApiExtraModels(CartEventItemRecord)
export class CartEventRecord extends PickType(CartRecord, CART_FIELDS) {
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(CartEventItemRecord) },
    description: 'Items by identifier, in the order they were added; {} when empty.',
  })
  contents!: Readonly<Record<string, CartEventItemRecord>>;

  @ApiProperty(
    objectSchema(
      { pre_discount: ROUNDED, post_discount: ROUNDED },
      { title: 'CartEventTotals', description: 'Sums of the items before and after discounts, without shipping.' },
    ),
  )
  totals!: CartEventTotals;

  @ApiProperty({ type: CartEventCurrencyRecord, description: 'Currency of all prices.' })
  currency!: CartEventCurrencyRecord;

  @ApiProperty({ type: CartEventPromotionsRecord })
  promotions!: CartEventPromotionsRecord;
}

/** The part of a cart that its events carry. */
export function cartEventRecord(cart: CartRecord): CartEventRecord {
  const { contents, totals, currency, promotions } = cart;
  const lines = Object.entries(contents).map(
    ([key, line]) => [key, { ...furtherIn(line), ...picked(line, LINE_FIELDS) }] as const,
  );
  return {
    ...picked(cart, CART_FIELDS),
    contents: Object.fromEntries(lines),
    totals: {
      pre_discount: { rounded: totals.pre_discount.rounded },
      post_discount: { rounded: totals.post_discount.rounded },
    },
    currency: picked(currency, CURRENCY_FIELDS),
    promotions: { applied: promotions.applied },
  };
}

function picked<T extends object, K extends keyof T & string>(from: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, K>;
}
