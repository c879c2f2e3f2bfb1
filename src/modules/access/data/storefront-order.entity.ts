import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdReference, TimeColumn } from '../../../platform/database/rows/columns';

/** An order that a browser made with the token of a public client: that token reads it and pays for it (storefront.md 1). */
@Entity('storefront_orders')
@Index('ix_storefront_orders__created_at', ['createdAt'])
export class StorefrontOrder {
  /** SHA-256 of the token's hash and the order's id, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Id of the order, for operators: the code looks rows up by the hash. */
  @IdReference()
  orderId!: string;

  @TimeColumn()
  createdAt!: Date;
}
