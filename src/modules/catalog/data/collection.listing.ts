import { type Listing } from '../../../platform/database/lists/listing';
import { type ProductCollection } from './product-collection.entity';
import { shelfListing } from './shelf.listing';

/** Filters and sort keys of collections. */
export const collectionListing: Listing<ProductCollection> = shelfListing();
