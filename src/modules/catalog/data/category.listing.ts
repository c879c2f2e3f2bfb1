import { type Listing } from '../../../platform/database/lists/listing';
import { type Category } from './category.entity';
import { byIdOrSlug } from './relation.filter';
import { shelfListing } from './shelf.listing';

const { filters, ...rest } = shelfListing<Category>();

/** Filters and sort keys of categories. */
export const categoryListing: Listing<Category> = {
  ...rest,
  filters: { ...filters, parent: byIdOrSlug('parent', 'categories') },
  forPublic: { filters: { parent: byIdOrSlug('parent', 'categories', 'live') } },
};
