import { byText } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type ApiClient } from './api-client.entity';

/** Filters and sort keys of clients. Row ids rise with time; there are few clients. */
export const clientListing: Listing<ApiClient> = {
  filters: { id: byText('clientId'), name: byText('name') },
  sorts: {},
  age: 'id',
  isStrict: true,
};
