import { ApiProperty, OmitType } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { fullName } from '../../kernel/full-name';
import { type Labelled } from '../../platform/http/envelope';
import { PasswordField } from '../../platform/http/fields/fields';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type Listing } from '../../platform/database/lists/listing';
import { rowsById } from '../../platform/database/rows/reference-checks';
import { objectSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { customerGroupRecord, CustomerGroupRecord } from './customer-group.resource';
import { CustomerGroup } from './data/customer-group.entity';
import { Customer } from './data/customer.entity';
import { byQuery, byStatus } from './data/customer.filters';

export type { Customer };

const fieldListing = listingOf(Customer, { q: byQuery });

/** Filters and sort keys of customers. */
export const customerListing: Listing<Customer> = {
  ...fieldListing,
  // Last: generated clients take filters in this order.
  filters: { ...fieldListing.filters, status: byStatus },
  isStrict: true,
};

/** Orders of a customer and what they were worth, for people. */
export interface CustomerHistory {
  readonly orders: number;
  /** In the format of the default currency. */
  readonly value: string;
  readonly addresses: number;
}

/** A customer as the API answers it (wire.md 7). */
@ListedBy(customerListing, {
  q: 'Finds the customers of whom each word is a part of the first name, the last name or the e-mail address, in upper or lower case: 1 to 255 characters, at most 8 words. It finds at most 1000 customers, the newest, and looks at the newest 100,000. A whole e-mail address is found among all.',
  status: '`1` finds every customer, another value none.',
})
export class CustomerRecord extends RecordOf(Customer, {
  group: relationSchema(CustomerGroupRecord, 'Customer group.'),
}) {
  declare first_name: string;
  declare last_name: string;
  declare email: string;
  declare group: Labelled<CustomerGroupRecord> | null;

  @ApiProperty({
    ...objectSchema(
      {
        orders: {
          type: 'integer',
          description: 'Orders that were neither cancelled nor failed nor declined.',
          example: 3,
        },
        value: {
          type: 'string',
          description:
            'Sum of what was paid for them, less what was given back and what edits left owed back, in the default currency.',
          example: '£59.97',
        },
        addresses: { type: 'integer', description: 'Addresses in the address book.', example: 1 },
      },
      {
        title: 'CustomerHistory',
        description: 'What the customer ordered: in responses of `/v1/customers`, not in events and orders.',
      },
    ),
    selfRequired: false,
  } as object)
  history?: CustomerHistory;
}

/** A customer as events carry it. */
export class CustomerEventRecord extends OmitType(CustomerRecord, ['history'] as const) {}

const ownRecord = recordsOf<CustomerRecord, 'group'>(Customer);

/** The text a relation shows for a customer (wire.md 2): the full name. */
export function customerLabel(customer: Pick<Customer, 'firstName' | 'lastName'>): string {
  return fullName(customer.firstName, customer.lastName);
}

/** Records of customers, in their order, with their groups. */
export async function customerRecords(
  manager: EntityManager,
  customers: readonly Customer[],
): Promise<CustomerRecord[]> {
  const groups = await rowsById(
    manager,
    CustomerGroup,
    customers.map((customer) => customer.group),
  );
  return customers.map((customer) => {
    const group = groups.get(customer.group ?? '');
    return ownRecord(customer, { group: group ? { value: group.title, data: customerGroupRecord(group) } : null });
  });
}

/** A new customer. */
export class CreateCustomerDto extends NewOf(Customer) {
  @PasswordField({
    required: true,
    partial: true,
    least: 8,
    description: 'Password to sign in with, 8 to 255 characters. No response contains it.',
    example: 'correct horse battery',
  })
  password?: string;
}

/** Changes of a customer: omitted fields stay, empty ones are unset. */
export class UpdateCustomerDto extends ChangesOf(CreateCustomerDto) {}
