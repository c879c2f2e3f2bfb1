import { byText, commonFilters } from '../../../platform/database/lists/filters';
import { byPart, searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Shelf } from './shelf.entity';

/** Returns the filters and sort keys that brands, categories and collections have. */
export function shelfListing<T extends Shelf>(): Listing<T> {
  return {
    filters: {
      ...commonFilters<T>(),
      q: byPart<T>('q', 'title'),
      title: byText<T>('title'),
      slug: byText<T>('slug'),
      description: byText<T>('description'),
      status: byText<T>('status'),
    },
    searches: searchesByPart<T>('title', 'slug', 'description'),
    sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', slug: 'slug' },
  };
}
