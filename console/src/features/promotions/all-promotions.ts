import { queryOptions } from '@tanstack/react-query';
import { store } from '../../shared/api/store';
import { type Promotion } from './promotion-state';

/** Promotions that a page holds: a bound for the browser. The newest ones; older ones have most likely ended. */
export const MAX_PROMOTIONS = 1_000;
const PAGE = 100;

/** Reads the promotions, the newest first. Their state is no filter of the API, because it depends on the day and on the counters. */
export const readingPromotions = queryOptions({
  queryKey: ['/v1/promotions/cart', 'all'],
  queryFn: async ({ signal }): Promise<readonly Promotion[]> => {
    const found: Promotion[] = [];
    for await (const promotion of store.list('/v1/promotions/cart', {
      params: { query: { limit: PAGE, sort: 'created_at', order: 'desc' } },
      signal,
    })) {
      found.push(promotion);
      if (found.length === MAX_PROMOTIONS) break;
    }
    return found;
  },
});
