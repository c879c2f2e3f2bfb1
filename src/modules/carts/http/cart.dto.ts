import { ValidationFailed } from '../../../kernel/errors';
import { type Amount } from '../../../kernel/money';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import {
  AmountField,
  DecimalField,
  Field,
  IdField,
  IntegerField,
  TextField,
} from '../../../platform/http/fields/fields';
import {
  CUSTOMER_REFERENCE_SCHEMA,
  type CustomerReference,
  customerReferenceParser,
} from '../../customers/customer-reference';
import { type CartItemChanges, type CustomItem, MAX_QUANTITY, type NewCartItem } from '../cart-items.service';

const PRODUCT = { id: '890123456789012345', quantity: 2 };
const CUSTOM = { name: 'Gift wrapping', price: 2.5, quantity: 1 };

/** An item to put into a cart: a product by its `id`, or a custom item with a name and a price (carts.md, table). */
@BodyExamples({
  product: { summary: 'Two units of a product', value: PRODUCT },
  customItem: { summary: 'A custom item', value: CUSTOM },
})
export class AddCartItemDto {
  @IdField({ description: 'Id of a product. Omit it for a custom item.', example: '890123456789012345' })
  id?: string | null;

  @IntegerField({ least: 1, most: MAX_QUANTITY, description: 'Number of units. Default 1.', example: 2 })
  quantity?: number | null;

  @TextField({ description: 'Name of a custom item; required for it.', example: 'Gift wrapping' })
  name?: string | null;

  @AmountField({
    description: 'Price of one unit of a custom item, in the default currency; required for it.',
    example: 2.5,
  })
  price?: Amount | null;

  @TextField({ description: 'SKU of a custom item. Default: its identifier.' })
  sku?: string | null;

  @IdField({ description: 'Id of the tax band of a custom item. Default: no tax.' })
  tax_band?: string | null;

  @DecimalField({ least: 0, decimals: 4, description: 'Weight of one unit of a custom item. Default 0.' })
  weight?: string | null;

  /** @throws ValidationFailed naming what a custom item lacks */
  toItem(): NewCartItem {
    const quantity = this.quantity ?? 1;
    return this.id ? { id: this.id, quantity } : { ...this.toCustomItem(), quantity };
  }

  private toCustomItem(): CustomItem {
    const { name, price } = this;
    if (!name && (price === null || price === undefined)) throw ValidationFailed.of('id', 'is required');
    if (!name) throw ValidationFailed.of('name', 'is required');
    if (price === null || price === undefined) throw ValidationFailed.of('price', 'is required');
    return { name, price, sku: this.sku ?? null, taxBand: this.tax_band ?? null, weight: this.weight ?? '0' };
  }
}

/** Changes of a line of a cart. */
export class ChangeCartItemDto {
  @IntegerField({
    required: true,
    partial: true,
    least: 0,
    most: MAX_QUANTITY,
    description: 'Number of units; 0 removes the item.',
    example: 3,
  })
  quantity?: number;

  @TextField({ required: true, partial: true, description: 'Name of a custom item.' })
  name?: string;

  @AmountField({ required: true, partial: true, description: 'Price of one unit of a custom item.' })
  price?: Amount;

  toChanges(): CartItemChanges {
    return { quantity: this.quantity, name: this.name, price: this.price };
  }
}

/** A discount code for a cart. */
export class SetDiscountCodeDto {
  @TextField({ required: true, description: 'Discount code as the customer typed it.', example: 'SPRING10' })
  code!: string;
}

/** Changes of a cart. */
export class UpdateCartDto {
  @TextField({ description: 'Discount code; an empty value removes the current one.', example: 'SPRING10' })
  discount_code?: string | null;

  @Field(customerReferenceParser, CUSTOMER_REFERENCE_SCHEMA, {
    description:
      'Id or e-mail address of the customer; an empty value forgets the current one. The cart is priced, and checked ' +
      'out unless the checkout names another, for this customer.',
    example: 'ada@example.com',
  })
  customer?: CustomerReference | null;
}
