import { byText, commonFilters } from '../../../platform/database/lists/filters';
import { byPart, searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type CustomerGroup } from './customer-group.entity';

/** Filters and sort keys of customer groups. */
export const customerGroupListing: Listing<CustomerGroup> = {
  filters: { ...commonFilters<CustomerGroup>(), q: byPart('q', 'title'), title: byText('title'), slug: byText('slug') },
  searches: searchesByPart('title', 'slug'),
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', slug: 'slug' },
};
