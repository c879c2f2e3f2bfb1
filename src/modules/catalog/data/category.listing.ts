import { byText, commonFilters } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Category } from './category.entity';
import { byIdOrSlug } from './relation.filter';

/** Filters and sort keys of categories. */
export const categoryListing: Listing<Category> = {
  filters: {
    ...commonFilters<Category>(),
    title: byText('title'),
    slug: byText('slug'),
    description: byText('description'),
    status: byText('status'),
    parent: byIdOrSlug('parent', 'categories'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', slug: 'slug' },
};
