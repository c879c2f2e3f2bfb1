import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** The purpose of a token: to act as the customer, or to set a new password once. */
export type CustomerTokenPurpose = 'access' | 'reset';

/** A token of a customer, kept as a hash only. */
@Entity('customer_tokens')
@Index('ix_customer_tokens__customer', ['customerId', 'purpose', 'expiresAt'])
@Index('ix_customer_tokens__expires_at', ['expiresAt'])
export class CustomerToken {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  @IdReference({ name: 'customer_id' })
  customerId!: string;

  @StringColumn(8)
  purpose!: CustomerTokenPurpose;

  @TimeColumn()
  expiresAt!: Date;
}
