import { byText, byWords, commonFilters } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Shipment } from './shipment.entity';

/** Filters and sort keys of the shipments of an order. */
export const shipmentListing: Listing<Shipment> = {
  filters: {
    ...commonFilters<Shipment>(),
    carrier: byWords('carrier', 'carrier'),
    tracking_number: byText('trackingNumber'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt' },
  isStrict: true,
};
