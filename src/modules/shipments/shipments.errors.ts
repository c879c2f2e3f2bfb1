import { Invalid, NotFound } from '../../kernel/errors';

/** The order has no shipment with this id. */
export class ShipmentNotFound extends NotFound {
  readonly code = 'shipments.not_found';
  constructor() {
    super('No shipment found');
  }
}

/** The order was cancelled, failed, declined or fully refunded, so there is nothing to ship. */
export class OrderNotShippable extends Invalid {
  readonly code = 'shipments.order_not_shippable';
  constructor(status: string) {
    super({ order: [`order is ${status} and cannot be shipped`] });
  }
}

/** A line would have fewer units than were shipped. */
export class ShippedAlready extends Invalid {
  readonly code = 'shipments.shipped_already';
  constructor(sku: string, units: number) {
    super({ quantity: [`quantity of ${sku} must be at least ${units}: they are shipped already`] });
  }
}
