import { byId, byText, commonFilters } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Customer } from './customer.entity';

const byEmail = byText<Customer>('email');

/** Filters and sort keys of customers. */
export const customerListing: Listing<Customer> = {
  filters: {
    ...commonFilters<Customer>(),
    first_name: byText('firstName'),
    last_name: byText('lastName'),
    email: (text) => byEmail(text.toLowerCase()),
    group: byId('group'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', first_name: 'firstName', last_name: 'lastName', email: 'email' },
  isStrict: true,
};
