import { byText, commonFilters } from '../../../platform/database/filters';
import { type Listing } from '../../../platform/database/listing';
import { type Cart } from './cart.entity';

/** What carts can be found and ordered by. */
export const cartListing: Listing<Cart> = {
  filters: { ...commonFilters<Cart>(), id: byText('id'), discount_code: byText('discountCode') },
  sorts: { id: 'id', updated_at: 'updatedAt' },
};
