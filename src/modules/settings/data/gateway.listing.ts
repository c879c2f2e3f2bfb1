import { byBoolean, byText, commonFilters } from '../../../platform/database/filters';
import { type Listing } from '../../../platform/database/listing';
import { type Gateway } from './gateway.entity';

/** What gateways can be found and ordered by. */
export const gatewayListing: Listing<Gateway> = {
  filters: {
    ...commonFilters<Gateway>(),
    slug: byText('slug'),
    name: byText('name'),
    description: byText('description'),
    enabled: byBoolean('enabled'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', slug: 'slug', name: 'name' },
};
