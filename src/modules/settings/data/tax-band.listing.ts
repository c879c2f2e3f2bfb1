import { byDecimal, byMark, byText, commonFilters } from '../../../platform/database/lists/filters';
import { byPart, searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type TaxBand } from './tax-band.entity';

/** Filters and sort keys of tax bands. */
export const taxBandListing: Listing<TaxBand> = {
  filters: {
    ...commonFilters<TaxBand>(),
    q: byPart('q', 'title'),
    title: byText('title'),
    description: byText('description'),
    rate: byDecimal('rate'),
    default: byMark<TaxBand>('defaultMark'),
  },
  searches: searchesByPart('title', 'description'),
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title' },
};
