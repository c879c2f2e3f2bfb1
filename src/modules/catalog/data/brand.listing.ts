import { byText, commonFilters } from '../../../platform/database/filters';
import { type Listing } from '../../../platform/database/listing';
import { type Brand } from './brand.entity';

/** What brands can be found and ordered by. */
export const brandListing: Listing<Brand> = {
  filters: {
    ...commonFilters<Brand>(),
    title: byText('title'),
    slug: byText('slug'),
    description: byText('description'),
    status: byText('status'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', slug: 'slug' },
};
