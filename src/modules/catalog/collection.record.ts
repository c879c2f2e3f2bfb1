import { partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { collectionListing } from './data/collection.listing';
import { ShelfRecord } from './shelf.record';

/** A collection as the API answers it (storefront.md 8). */
@ListedBy(collectionListing, { q: partWords('title') })
export class CollectionRecord extends ShelfRecord {}
