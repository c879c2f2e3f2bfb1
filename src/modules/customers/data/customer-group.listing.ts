import { byText, commonFilters } from '../../../platform/database/filters';
import { type Listing } from '../../../platform/database/listing';
import { type CustomerGroup } from './customer-group.entity';

/** What customer groups can be found and ordered by. */
export const customerGroupListing: Listing<CustomerGroup> = {
  filters: { ...commonFilters<CustomerGroup>(), title: byText('title'), slug: byText('slug') },
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', slug: 'slug' },
};
