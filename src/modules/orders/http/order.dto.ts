import { ApiExtraModels, PartialType } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { type Amount } from '../../../kernel/money';
import { REQUIRED } from '../../../kernel/fields/field-problem';
import {
  AmountField,
  ChoiceField,
  DecimalField,
  Field,
  IdField,
  TextField,
} from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { CUSTOMER_REFERENCE_SCHEMA, customerReferenceParser } from '../../customers/customer-reference';
import { ORDER_STATUS_KEYS, ORDER_STATUSES, type OrderStatus } from '../domain/order-status';
import { type AddressInput, type OrderReferenceFields } from '../order-references';
import { type OrderFields } from '../orders.service';
import { addressSchema, namedAddressParser, OrderAddressDto } from '../address-field';

/** A new order (interface.md, Order). */
@ApiExtraModels(OrderAddressDto)
export class CreateOrderDto {
  @ChoiceField({
    name: 'OrderStatus',
    keys: ORDER_STATUS_KEYS,
    labels: ORDER_STATUSES,
    preset: 'unpaid',
    description: 'Status of the order. Default for a new order: unpaid.',
    example: 'unpaid',
  })
  status?: OrderStatus | null;

  @AmountField({ required: true, description: 'Sum of the items before shipping.', example: 19.99 })
  subtotal!: Amount;

  @AmountField({ description: 'Cost of shipping. Default 0.', example: 4.5 })
  shipping_price?: Amount | null;

  @AmountField({ required: true, description: 'Total value of the order.', example: 24.49 })
  total!: Amount;

  @IdField({
    of: 'currency',
    required: true,
    description: 'Id of the currency in which the order is paid.',
    example: '890123456789012345',
  })
  currency!: string;

  @TextField({
    required: true,
    max: 3,
    pattern: /^[A-Za-z]{3}$/,
    message: 'must be three letters',
    description: 'Code of the currency.',
    example: 'GBP',
  })
  currency_code!: string;

  @DecimalField({
    required: true,
    least: 0,
    above: true,
    decimals: 10,
    description: 'Amount of the order currency that equals one unit of the default currency.',
    example: 1,
  })
  exchange_rate!: string;

  @Field(customerReferenceParser, CUSTOMER_REFERENCE_SCHEMA, {
    of: 'customer',
    description: 'Id or e-mail address of the customer.',
  })
  customer?: OrderReferenceFields['customer'];

  @TextField({ of: 'gateway', description: 'Slug of the payment gateway.', example: 'manual' })
  gateway?: string | null;

  @IdField({ of: 'shipping', description: 'Id of the shipping method.' })
  shipping?: string | null;

  @Field(namedAddressParser('bill_to', 'ship_to'), addressSchema('ship_to'), {
    of: 'address',
    description: 'Billing address: the id of an address, its details, or the text `ship_to` if both are the same.',
  })
  bill_to?: AddressInput | 'ship_to' | null;

  @Field(namedAddressParser('ship_to', 'bill_to'), addressSchema('bill_to'), {
    of: 'address',
    description: 'Shipping address: the id of an address, its details, or the text `bill_to` if both are the same.',
  })
  ship_to?: AddressInput | 'bill_to' | null;

  /** The whole order, defaults filled in. */
  toFields(): OrderFields {
    return orderFields(this);
  }
}

/** Changes of an order: omitted fields stay, empty ones are unset. */
export class UpdateOrderDto extends PartialType(CreateOrderDto) {
  /** Only what was sent. @throws ValidationFailed for an empty status: every order has one, and a default is for new ones */
  toPatch(): Partial<OrderFields> {
    if (this.status === null) throw ValidationFailed.of('status', REQUIRED);
    return sentOf(this, orderFields(this as CreateOrderDto));
  }
}

function orderFields(dto: CreateOrderDto): OrderFields {
  return {
    status: dto.status ?? 'unpaid',
    subtotal: dto.subtotal,
    shippingPrice: dto.shipping_price ?? 0n,
    total: dto.total,
    currency: dto.currency,
    currencyCode: dto.currency_code?.toUpperCase(),
    exchangeRate: dto.exchange_rate,
    customer: dto.customer ?? null,
    gateway: dto.gateway ?? null,
    shipping: dto.shipping ?? null,
    billTo: dto.bill_to ?? null,
    shipTo: dto.ship_to ?? null,
  };
}
