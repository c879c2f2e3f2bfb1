import { byId, byText, commonFilters } from '../../../platform/database/lists/filters';
import { searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Address } from './address.entity';

const byCountry = byText<Address>('country');

/** Filters and sort keys of a customer's addresses. */
export const addressListing: Listing<Address> = {
  filters: {
    ...commonFilters<Address>(),
    customer_id: byId('customerId'),
    save_as: byText('saveAs'),
    company: byText('company'),
    first_name: byText('firstName'),
    last_name: byText('lastName'),
    address_1: byText('address1'),
    address_2: byText('address2'),
    city: byText('city'),
    county: byText('county'),
    postcode: byText('postcode'),
    country: (text) => byCountry(text.toUpperCase()),
    phone: byText('phone'),
    instructions: byText('instructions'),
  },
  searches: searchesByPart(
    'saveAs',
    'company',
    'firstName',
    'lastName',
    'address1',
    'address2',
    'city',
    'county',
    'postcode',
    'phone',
    'instructions',
  ),
  sorts: {
    id: 'id',
    updated_at: 'updatedAt',
    save_as: 'saveAs',
    first_name: 'firstName',
    last_name: 'lastName',
    city: 'city',
    postcode: 'postcode',
    country: 'country',
  },
};
