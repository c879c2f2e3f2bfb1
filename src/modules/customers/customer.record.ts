import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { type Labelled } from '../../platform/http/envelope';
import { relationSchema } from '../../platform/http/record-schemas';
import { type CustomerGroup, customerGroupRecord, CustomerGroupRecord } from './customer-group.record';
import { type Customer } from './data/customer.entity';

export type { Customer };

/** A customer as the API answers it (wire.md 7). */
export class CustomerRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Ada' })
  first_name!: string;

  @ApiProperty({ type: String, example: 'Lovelace' })
  last_name!: string;

  @ApiProperty({ type: String, format: 'email', description: 'Unique, in lower case.', example: 'ada@example.com' })
  email!: string;

  @ApiProperty(relationSchema(CustomerGroupRecord, 'Customer group.'))
  group!: Labelled<CustomerGroupRecord> | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @returns the record of a customer @param group the group the customer is in, if any */
export function customerRecord(customer: Customer, group: CustomerGroup | undefined): CustomerRecord {
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

/** What a relation to a customer reads (wire.md 2): the full name. */
export function customerLabel(customer: Pick<Customer, 'firstName' | 'lastName'>): string {
  return `${customer.firstName} ${customer.lastName}`;
}
