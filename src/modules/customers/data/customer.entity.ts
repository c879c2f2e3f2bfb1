import { Entity, Index } from 'typeorm';
import { IdReference, StringColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** A customer of the store. */
@Entity('customers')
@Index('uq_customers__email', ['email'], { unique: true })
@Index('ix_customers__group', ['group'])
@Index('ix_customers__created_at', ['createdAt', 'id'])
export class Customer extends StoreObject {
  @StringColumn()
  firstName!: string;

  @StringColumn()
  lastName!: string;

  /** Lower case: one spelling a person. */
  @StringColumn()
  email!: string;

  /** Id of the customer group. */
  @IdReference({ nullable: true, name: 'group_id' })
  group!: string | null;
}
