import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type Shipment } from './data/shipment.entity';
import { shipmentListing } from './data/shipment.listing';

/** Units of an item in a shipment. */
export class ShippedItemRecord {
  @ApiProperty({ type: String, example: 'TEA-250' })
  sku!: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  quantity!: number;
}

/** A shipment as the API answers it (orders-and-payments.md 35). */
@ListedBy(shipmentListing)
export class ShipmentRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Id of the order.', example: '890123456789012344' })
  order!: string;

  @ApiProperty({ type: [ShippedItemRecord], example: [{ sku: 'TEA-250', quantity: 1 }] })
  items!: ShippedItemRecord[];

  @ApiProperty({ type: String, nullable: true, example: 'Royal Mail' })
  carrier!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'RM123456785GB' })
  tracking_number!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'https://track.example/RM123456785GB' })
  tracking_url!: string | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** The record of a shipment: a pure function of its row. */
export function shipmentRecord(shipment: Shipment): ShipmentRecord {
  return {
    id: shipment.id,
    order: shipment.orderId,
    items: shipment.items.map(({ sku, quantity }) => ({ sku, quantity })),
    carrier: shipment.carrier,
    tracking_number: shipment.trackingNumber,
    tracking_url: shipment.trackingUrl,
    created_at: wireTime(shipment.createdAt),
    updated_at: wireTime(shipment.updatedAt),
  };
}
