import { readingRecord, store } from '../../shared/api/store';

/** A product with the tag of its version. */
export const readingProduct = (id: string) => ({
  ...readingRecord(['/v1/products', id], (signal) =>
    store.GET('/v1/products/{product_id}', { params: { path: { product_id: id } }, signal }),
  ),
  // Pictures are an object in an order: to structural sharing, one in another order is the same.
  structuralSharing: false,
});
