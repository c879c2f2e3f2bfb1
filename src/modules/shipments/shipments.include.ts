import { firstRows } from '../../platform/database/rows/first-rows';
import { orderInclude, recordsOf } from '../orders/order-include';
import { Shipment } from './data/shipment.entity';
import { shipmentRecord, ShipmentRecord } from './shipment.record';

/** `include=shipments` of orders (orders-and-payments.md 34). */
export const SHIPMENTS = orderInclude({
  name: 'shipments',
  record: ShipmentRecord,
  description: 'Its shipments, oldest first',
  records: async (manager, values, most) =>
    recordsOf(await firstRows(manager, Shipment, { by: 'orderId', values, order: 'id', most }), shipmentRecord),
});
