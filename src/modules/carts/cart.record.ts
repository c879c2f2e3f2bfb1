import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { AppliedPromotionRecord, previewRecord, RejectedPromotionRecord } from '../promotions/preview.record';
import { withoutCustomerFacts } from '../promotions/customer-facts';
import { withoutOtherCodes } from '../promotions/other-codes';
import { CART_TOTALS_SCHEMA, type CartTotals, itemTotals, type ItemTotals } from '../promotions/price-totals';
import { type Priced } from '../promotions/pricing.service';
import { type RejectedPromotion } from '../promotions/frozen-promotion';
import { type ToldRejection } from '../promotions/rejections.service';
import { CurrencyRecord, currencyRecord } from '../settings/currency.resource';
import { type StoreCurrency } from '../settings/currencies.service';
import { type CartLineNow } from './cart-lines.service';
import { CartItemNotFound } from './carts.errors';
import { CartItemRecord, lineRecord } from './cart-item.record';
import { type Cart } from './data/cart.entity';
import { cartListing } from './data/cart.listing';

export type { Cart };

/** The promotions of a cart: those that gave a discount, and the others with the reason. */
export class CartPromotionsRecord {
  @ApiProperty({ type: [AppliedPromotionRecord], description: 'Promotions that apply, in the order they are applied.' })
  applied!: AppliedPromotionRecord[];

  @ApiProperty({
    type: [RejectedPromotionRecord],
    description:
      'Promotions that do not apply, in the order they are checked. Those whose code is not the code of the cart are left out.',
  })
  rejected!: RejectedPromotionRecord[];
}

/** A currency with the names that v1 clients read beside its own (storefront.md 4). */
export class CartCurrencyRecord extends CurrencyRecord {
  @ApiProperty({ type: String, description: 'Same as `decimal_point`.', example: '.' })
  decimal!: string;

  @ApiProperty({ type: String, description: 'Same as `thousand_point`.', example: ',' })
  thousand!: string;

  @ApiProperty({ type: Number, description: 'Same as `exchange_rate`.', example: 1 })
  exchange!: number;
}

/** A cart as the API answers it (carts.md 2). */
@ApiExtraModels(CartItemRecord)
@ListedBy(cartListing, { checked_out: '1: carts that were checked out and have not changed since. 0: the others.' })
export class CartRecord {
  @ApiProperty({ type: String, description: 'Id of the cart, chosen by the client.', example: '3f2a9c' })
  id!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(CartItemRecord) },
    description: 'Items by identifier, in the order they were added; {} when empty.',
  })
  contents!: Record<string, CartItemRecord>;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of units.', example: 3 })
  total_items!: number;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of different items.', example: 2 })
  total_unique_items!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Discount code as the customer typed it.',
    example: 'SPRING10',
  })
  discount_code!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Id of the customer for whom the cart is priced.' })
  customer!: string | null;

  @ApiProperty(CART_TOTALS_SCHEMA)
  totals!: CartTotals;

  @ApiProperty({
    type: Number,
    description: 'Price of all items after discounts, with tax, rounded to `total_step` of the currency.',
    example: 23.98,
  })
  total!: number;

  @ApiProperty({ type: Number, description: 'Price of all items after discounts, without tax.', example: 19.98 })
  total_before_tax!: number;

  @ApiProperty({ type: CartCurrencyRecord, description: 'Currency of all prices.' })
  currency!: CartCurrencyRecord;

  @ApiProperty({ type: CartPromotionsRecord })
  promotions!: CartPromotionsRecord;

  @ApiProperty({ type: String, nullable: true, description: 'Null until something is added to the cart.' })
  created_at!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null until something is added to the cart.' })
  updated_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    required: false,
    description: 'In lists: id of the order that the cart was checked out as; null: it was not, or has changed since.',
  })
  order?: string | null;
}

/** A cart priced in a currency. */
export interface PricedCartView {
  /** As the client made it. */
  readonly id: string;
  /** Undefined: nothing was written yet. */
  readonly row: Cart | undefined;
  readonly lines: readonly CartLineNow[];
  readonly currency: StoreCurrency;
  /** Whether prices include tax. */
  readonly includesTax: boolean;
  /** Id. */
  readonly customer: string | null;
  /** Prices of the available lines, in the order of the lines. */
  readonly priced: Priced;
  /** As told to the caller: see {@link rejectedIn}. */
  readonly rejected: readonly ToldRejection[];
}

/** The record of a cart. */
export function cartRecord(view: PricedCartView): CartRecord {
  const { row, lines, currency, priced } = view;
  const preview = previewRecord(priced.before, priced.after, view.rejected, currency);
  let at = 0;
  const records = lines.map((line) => {
    const position = line.isAvailable ? at++ : -1;
    const totals = itemTotals(position, priced.before, priced.after, currency);
    return lineRecord(line, view, { discounts: preview.lines[position]?.discounts ?? [], ...sumsOf(totals) });
  });
  return {
    id: view.id,
    contents: Object.fromEntries(records.map((record) => [record.identifier, record])),
    total_items: lines.reduce((sum, { item }) => sum + item.quantity, 0),
    total_unique_items: lines.length,
    discount_code: row?.discountCode ?? null,
    customer: view.customer,
    ...sumsOf(preview.totals),
    currency: cartCurrency(currency),
    promotions: { applied: preview.applied, rejected: preview.rejected },
    created_at: row ? wireTime(row.createdAt) : null,
    updated_at: row ? wireTime(row.updatedAt) : null,
  };
}

/** Returns the rejections that a cart shows, without facts about the customer and without other codes. */
export function rejectedIn({ after, terms, cart, poolCode }: Priced): readonly RejectedPromotion[] {
  return withoutCustomerFacts(withoutOtherCodes(after, terms.promotions, cart.discountCode, poolCode)).rejected;
}

function sumsOf<T extends CartTotals | ItemTotals>(
  totals: T,
): Pick<CartRecord, 'total' | 'total_before_tax'> & { readonly totals: T } {
  const { with_tax: total, without_tax: before } = totals.post_discount.rounded;
  return { totals, total, total_before_tax: before };
}

function cartCurrency(currency: StoreCurrency): CartCurrencyRecord {
  const record = currencyRecord(currency);
  const { decimal_point: decimal, thousand_point: thousand, exchange_rate: exchange } = record;
  return { ...record, decimal, thousand, exchange };
}

/** @param identifier of a line, or the id of a product that one line alone has (storefront.md 6) @throws CartItemNotFound */
export function itemOf({ contents }: CartRecord, identifier: string): CartItemRecord {
  if (Object.hasOwn(contents, identifier) && contents[identifier]) return contents[identifier];
  const [only, ...others] = Object.values(contents).filter(({ id }) => id === identifier);
  if (only === undefined || others.length > 0) throw new CartItemNotFound();
  return only;
}
