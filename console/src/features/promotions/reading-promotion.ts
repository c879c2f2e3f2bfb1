import { reading, readingRecord, store } from '../../shared/api/store';

/** A promotion with the tag of its version. */
export const readingPromotion = (id: string) =>
  readingRecord(['/v1/promotions/cart', id], (signal) =>
    store.GET('/v1/promotions/cart/{promotion_id}', { params: { path: { promotion_id: id } }, signal }),
  );

/** Discounts and revenue of a promotion by day, over the last 30 days. */
export const readingResults = (id: string) =>
  reading(['/v1/promotions/cart', id, 'results'], (signal) =>
    store.GET('/v1/promotions/cart/{promotion_id}/results', { params: { path: { promotion_id: id } }, signal }),
  );
