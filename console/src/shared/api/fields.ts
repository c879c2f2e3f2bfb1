import { type components } from '@storekeeper/client';
import { queryOptions } from '@tanstack/react-query';
import { store } from './store';

/** A field of a resource, with its choices and their labels. */
export type ServedField = components['schemas']['FieldsResponse']['result'][string];

/** The fields that a resource is made with, by name. Only another version of the store has others. */
export function readingFields(path: '/v1/webhooks/fields' | '/v1/promotions/cart/fields') {
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => (await store.GET(path, { signal })).data.result,
    staleTime: Infinity,
  });
}
