import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { ChosenModifierRecord, chosenRecords } from '../catalog/chosen-modifier.record';
import { type Labelled } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { relationSchema } from '../../platform/http/openapi/record-schemas';
import {
  AppliedPromotionRecord,
  DiscountShareRecord,
  previewRecord,
  RejectedPromotionRecord,
} from '../promotions/preview.record';
import { withoutCustomerFacts } from '../promotions/customer-facts';
import { CART_TOTALS_SCHEMA, cartTotals, type CartTotals } from '../promotions/price-totals';
import { type PricingCurrency } from '../promotions/pricing-currency';
import { type Evaluation, type Priced } from '../promotions/pricing.service';
import { taxBandRelation, TaxRecord } from '../settings/tax.record';
import { type CartLineNow } from './cart-lines.service';
import { unitPriceIn } from './cart-snapshot';
import { type Cart } from './data/cart.entity';
import { cartListing } from './data/cart.listing';

export type { Cart };

/** A line of a cart as the API answers it, worked out afresh (carts.md 2, 3). */
@ApiExtraModels(TaxRecord, ChosenModifierRecord)
export class CartItemRecord {
  @ApiProperty({
    type: String,
    pattern: '^[0-9a-f]{32}$',
    description: 'Identifier of the item: its key in `contents` and in paths.',
  })
  identifier!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Id of the product; null for a custom item.' })
  id!: string | null;

  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({ type: String, description: 'Same as `title`.', example: 'Tea, 250 g' })
  name!: string;

  @ApiProperty({ type: String, example: 'Tea, 250 g' })
  title!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Slug of the product.', example: 'tea-250' })
  slug!: string | null;

  @ApiProperty({ type: 'integer', minimum: 1, example: 2 })
  quantity!: number;

  @ApiProperty({
    type: Number,
    description: "Price of one unit in the cart's currency. It includes tax where the store says that prices do.",
    example: 9.99,
  })
  price!: number;

  @ApiProperty({ type: Number, description: 'Tax rate in percent.', example: 20 })
  tax_rate!: number;

  @ApiProperty(relationSchema(TaxRecord, 'Tax band.'))
  tax_band!: Labelled<TaxRecord> | null;

  @ApiProperty({ type: Number, description: 'Weight of one unit.' })
  weight!: number;

  @ApiProperty({ type: Boolean, description: 'Whether the item must be shipped.' })
  requires_shipping!: boolean;

  @ApiProperty({
    type: Boolean,
    description:
      'Whether the item can be bought as it is: its product is for sale, and at least `quantity` is in stock. It costs ' +
      'nothing if its product was removed or is not for sale.',
  })
  available!: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(ChosenModifierRecord) },
    description: "What was chosen of the product's modifiers, by modifier id; {} when it has none.",
  })
  modifier!: Record<string, ChosenModifierRecord>;

  @ApiProperty({ type: [DiscountShareRecord], description: 'Discounts on the item, in the order of their promotions.' })
  discounts!: DiscountShareRecord[];

  @ApiProperty(CART_TOTALS_SCHEMA)
  totals!: CartTotals;
}

/** The promotions of a cart: those that took something off, and the others with the reason. */
export class CartPromotionsRecord {
  @ApiProperty({ type: [AppliedPromotionRecord], description: 'Promotions that apply, in the order they are applied.' })
  applied!: AppliedPromotionRecord[];

  @ApiProperty({
    type: [RejectedPromotionRecord],
    description: 'Promotions that do not apply, in the order they are checked.',
  })
  rejected!: RejectedPromotionRecord[];
}

/** A cart as the API answers it (carts.md 2). */
@ApiExtraModels(CartItemRecord)
@ListedBy(cartListing)
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

  @ApiProperty({ type: String, nullable: true, description: 'Id of the customer whom the cart is priced for.' })
  customer!: string | null;

  @ApiProperty(CART_TOTALS_SCHEMA)
  totals!: CartTotals;

  @ApiProperty({ type: String, description: 'Code of the currency of all prices.', example: 'GBP' })
  currency!: string;

  @ApiProperty({ type: CartPromotionsRecord })
  promotions!: CartPromotionsRecord;

  @ApiProperty({ type: String, nullable: true, description: 'Null until something is added to the cart.' })
  created_at!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null until something is added to the cart.' })
  updated_at!: string | null;
}

/** A cart priced in a currency. */
export interface PricedCartView {
  /** As the client made it. */
  readonly id: string;
  /** Undefined: nothing was written yet. */
  readonly row: Cart | undefined;
  readonly lines: readonly CartLineNow[];
  readonly currency: PricingCurrency;
  /** Id. */
  readonly customer: string | null;
  /** Of the lines that can be bought, in their order. */
  readonly priced: Priced;
}

/** The record of a cart. */
export function cartRecord({ id, row, lines, currency, customer, priced }: PricedCartView): CartRecord {
  const {
    totals,
    lines: parts,
    applied,
    rejected,
  } = previewRecord(priced.before, withoutCustomerFacts(priced.after), currency);
  let at = 0;
  const records = lines.map((line) => {
    const position = line.isAvailable ? at++ : -1;
    return lineRecord(line, currency, {
      discounts: parts[position]?.discounts ?? [],
      totals: cartTotals(only(priced.before, position), only(priced.after, position), currency),
    });
  });
  return {
    id,
    contents: Object.fromEntries(records.map((record) => [record.identifier, record])),
    total_items: lines.reduce((sum, { item }) => sum + item.quantity, 0),
    total_unique_items: lines.length,
    discount_code: row?.discountCode ?? null,
    customer,
    totals,
    currency: currency.code,
    promotions: { applied, rejected },
    created_at: row ? wireTime(row.createdAt) : null,
    updated_at: row ? wireTime(row.updatedAt) : null,
  };
}

/** The evaluation of one line alone; of none when it is not part of it. */
function only(evaluation: Evaluation, position: number): Evaluation {
  const line = evaluation.lines[position];
  return { ...evaluation, lines: line === undefined ? [] : [line] };
}

function lineRecord(
  line: CartLineNow,
  currency: PricingCurrency,
  priced: Pick<CartItemRecord, 'discounts' | 'totals'>,
): CartItemRecord {
  const { item, taxBand, title } = line;
  return {
    identifier: item.identifier,
    id: item.productId,
    sku: line.sku,
    name: title,
    title,
    slug: line.slug,
    quantity: item.quantity,
    price: amountNumber(unitPriceIn(line, currency)),
    tax_rate: Number(taxBand?.rate ?? 0),
    tax_band: taxBandRelation(taxBand),
    weight: Number(line.weight),
    requires_shipping: line.requiresShipping,
    modifier: chosenRecords(line.chosen),
    available: line.isAvailable && !line.isShort,
    ...priced,
  };
}
