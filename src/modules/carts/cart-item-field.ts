import { getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../kernel/errors';
import { FieldProblem, REQUIRED } from '../../kernel/fields/field-problem';
import { type Amount } from '../../kernel/money';
import {
  AmountField,
  DecimalField,
  Field,
  type FieldOptions,
  IdField,
  IntegerField,
  TextField,
} from '../../platform/http/fields/fields';
import { nestedListParser } from '../../platform/http/fields/nested-dto';
import { BodyExamples } from '../../platform/http/openapi/body-examples';
import { ChoicesField } from '../catalog/choices-field';
import { type ModifierChoices } from '../catalog/chosen-modifiers';
import { MAX_ITEMS, MAX_QUANTITY } from './cart-items.service';
import { type CustomItem, type NewCartItem } from './new-cart-line';

export const PRODUCT = { id: '890123456789012345', quantity: 2 };
export const CUSTOM = { name: 'Gift wrapping', price: 2.5, quantity: 1 };

/** An item to put into a cart: a product by `id` or `sku`, or a custom item with a name and a price (carts.md, table). */
@BodyExamples({
  product: { summary: 'Two units of a product', value: PRODUCT },
  customItem: { summary: 'A custom item', value: CUSTOM },
})
export class AddCartItemDto {
  @IdField({
    description: 'Id of a product. Omit it to name one by `sku`, and for a custom item.',
    example: '890123456789012345',
  })
  id?: string | null;

  @ChoicesField(
    'For a product with modifiers: by the id of each modifier the id of a variation, or the text of an input (`modifier[401]=402`).',
  )
  modifier?: ModifierChoices | null;

  @IntegerField({ least: 1, most: MAX_QUANTITY, description: 'Number of units. Default 1.', example: 2 })
  quantity?: number | null;

  @TextField({ description: 'Name of a custom item; required for it.', example: 'Gift wrapping' })
  name?: string | null;

  @AmountField({
    description: 'Price of one unit of a custom item, in the default currency; required for it.',
    example: 2.5,
  })
  price?: Amount | null;

  @TextField({ description: 'SKU of a product, if `id` is omitted; or of a custom item. Default: its identifier.' })
  sku?: string | null;

  @IdField({ description: 'Id of the tax band of a custom item. Default: no tax.' })
  tax_band?: string | null;

  @DecimalField({ least: 0, decimals: 4, description: 'Weight of one unit of a custom item. Default 0.' })
  weight?: string | null;

  /**
   * @param path before the names of its fields in errors: empty, or `items.3.`
   * @throws ValidationFailed naming what a custom item lacks
   */
  toItem(path = ''): NewCartItem {
    const common = { quantity: this.quantity ?? 1, path };
    const choices = this.modifier ?? {};
    if (this.id) return { ...common, choices, id: this.id };
    const isCustom = Boolean(this.name) || (this.price !== null && this.price !== undefined);
    if (this.sku && !isCustom) return { ...common, choices, productSku: this.sku };
    if (!isCustom) throw ValidationFailed.of(`${path}id`, REQUIRED);
    return { ...common, ...this.toCustomItem(path) };
  }

  private toCustomItem(path: string): CustomItem {
    const { name, price } = this;
    if (!name) throw ValidationFailed.of(`${path}name`, REQUIRED);
    if (price === null || price === undefined) throw ValidationFailed.of(`${path}price`, REQUIRED);
    return { name, price, sku: this.sku ?? null, taxBand: this.tax_band ?? null, weight: this.weight ?? '0' };
  }
}

const parseItems = nestedListParser(AddCartItemDto, 'items');

/** A field that holds 1 to {@link MAX_ITEMS} items, in JSON or as `items[0][sku]=…`. */
export const CartItemsField = (options: FieldOptions): PropertyDecorator =>
  Field(
    itemsParser,
    { type: 'array', items: { $ref: getSchemaPath(AddCartItemDto) }, minItems: 1, maxItems: MAX_ITEMS },
    options,
  );

function itemsParser(raw: unknown): AddCartItemDto[] | FieldProblem {
  const items = parseItems(raw);
  if (items instanceof FieldProblem) return items;
  if (items.length === 0) return new FieldProblem(REQUIRED);
  return items.length > MAX_ITEMS ? new FieldProblem(`must not hold more than ${MAX_ITEMS} items`) : items;
}

/** @throws ValidationFailed naming what an item lacks: `items.0.id` */
export function toItems(items: readonly AddCartItemDto[]): NewCartItem[] {
  return items.map((item, i) => item.toItem(`items.${i}.`));
}
