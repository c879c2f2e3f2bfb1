import { ValidationFailed } from '../../../kernel/errors';
import { REQUIRED } from '../../../kernel/fields/field-problem';
import { type Amount } from '../../../kernel/money';
import { readDto } from '../../../platform/http/fields/dto.pipe';
import { AmountField, DecimalField, IdField, IntegerField, TextField } from '../../../platform/http/fields/fields';
import { ChoicesField } from '../../catalog/choices-field';
import { type ModifierChoices } from '../../catalog/chosen-modifiers';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { TaxBandField } from '../../settings/tax-band-field';
import { type OrderItemFields } from '../edits/order-edit';

/** Most units a line can hold. */
const MAX_QUANTITY = 1_000_000;

const ITEM = { sku: 'TEA-250', title: 'Tea, 250 g', quantity: 2, tax_rate: 20, price: 9.99 };

/**
 * An item to add, or the changes of the one that has this sku already. A new item needs all but `product`; for a line
 * that is there, what is left out stays.
 */
@BodyExamples({ item: { summary: 'Add an item', value: { ...ITEM, tax_band: '890123456789012345' } } })
export class PutOrderItemDto {
  @TextField({ required: true, description: 'SKU of the product. An order has one item per SKU.', example: 'TEA-250' })
  sku!: string;

  @TextField({
    required: true,
    partial: true,
    description: 'Name of the item. Required for a new item.',
    example: 'Tea, 250 g',
  })
  title?: string;

  @IntegerField({
    required: true,
    partial: true,
    least: 1,
    most: MAX_QUANTITY,
    description: 'Number of units. Required for a new item.',
    example: 2,
  })
  quantity?: number;

  @DecimalField({
    required: true,
    partial: true,
    least: 0,
    most: 100,
    decimals: 4,
    description: 'Tax rate in percent. Required for a new item.',
    example: 20,
  })
  tax_rate?: string;

  @TaxBandField({
    required: true,
    partial: true,
    description: 'Id of the tax band; `0` or `none`: no tax band. Required for a new item.',
    example: '890123456789012345',
  })
  tax_band?: string;

  @AmountField({
    required: true,
    partial: true,
    description: 'Price of one unit before shipping and tax. Required for a new item.',
    example: 9.99,
  })
  price?: Amount;

  @IdField({ of: 'product', description: 'Id of the product.' })
  product?: string | null;

  @ChoicesField(
    'What is chosen of the modifiers of the product, which `product` or else `sku` names: as in a cart. ' +
      'Omit it where `sku` is that of an item of the order.',
  )
  modifier?: ModifierChoices | null;

  toFields(): OrderItemFields {
    return {
      sku: this.sku,
      title: this.title,
      quantity: this.quantity,
      taxRate: this.tax_rate,
      taxBand: this.tax_band,
      price: this.price,
      product: this.product,
      choices: this.modifier ?? {},
    };
  }
}

/** Optional fields of a removal of an item. */
export class RemoveOrderItemDto {
  @TextField({ description: 'Sku of the item. Where the path names the item, it must be its own.', example: 'TEA-250' })
  sku?: string | null;
}

/**
 * The sku that a removal names: the body's, else the query's, read by the same rules.
 * @throws ValidationFailed
 */
export function skuToRemove(body: RemoveOrderItemDto, querySku: unknown): string | undefined {
  return body.sku ?? readDto(RemoveOrderItemDto, { sku: querySku }).sku ?? undefined;
}

/** {@link skuToRemove}, where nothing else names the item. @throws ValidationFailed also when there is none */
export function requiredSku(body: RemoveOrderItemDto, querySku: unknown): string {
  const sku = skuToRemove(body, querySku);
  if (sku === undefined) throw ValidationFailed.of('sku', REQUIRED);
  return sku;
}
