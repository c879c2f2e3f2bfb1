import { Entity, Index } from 'typeorm';
import { IdReference, JsonColumn, StringColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type ShippedItem } from '../domain/left-to-ship';

/** Goods of an order that went out together. */
@Entity('shipments')
@Index('ix_shipments__order', ['orderId', 'id'])
export class Shipment extends StoreObject {
  @IdReference()
  orderId!: string;

  /** One entry a sku. */
  @JsonColumn()
  items!: readonly ShippedItem[];

  @StringColumn(255, { nullable: true })
  carrier!: string | null;

  @StringColumn(255, { nullable: true })
  trackingNumber!: string | null;

  @StringColumn(2048, { nullable: true })
  trackingUrl!: string | null;
}
