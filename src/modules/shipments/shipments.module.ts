import { Module } from '@nestjs/common';
import { StoreObjects } from '../../platform/events/store-objects';
import { OrderIncludesService } from '../orders/order-includes.service';
import { OrderTransitions } from '../orders/order-status-listeners';
import { OrderUnitsService } from '../orders/order-units.service';
import { OrdersModule } from '../orders/orders.module';
import { Shipment } from './data/shipment.entity';
import { ShipmentsController } from './http/shipments.controller';
import { ShipmentRecord, shipmentRecord } from './shipment.record';
import { SHIPMENTS } from './shipments.include';
import { ShipmentsService } from './shipments.service';

/** Shipments of orders. */
@Module({ imports: [OrdersModule], controllers: [ShipmentsController], providers: [ShipmentsService] })
export class ShipmentsModule {
  static readonly entities = [Shipment];
  static readonly tags = { Shipments: 'Shipped items of an order, with carrier and tracking number.' };

  constructor(
    objects: StoreObjects,
    includes: OrderIncludesService,
    transitions: OrderTransitions,
    units: OrderUnitsService,
    shipments: ShipmentsService,
  ) {
    objects.register(Shipment, {
      object: 'shipment',
      since: '1.3',
      record: ShipmentRecord,
      scope: 'orders',
      records: (_, rows) => rows.map(shipmentRecord),
    });
    includes.register(SHIPMENTS);
    units.register({ shipped: (tx, orderId) => shipments.shipped(tx, orderId) });
    transitions.listen({
      moved: async () => undefined,
      removed: (tx, { id }) => shipments.forget(tx, id),
      edited: (tx, { id }, { units }) => shipments.requireShipped(tx, id, units),
    });
  }
}
