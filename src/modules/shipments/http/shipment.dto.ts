import { ApiExtraModels, getSchemaPath, PartialType } from '@nestjs/swagger';
import { type FieldParser, FieldProblem } from '../../../kernel/fields/field-problem';
import { BooleanField, Field, IntegerField, TextField } from '../../../platform/http/fields/fields';
import { nestedListParser } from '../../../platform/http/fields/nested-dto';
import { sentOf } from '../../../platform/http/fields/patch';
import { RefusesUnknownFields } from '../../../platform/http/fields/unknown-fields';
import { BodyExamples } from '../../../platform/http/openapi/body-examples';
import { type ShipmentFields } from '../shipments.service';

/** Most items that one request names. */
const MAX_ITEMS = 500;
const TAKES = 'a shipment takes items, include_refunded, carrier, tracking_number and tracking_url';

/** Units of an item to ship. */
@RefusesUnknownFields('an item of a shipment takes sku and quantity')
export class ShippedItemDto {
  @TextField({ required: true, description: 'SKU of the item.', example: 'TEA-250' })
  sku!: string;

  @IntegerField({ required: true, least: 1, most: 1_000_000, description: 'Number of units.', example: 1 })
  quantity!: number;
}

const parseItems = nestedListParser(ShippedItemDto, 'items', MAX_ITEMS);

const readItems: FieldParser = (raw) => {
  const items = parseItems(raw);
  return !(items instanceof FieldProblem) && items.length === 0 ? null : items;
};

/** A new shipment of an order. */
@RefusesUnknownFields(TAKES)
@ApiExtraModels(ShippedItemDto)
@BodyExamples({
  createShipment: {
    summary: 'Ship all that is left',
    value: {
      carrier: 'Royal Mail',
      tracking_number: 'RM123456785GB',
      tracking_url: 'https://track.example/RM123456785GB',
    },
  },
})
export class CreateShipmentDto {
  @Field(
    readItems,
    { type: 'array', maxItems: MAX_ITEMS, items: { $ref: getSchemaPath(ShippedItemDto) } },
    { description: 'Items to ship. Default: all that is left.' },
  )
  items?: ShippedItemDto[] | null;

  @BooleanField({
    description:
      'Whether units that were refunded before they were shipped, and are not back in stock, may be shipped too. Default: no.',
    example: false,
  })
  include_refunded?: boolean | null;

  @TextField({ description: 'Carrier.', example: 'Royal Mail' })
  carrier?: string | null;

  @TextField({ description: 'Number of the parcel at the carrier.', example: 'RM123456785GB' })
  tracking_number?: string | null;

  @TextField({
    max: 2048,
    pattern: /^https?:\/\/[^/\s\\][^\s\\]*$/i,
    message: 'must be an http or https address',
    description: 'URL at which the customer tracks the parcel.',
    example: 'https://track.example/RM123456785GB',
  })
  tracking_url?: string | null;

  toFields(): ShipmentFields {
    return shipmentFields(this);
  }
}

/** Changes of a shipment: omitted fields stay, empty ones are unset. Empty items: all that is left. */
@RefusesUnknownFields(TAKES)
@BodyExamples({
  updateShipment: { summary: 'Correct the tracking number', value: { tracking_number: 'RM123456799GB' } },
})
export class UpdateShipmentDto extends PartialType(CreateShipmentDto) {
  toPatch(): Partial<ShipmentFields> {
    return sentOf(this, shipmentFields(this as CreateShipmentDto));
  }
}

function shipmentFields(dto: CreateShipmentDto): ShipmentFields {
  return {
    items: dto.items ?? null,
    carrier: dto.carrier ?? null,
    trackingNumber: dto.tracking_number ?? null,
    trackingUrl: dto.tracking_url ?? null,
  };
}
