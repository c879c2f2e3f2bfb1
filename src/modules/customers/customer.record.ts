import { ApiProperty, OmitType } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { wireTime } from '../../kernel/clock';
import { fullName } from '../../kernel/full-name';
import { type Labelled } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { rowsById } from '../../platform/database/rows/reference-checks';
import { objectSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { customerGroupRecord, CustomerGroupRecord } from './customer-group.resource';
import { CustomerGroup } from './data/customer-group.entity';
import { type Customer } from './data/customer.entity';
import { customerListing } from './data/customer.listing';

export type { Customer };

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
export class CustomerRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Ada' })
  first_name!: string;

  @ApiProperty({ type: String, description: 'Empty for a person with one name.', example: 'Lovelace' })
  last_name!: string;

  @ApiProperty({
    type: String,
    format: 'email',
    description: 'E-mail address in lower case.',
    example: 'ada@example.com',
  })
  email!: string;

  @ApiProperty(relationSchema(CustomerGroupRecord, 'Customer group.'))
  group!: Labelled<CustomerGroupRecord> | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;

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

/** @returns the record of a customer @param group the group the customer is in, if any */
function customerRecord(customer: Customer, group: CustomerGroup | undefined): CustomerRecord {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    group: group === undefined ? null : { value: group.title, data: customerGroupRecord(group) },
    created_at: wireTime(customer.createdAt),
    updated_at: wireTime(customer.updatedAt),
  };
}

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
  return customers.map((customer) => customerRecord(customer, groups.get(customer.group ?? '')));
}
