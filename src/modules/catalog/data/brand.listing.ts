import { byText, commonFilters } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Brand } from './brand.entity';

/** Filters and sort keys of brands. */
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
