import { ApiExtraModels } from '@nestjs/swagger';
import { Field, IdField, TextField } from '../../../platform/http/fields/fields';
import { ChangesOf, NewOf } from '../../../platform/resources/resource';
import { CUSTOMER_REFERENCE_SCHEMA, customerReferenceParser } from '../../customers/customer-reference';
import { addressSchema, namedAddressParser, OrderAddressDto } from '../address-field';
import { OrderFields } from '../data/order-fields.entity';
import { type AddressInput, type OrderReferenceFields } from '../order-references';
import { type NewOrder } from '../orders.service';

/** A new order (interface.md, Order). */
@ApiExtraModels(OrderAddressDto)
export class CreateOrderDto extends NewOf(OrderFields) {
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

  toFields(): NewOrder {
    const { bill_to: billTo, ship_to: shipTo, ...fields } = this as CreateOrderDto;
    return { ...fields, billTo, shipTo };
  }
}

/** Changes of an order: omitted fields stay, empty ones are unset. A status is never empty. */
export class UpdateOrderDto extends ChangesOf(CreateOrderDto) {
  toPatch(): Partial<NewOrder> {
    const { bill_to: billTo, ship_to: shipTo, ...patch } = this as UpdateOrderDto;
    return { ...patch, billTo, shipTo };
  }
}
