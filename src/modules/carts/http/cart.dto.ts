import { ApiExtraModels } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { AmountField, Field, IntegerField, TextField } from '../../../platform/http/fields/fields';
import {
  CUSTOMER_REFERENCE_SCHEMA,
  type CustomerReference,
  customerReferenceParser,
} from '../../customers/customer-reference';
import { AddCartItemDto, CartItemsField, CUSTOM, PRODUCT } from '../cart-item-field';
import { type CartItemChanges } from '../cart-items.service';
import { MAX_QUANTITY } from '../filled-lines';

/** Items to put into a cart at once: all of them, or none. */
@ApiExtraModels(AddCartItemDto)
@BodyExamples({ items: { summary: 'A product and a custom item', value: { items: [PRODUCT, CUSTOM] } } })
export class AddCartItemsDto {
  @CartItemsField({ required: true, description: 'Items to add, at most 100.' })
  items!: readonly AddCartItemDto[];
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
      'Id or e-mail address of the customer; an empty value removes the current one. The cart is priced, and checked ' +
      'out unless the checkout names another, for this customer.',
    example: 'ada@example.com',
  })
  customer?: CustomerReference | null;
}
