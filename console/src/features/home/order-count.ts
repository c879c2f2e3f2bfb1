import { reading, store } from '../../shared/api/store';
import { type OrderStatus } from '../../shared/ui/order-status';

/** A count of orders, which all parts of the page share. The store answers with one record and the total. */
export function orderCount(search: { readonly status: OrderStatus } | { readonly to_ship: '1' }) {
  return reading(['/v1/orders', 'count', search], (signal) => {
    const query = 'status' in search ? { status: [search.status] } : search;
    return store.GET('/v1/orders', { params: { query: { ...query, limit: 1 } }, signal });
  });
}
