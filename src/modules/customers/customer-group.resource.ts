import { byPart, partWords } from '../../platform/database/lists/part-sought';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { CustomerGroup } from './data/customer-group.entity';

export const customerGroupListing = listingOf(CustomerGroup, { q: byPart('q', 'title') });

/** A customer group as the API answers it (wire.md 7). */
@ListedBy(customerGroupListing, { q: partWords('title') })
export class CustomerGroupRecord extends RecordOf(CustomerGroup) {
  declare title: string;
  declare slug: string;
}

export const customerGroupRecord = recordsOf<CustomerGroupRecord>(CustomerGroup);

/** A new customer group. */
export class CreateCustomerGroupDto extends NewOf(CustomerGroup) {}

/** Changes of a customer group: omitted fields stay. */
export class UpdateCustomerGroupDto extends ChangesOf(CreateCustomerGroupDto) {}
