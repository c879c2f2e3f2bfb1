import { byPart, partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { Brand } from './data/brand.entity';
import { type ShelfRecord } from './shelf.record';

export const brandListing = listingOf(Brand, { q: byPart('q', 'title') });

/** A brand as the API answers it (wire.md 7). */
@ListedBy(brandListing, { q: partWords('title') })
export class BrandRecord extends RecordOf<ShelfRecord>(Brand) {}

export const brandRecord = recordsOf<BrandRecord>(Brand);

/** A new brand. */
export class CreateBrandDto extends NewOf(Brand) {}

/** Changes of a brand: omitted fields stay, empty ones return to their defaults. */
export class UpdateBrandDto extends ChangesOf(CreateBrandDto) {}
