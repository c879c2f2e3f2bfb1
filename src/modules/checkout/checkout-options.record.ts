import { ApiExtraModels, ApiProperty, getSchemaPath, OmitType } from '@nestjs/swagger';
import { AddressRecord } from '../customers/address.record';
import { GatewayRecord } from '../settings/gateway.record';
import { type Labelled } from '../../platform/http/envelope';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type PriceLevels, priceLevelsSchema, SUM_LEVELS_SCHEMA, type SumLevels } from '../settings/price-levels';
import { ShippingRecord } from '../settings/shipping-method.resource';
import { CartRecord } from '../carts/cart.record';

/** A shipping method for the cart, with the total of the order with it. */
export class CheckoutMethodRecord extends OmitType(ShippingRecord, ['price']) {
  @ApiProperty(
    objectSchema(
      {
        value: { type: 'string', description: 'Price with tax, in the format of the currency.' },
        data: priceLevelsSchema("Price in the cart's currency, before discounts on shipping."),
      },
      { title: 'ShippingPrice' },
    ),
  )
  price!: Labelled<PriceLevels>;

  @ApiProperty(priceLevelsSchema('The same as `price.data`, where pages of the first v1 read it.'))
  pricing!: PriceLevels;

  @ApiProperty({
    type: Number,
    description: "Total of the order with this method, after tax, in the cart's currency.",
    example: 29.94,
  })
  total!: number;

  @ApiProperty({ type: String, example: '£29.94' })
  formatted_total!: string;

  @ApiProperty({ ...SUM_LEVELS_SCHEMA, description: 'Sums of the order with this method, shipping included.' })
  totals!: SumLevels;
}

/** Shipping of a cart: whether it is needed, and by which methods. */
export class CheckoutShippingRecord {
  @ApiProperty({
    type: Boolean,
    description: 'Whether a method must be chosen: an item must be shipped and the store has an enabled method.',
  })
  required!: boolean;

  @ApiProperty({ type: [CheckoutMethodRecord], description: 'Live methods for a cart of this price and weight.' })
  methods!: CheckoutMethodRecord[];
}

/** The choices at checkout (carts.md, table). */
@ApiExtraModels(GatewayRecord)
export class CheckoutOptionsRecord {
  @ApiProperty({ type: CartRecord })
  cart!: CartRecord;

  @ApiProperty({
    type: Number,
    description: "Total of the order without shipping, after tax, in the cart's currency.",
    example: 23.4,
  })
  total!: number;

  @ApiProperty({ type: String, example: '£23.40' })
  formatted_total!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Id of the order that a checkout of this cart returns at any price of the cart now: the shop has edited it, or money ' +
      'came for it. All totals are then that of the order. Else null.',
  })
  order!: string | null;

  @ApiProperty({ type: CheckoutShippingRecord })
  shipping!: CheckoutShippingRecord;

  @ApiProperty({
    type: [AddressRecord],
    description: 'Addresses of the customer, oldest first. Empty without the scope customers:read.',
  })
  addresses!: AddressRecord[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(GatewayRecord) },
    description: 'Enabled gateways by slug, without their settings.',
  })
  gateways!: Record<string, GatewayRecord>;
}
