import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { type Amount } from '../../../kernel/money';
import { ValidationFailed } from '../../../kernel/errors';
import { FieldProblem, isUnset, REQUIRED } from '../../../kernel/fields/field-problem';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { AmountField, BooleanField, EmailField, Field, TextField } from '../../../platform/http/fields/fields';
import { customerReferenceParser } from '../../customers/customer-reference';
import { fieldsOf, NewOf } from '../../../platform/resources/resource';
import { BuyerFields } from '../../orders/order.record';
import { addressSchema, namedAddressParser, OrderAddressDto } from '../../orders/address-field';
import { type AddressInput, requireAddress } from '../../orders/order-references';
import { AddCartItemDto, CartItemsField, toItems } from '../../carts/cart-item-field';
import { type CheckoutCart } from '../checkout.service';
import { type CheckoutRequest } from '../checkout-draft.service';
import { type Buyer } from '../checkout-parties.service';
import { refuseFields, unknownValues } from '../../../platform/http/fields/unknown-fields';
import { nestedParser } from '../../../platform/http/fields/nested-dto';

/** A person who buys, and becomes a customer unless one has that e-mail address. */
class CheckoutCustomerDto {
  @TextField({ required: true, description: 'First name.', example: 'Ada' })
  first_name!: string;

  @TextField({ description: 'Last name.', example: 'Lovelace' })
  last_name?: string | null;

  @EmailField({ required: true, description: 'E-mail address.', example: 'ada@example.com' })
  email!: string;
}

const person = nestedParser(CheckoutCustomerDto, 'customer');

function buyerParser(raw: unknown): Buyer | FieldProblem {
  if (typeof raw === 'string' && !raw.trim().startsWith('{')) {
    const who = customerReferenceParser(raw);
    return who instanceof FieldProblem ? new FieldProblem(`${who.message}, or first_name and email`) : who;
  }
  const sent = person(raw);
  if (sent instanceof FieldProblem) return sent;
  return { firstName: sent.first_name, lastName: sent.last_name ?? '', email: sent.email };
}

const EXAMPLE = {
  customer: { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' },
  gateway: 'dummy',
  shipping: 'next-day',
  bill_to: {
    first_name: 'Grace',
    last_name: 'Hopper',
    address_1: '12 High Street',
    postcode: 'BA1 1AA',
    country: 'GB',
  },
  ship_to: 'bill_to',
};

/** The fields of both checkout routes (carts.md, table). */
@ApiExtraModels(CheckoutCustomerDto, OrderAddressDto)
class CheckoutFieldsDto extends NewOf(BuyerFields) {
  @Field(
    buyerParser,
    { oneOf: [{ type: 'string', maxLength: 255 }, { $ref: getSchemaPath(CheckoutCustomerDto) }] },
    {
      description:
        'Id or e-mail address of a customer, or the name and e-mail address of a new one. Default: the customer of the cart.',
      example: 'ada@example.com',
    },
  )
  customer?: Buyer | null;

  @TextField({ description: 'Slug of an enabled gateway.', example: 'dummy' })
  gateway?: string | null;

  @TextField({ description: 'Id or slug of a shipping method.', example: 'next-day' })
  shipping?: string | null;

  @Field(namedAddressParser('bill_to', 'ship_to'), addressSchema('ship_to'), {
    description:
      "Billing address: the id of one of the customer's, or its details. Send the text `ship_to` if both are the same.",
  })
  bill_to?: AddressInput | 'ship_to' | null;

  @Field(namedAddressParser('ship_to', 'bill_to'), addressSchema('bill_to'), {
    description: 'Shipping address, like bill_to. Send the text `bill_to` if both are the same.',
  })
  ship_to?: AddressInput | 'bill_to' | null;

  @AmountField({
    description: 'Total that the customer saw. If the total differs now, the response is 409 and no order is made.',
    example: 29.94,
  })
  expected_total?: Amount | null;

  /** @throws ValidationFailed when an address is to be one that is not set */
  toRequest(): CheckoutRequest {
    return {
      customer: this.customer ?? null,
      gateway: this.gateway ?? null,
      shipping: this.shipping ?? null,
      billTo: this.billTo(),
      shipTo: this.ship_to ?? null,
      expectedTotal: this.expected_total ?? null,
      isCodeRequired: false,
      fields: fieldsOf(BuyerFields, this),
    };
  }

  private billTo(): AddressInput | null {
    requireAddress(this.bill_to, this.ship_to);
    const { bill_to: billTo = null, ship_to: shipTo = null } = this;
    if (billTo !== 'ship_to') return billTo;
    if (shipTo !== null && shipTo !== 'bill_to') return shipTo;
    throw ValidationFailed.of('bill_to', 'cannot be ship_to while ship_to is not set');
  }
}

/** Fields of a purchase without a cart: the checkout of a cart refuses them. */
const CONTENT: ReadonlySet<string> = new Set(['items', 'code', 'code_optional']);

/** The checkout of a cart (carts.md, table). */
@BodyExamples({ newCustomer: { summary: 'A new customer, with one address for both', value: EXAMPLE } })
@ApiExtraModels(CheckoutCustomerDto, OrderAddressDto)
export class CheckoutDto extends CheckoutFieldsDto {
  /** @throws ValidationFailed for what only the other path takes: without it the order would cost more than was meant */
  override toRequest(): CheckoutRequest {
    const sent = Object.entries(unknownValues(this)).filter(([name, raw]) => CONTENT.has(name) && !isUnset(raw));
    refuseFields(sent.map(([name]) => [name, 'is taken by POST /v1/carts/checkout']));
    return super.toRequest();
  }
}

/** {@link CheckoutDto} with the cart beside it, as the document's path has it. */
@ApiExtraModels(CheckoutCustomerDto, OrderAddressDto)
@BodyExamples({
  newCustomer: { summary: 'A new customer, with one address for both', value: { cart: '3f2a9c', ...EXAMPLE } },
  items: {
    summary: 'A purchase in one request',
    value: { items: [{ id: '890123456789012345', quantity: 1 }], ...EXAMPLE },
  },
})
export class CartCheckoutDto extends CheckoutFieldsDto {
  @TextField({ description: 'Id of the cart. Default with `items`: a new cart.', example: '3f2a9c' })
  cart?: string | null;

  @CartItemsField({
    description: 'Items that replace those of the cart, at most 100. Default: the items of the cart.',
  })
  items?: readonly AddCartItemDto[] | null;

  @TextField({
    description:
      'Discount code for the cart. Default: the code it has. A code that takes nothing off is rejected, with the reason as ' +
      'one word in `errors.reason`, unless `code_optional` is 1.',
    example: 'SPRING10',
  })
  code?: string | null;

  @BooleanField({ description: '1: make the order also if `code` takes nothing off. Default 0.' })
  code_optional?: boolean | null;

  override toRequest(): CheckoutRequest {
    return { ...super.toRequest(), isCodeRequired: Boolean(this.code) && this.code_optional !== true };
  }

  /** @throws ValidationFailed */
  toCart(): CheckoutCart {
    const { cart, items, code } = this;
    if (!cart && !items) throw ValidationFailed.of('cart', REQUIRED);
    return { id: cart || null, ...(items && { items: toItems(items) }), ...(code !== undefined && { code }) };
  }
}
