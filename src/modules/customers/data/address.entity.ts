import { Entity, Index } from 'typeorm';
import { IdReference, StringColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** An address in a customer's address book. Goes when the customer goes. */
@Entity('addresses')
@Index('ix_addresses__customer', ['customerId', 'createdAt', 'id'])
export class Address extends StoreObject {
  @IdReference({ name: 'customer_id' })
  customerId!: string;

  /** The customer's name for the address. */
  @StringColumn(255, { nullable: true })
  saveAs!: string | null;

  @StringColumn(255, { nullable: true })
  company!: string | null;

  @StringColumn()
  firstName!: string;

  @StringColumn()
  lastName!: string;

  @StringColumn(255, { name: 'address_1' })
  address1!: string;

  @StringColumn(255, { name: 'address_2', nullable: true })
  address2!: string | null;

  @StringColumn(255, { nullable: true })
  city!: string | null;

  @StringColumn(255, { nullable: true })
  county!: string | null;

  @StringColumn()
  postcode!: string;

  /** ISO 3166-1 alpha-2, upper case. */
  @StringColumn(2)
  country!: string;

  @StringColumn(255, { nullable: true })
  phone!: string | null;

  /** For the courier; may have several lines. */
  @StringColumn(1024, { nullable: true })
  instructions!: string | null;
}
