import { byAmount, byDecimal, byId, byText, commonFilters } from '../../../platform/database/lists/filters';
import { byPart, searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type ShippingMethod } from './shipping-method.entity';

/** Filters and sort keys of shipping methods. */
export const shippingMethodListing: Listing<ShippingMethod> = {
  filters: {
    ...commonFilters<ShippingMethod>(),
    q: byPart('q', 'title'),
    title: byText('title'),
    slug: byText('slug'),
    company: byText('company'),
    description: byText('description'),
    status: byText('status'),
    price: byAmount('price'),
    price_min: byAmount('priceMin'),
    price_max: byAmount('priceMax'),
    weight_min: byDecimal('weightMin'),
    weight_max: byDecimal('weightMax'),
    tax_band: byId('taxBand'),
  },
  searches: searchesByPart('title', 'slug', 'company', 'description'),
  sorts: { id: 'id', updated_at: 'updatedAt', title: 'title', slug: 'slug', status: 'status', price: 'price' },
};
