import { getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../kernel/errors';
import { FieldProblem, REQUIRED } from '../../kernel/fields/field-problem';
import { isId } from '../../kernel/ids';
import { type Amount } from '../../kernel/money';
import {
  AmountField,
  DecimalField,
  Field,
  type FieldOptions,
  IntegerField,
  TextField,
} from '../../platform/http/fields/fields';
import { unknownValues } from '../../platform/http/fields/unknown-fields';
import { nestedListParser } from '../../platform/http/fields/nested-dto';
import { HasFurtherFields } from '../../platform/http/openapi/record-schemas';
import { BodyExamples } from '../../platform/http/openapi/body-examples';
import { ChoicesField } from '../catalog/choices-field';
import { type ModifierChoices } from '../catalog/chosen-modifiers';
import { TaxBandField } from '../settings/tax-band-field';
import { MAX_ITEMS } from './cart-items.service';
import { MAX_QUANTITY } from './filled-lines';
import { furtherFields } from './further-fields';
import { type CustomItem, type NewCartItem, type ProductItem } from './new-cart-line';

export const PRODUCT = { id: '890123456789012345', quantity: 2 };
export const CUSTOM = { name: 'Gift wrapping', price: 2.5, quantity: 1 };

/** An item to put into a cart: a product by `id` or `sku`, or a custom item with a name and a price (carts.md, table). */
@BodyExamples({
  product: { summary: 'Two units of a product', value: PRODUCT },
  customItem: { summary: 'A custom item', value: CUSTOM },
})
@HasFurtherFields()
export class AddCartItemDto {
  @TextField({
    description:
      'Id of a product. Omit it if you send the `sku` of the product. A custom item (`name` and `price`) may have an id of its own; if a product has this id, the product is added instead.',
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

  @TaxBandField({
    description: 'Id of the tax band of a custom item. Default: the default band; `0` or `none`: no tax.',
  })
  tax_band?: string | null;

  @DecimalField({ least: 0, decimals: 4, description: 'Weight of one unit of a custom item. Default 0.' })
  weight?: string | null;

  /**
   * @param path before the names of its fields in errors: empty, or `items.3.`
   * @throws ValidationFailed naming what a custom item lacks
   */
  toItem(path = ''): NewCartItem {
    const common = { quantity: this.quantity ?? 1, path, further: furtherFields(unknownValues(this), path) };
    if (this.id) return { ...common, ...this.toItemWithId(this.id, path) };
    if (this.sku && !this.isCustom()) return { ...common, choices: this.modifier ?? {}, productSku: this.sku };
    if (!this.isCustom()) throw ValidationFailed.of(`${path}id`, REQUIRED);
    return { ...common, ...this.toCustomItem(path) };
  }

  /** Returns the product with this id. If no product has it, and a name and a price are sent, it is a custom item. */
  private toItemWithId(id: string, path: string): ProductItem {
    const choices = this.modifier ?? {};
    const isWhole = isSent(this.name) && isSent(this.price);
    if (isWhole || (this.isCustom() && !isId(id))) return { id, choices, custom: this.toCustomItem(path) };
    if (!isId(id))
      throw ValidationFailed.of(`${path}id`, 'must be the id of a product; a custom item needs name and price');
    return { id, choices };
  }

  private isCustom(): boolean {
    return isSent(this.name) || isSent(this.price);
  }

  private toCustomItem(path: string): CustomItem {
    const { name, price } = this;
    if (!isSent(name)) throw ValidationFailed.of(`${path}name`, REQUIRED);
    if (!isSent(price)) throw ValidationFailed.of(`${path}price`, REQUIRED);
    const customId = this.id ?? null;
    return { customId, name, price, sku: this.sku ?? null, taxBand: this.tax_band ?? null, weight: this.weight ?? '0' };
  }
}

function isSent<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
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
