import { type components } from '@storekeeper/client';
import { reading, readingRecord, store } from '../../shared/api/store';

/** An address of a customer. */
export type Address = components['schemas']['AddressRecord'];

/** Addresses of a customer's page: a bound for it. Those made last are shown. */
export const MAX_ADDRESSES = 100;

/** The addresses of a customer, the newest first. */
export const readingAddresses = (customer: string) =>
  reading(['/v1/customers', customer, 'addresses'], (signal) =>
    store.GET('/v1/customers/{customer_id}/addresses', {
      params: { path: { customer_id: customer }, query: { limit: MAX_ADDRESSES, sort: 'created_at', order: 'desc' } },
      signal,
    }),
  );

/** An address with the tag of its version. */
export const readingAddress = (customer: string, id: string) =>
  readingRecord(['/v1/customers', customer, 'addresses', id], (signal) =>
    store.GET('/v1/customers/{customer_id}/addresses/{address_id}', {
      params: { path: { customer_id: customer, address_id: id } },
      signal,
    }),
  );
