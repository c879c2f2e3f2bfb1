import { Entity, Index } from 'typeorm';
import { StringColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** A group of customers, e.g. for promotions. */
@Entity('customer_groups')
@Index('uq_customer_groups__slug', ['slug'], { unique: true })
export class CustomerGroup extends StoreObject {
  @StringColumn()
  title!: string;

  @StringColumn()
  slug!: string;
}
