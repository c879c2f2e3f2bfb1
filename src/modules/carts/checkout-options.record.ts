import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { AddressRecord } from '../customers/address.record';
import { GatewayRecord } from '../settings/gateway.record';
import { ShippingRecord } from '../settings/shipping.record';
import { CartRecord } from './cart.record';

/** A shipping method that the cart can be sent by, with what the order would then come to. */
export class CheckoutMethodRecord extends ShippingRecord {
  @ApiProperty({
    type: Number,
    description: "Of the order with it, after tax, in the cart's currency.",
    example: 29.94,
  })
  total!: number;

  @ApiProperty({ type: String, example: '£29.94' })
  formatted_total!: string;
}

/** What a cart can be sent by. */
export class CheckoutShippingRecord {
  @ApiProperty({ type: Boolean, description: 'Whether there is anything to send.' })
  required!: boolean;

  @ApiProperty({ type: [CheckoutMethodRecord], description: 'Enabled, and meant for a cart of this price and weight.' })
  methods!: CheckoutMethodRecord[];
}

/** What can be chosen at checkout (carts.md, table). */
@ApiExtraModels(GatewayRecord)
export class CheckoutOptionsRecord {
  @ApiProperty({ type: CartRecord })
  cart!: CartRecord;

  @ApiProperty({ type: CheckoutShippingRecord })
  shipping!: CheckoutShippingRecord;

  @ApiProperty({ type: [AddressRecord], description: 'Of the customer, oldest first.' })
  addresses!: AddressRecord[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(GatewayRecord) },
    description: 'Enabled gateways by slug, without their settings.',
  })
  gateways!: Record<string, GatewayRecord>;
}
