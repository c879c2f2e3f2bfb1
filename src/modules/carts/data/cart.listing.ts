import { Raw } from 'typeorm';
import { byChoice, byText, commonFilters } from '../../../platform/database/lists/filters';
import { type Filter, type Listing } from '../../../platform/database/lists/listing';
import { CONTENT_CHANGED } from './cart-checkout.entity';
import { type Cart } from './cart.entity';

/** Carts that are an order since their last change, or that are not. One look-up by primary key for each cart of the table at most. */
const byCheckedOut: Filter<Cart> = byChoice<Cart, '0' | '1'>('checked_out', ['0', '1'], (choice) => {
  const found = (id: string): string =>
    `${choice === '1' ? '' : 'NOT '}EXISTS (SELECT 1 FROM cart_checkouts done
      WHERE done.cart_id = ${id} AND COALESCE(done.fingerprint, '') <> '${CONTENT_CHANGED}')`;
  return { id: Raw(found) };
});

/** Filters and sort keys of carts. */
export const cartListing: Listing<Cart> = {
  filters: {
    ...commonFilters<Cart>(),
    id: byText('id'),
    discount_code: byText('discountCode'),
    checked_out: byCheckedOut,
  },
  sorts: { id: 'id', updated_at: 'updatedAt' },
};
