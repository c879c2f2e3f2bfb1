import { partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { brandListing } from './data/brand.listing';
import { ShelfRecord } from './shelf.record';

/** A brand as the API answers it (wire.md 7). */
@ListedBy(brandListing, { q: partWords('title') })
export class BrandRecord extends ShelfRecord {}
