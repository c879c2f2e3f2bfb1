import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { paddedDecimal } from '../../kernel/decimal';
import { amountNumber } from '../../kernel/money';
import { type Labelled } from '../../platform/http/envelope';
import { HasFurtherFields, relationSchema } from '../../platform/http/openapi/record-schemas';
import { CHOSEN_IDS_SCHEMA, chosenIds, ChosenModifierRecord, chosenRecords } from '../catalog/chosen-modifier.record';
import { DiscountShareRecord } from '../promotions/preview.record';
import { ITEM_TOTALS_SCHEMA, type ItemTotals } from '../promotions/price-totals';
import { type PriceLevels, priceLevelsSchema, type PriceView, taxedPriceLevels } from '../settings/price-levels';
import { taxBandRelation, TaxRecord } from '../settings/tax-band.resource';
import { type CartLineNow } from './cart-lines.service';
import { cartProduct, CartProductRecord } from './cart-product.record';
import { unitPriceIn } from './cart-snapshot';

/** A line of a cart as the API returns it, computed on each read (carts.md 2, 3). */
@ApiExtraModels(TaxRecord, ChosenModifierRecord)
@HasFurtherFields()
export class CartItemRecord extends CartProductRecord {
  @ApiProperty({
    type: String,
    pattern: '^[0-9a-f]{32}$',
    description: 'Identifier of the item: its key in `contents` and in paths.',
  })
  identifier!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the product, or the one that a custom item was sent with; else null.',
  })
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

  @ApiProperty(priceLevelsSchema("`price` with tax, without it, and the tax alone, in the cart's currency."))
  pricing!: PriceLevels;

  @ApiProperty({
    type: String,
    description: 'Tax rate in percent, with two decimals or more; `tax_rate` is the same as a number.',
    example: '20.00',
  })
  tax!: string;

  @ApiProperty({ type: Number, description: 'Tax rate in percent.', example: 20 })
  tax_rate!: number;

  @ApiProperty({ type: Number, description: 'Price of all units after discounts, with tax.', example: 23.98 })
  total!: number;

  @ApiProperty({ type: Number, description: 'Price of all units after discounts, without tax.', example: 19.98 })
  total_before_tax!: number;

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
    description: 'Chosen modifiers of the product, by modifier id; {} when it has none.',
  })
  modifier!: Record<string, ChosenModifierRecord>;

  @ApiProperty(CHOSEN_IDS_SCHEMA)
  modifier_ids!: Record<string, string>;

  @ApiProperty({ type: [DiscountShareRecord], description: 'Discounts on the item, in the order of their promotions.' })
  discounts!: DiscountShareRecord[];

  @ApiProperty(ITEM_TOTALS_SCHEMA)
  totals!: ItemTotals;
}

/** The record of a line. @param view how its prices are shown @param priced what promotions left of it */
export function lineRecord(
  line: CartLineNow,
  { currency, includesTax }: PriceView,
  priced: Pick<CartItemRecord, 'discounts' | 'totals' | 'total' | 'total_before_tax'>,
): CartItemRecord {
  const { item, taxBand, title } = line;
  const rate = taxBand?.rate ?? '0';
  const price = unitPriceIn(line, currency);
  return {
    ...item.metadata,
    ...cartProduct(line, currency),
    identifier: item.identifier,
    id: item.productId ?? item.customId,
    sku: line.sku,
    name: title,
    title,
    slug: line.slug,
    quantity: item.quantity,
    price: amountNumber(price),
    pricing: taxedPriceLevels(price, rate, { currency, includesTax }),
    tax: paddedDecimal(rate, 2),
    tax_rate: Number(rate),
    tax_band: taxBandRelation(taxBand),
    weight: Number(line.weight),
    requires_shipping: line.requiresShipping,
    modifier: chosenRecords(line.chosen),
    modifier_ids: chosenIds(line.chosen),
    available: line.isAvailable && !line.isShort,
    ...priced,
  };
}
