import { reading, store } from '../../shared/api/store';

/** The numbers of orders by status, which all parts of the page share. */
export const orderCounts = reading(['/v1/orders', 'statuses'], (signal) =>
  store.GET('/v1/statistics/statuses', { signal }),
);
