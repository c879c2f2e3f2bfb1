import { byText, commonFilters } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Cart } from './cart.entity';

/** Filters and sort keys of carts. */
export const cartListing: Listing<Cart> = {
  filters: { ...commonFilters<Cart>(), id: byText('id'), discount_code: byText('discountCode') },
  sorts: { id: 'id', updated_at: 'updatedAt' },
};
