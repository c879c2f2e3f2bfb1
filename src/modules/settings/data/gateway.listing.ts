import { byBoolean, byText, commonFilters } from '../../../platform/database/lists/filters';
import { searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Gateway } from './gateway.entity';

/** Filters and sort keys of gateways. */
export const gatewayListing: Listing<Gateway> = {
  filters: {
    ...commonFilters<Gateway>(),
    slug: byText('slug'),
    name: byText('name'),
    description: byText('description'),
    enabled: byBoolean('enabled'),
  },
  searches: searchesByPart('name', 'description'),
  sorts: { id: 'id', updated_at: 'updatedAt', slug: 'slug', name: 'name' },
};
