import { Entity, Index } from 'typeorm';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { Email, Reference, Text } from '../../../platform/resources/attributes';

/** A customer of the store. */
@Entity('customers')
@Index('uq_customers__email', ['email'], { unique: true })
@Index('ix_customers__group', ['group'])
@Index('ix_customers__created_at', ['createdAt', 'id'])
export class Customer extends StoreObject {
  @Text({ required: true, search: true, sort: true, description: 'First name.', example: 'Ada' })
  firstName!: string;

  @Text({
    default: '',
    search: true,
    sort: true,
    description: 'Last name.',
    example: 'Lovelace',
    shows: { description: 'Empty for a person with one name.' },
  })
  lastName!: string;

  /** Lower case: one spelling a person. No search finds a part of it: it would find other people. */
  @Email({
    required: true,
    unique: true,
    sort: true,
    description: 'E-mail address. Unique; stored in lower case.',
    example: 'ada@example.com',
    shows: { description: 'E-mail address in lower case.' },
  })
  email!: string;

  @Reference('customer_group', { column: 'group_id', description: 'Id of the customer group.' })
  group!: string | null;

  /** Added by the transaction that holds the row: nothing in the store refers to it yet. No column. */
  isNew?: true;
}
