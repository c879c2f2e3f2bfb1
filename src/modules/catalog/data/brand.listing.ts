import { type Listing } from '../../../platform/database/lists/listing';
import { type Brand } from './brand.entity';
import { shelfListing } from './shelf.listing';

/** Filters and sort keys of brands. */
export const brandListing: Listing<Brand> = shelfListing();
