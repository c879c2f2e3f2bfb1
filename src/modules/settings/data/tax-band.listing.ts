import { byDecimal, byText, commonFilters } from '../../../platform/database/filters';
import { type Listing } from '../../../platform/database/listing';
import { type TaxBand } from './tax-band.entity';

/** What tax bands can be found and ordered by. */
export const taxBandListing: Listing<TaxBand> = {
  filters: {
    ...commonFilters<TaxBand>(),
    title: byText('title'),
    description: byText('description'),
    rate: byDecimal('rate'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title' },
};
