import { Entity } from 'typeorm';
import { IdColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** The password of a customer, apart from the customer's row: no record, event or snapshot of a customer reads it. */
@Entity('customer_passwords')
export class CustomerPassword {
  /** Id of the customer. */
  @IdColumn()
  id!: string;

  /** Scrypt with its costs and its salt. */
  @StringColumn()
  hash!: string;

  @TimeColumn()
  changedAt!: Date;
}
