import { MoreThanOrEqual } from 'typeorm';
import { byId, byText, byWords } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { byInstant } from '../../../platform/database/lists/time-range';
import { type WebhookDelivery } from './webhook-delivery.entity';

/** The filters and sorts of deliveries. */
export const deliveryListing: Listing<WebhookDelivery> = {
  filters: {
    id: byId('id'),
    event: byText('eventId'),
    type: byWords('type', 'type'),
    state: byWords('state', 'state'),
    error: byWords('error', 'error'),
    since: byInstant('since', 'occurredAt', MoreThanOrEqual),
  },
  sorts: { id: 'id', updated_at: 'updatedAt' },
  isStrict: true,
};
