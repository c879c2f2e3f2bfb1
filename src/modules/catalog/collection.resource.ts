import { byPart, partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { ProductCollection } from './data/product-collection.entity';
import { type ShelfRecord } from './shelf.record';

export const collectionListing = listingOf(ProductCollection, { q: byPart('q', 'title') });

/** A collection as the API answers it (storefront.md 8). */
@ListedBy(collectionListing, { q: partWords('title') })
export class CollectionRecord extends RecordOf<ShelfRecord>(ProductCollection) {}

export const collectionRecord = recordsOf<CollectionRecord>(ProductCollection);

/** A new collection. */
export class CreateCollectionDto extends NewOf(ProductCollection) {}

/** Changes of a collection: omitted fields stay, empty ones return to their defaults. */
export class UpdateCollectionDto extends ChangesOf(CreateCollectionDto) {}
