import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdReference, IntegerColumn, StringColumn } from '../../../platform/database/rows/columns';
import { VersionedRow } from '../../../platform/database/rows/store-object';

/** A customer's cart. Its lines are rows of their own; its price is computed on every read. */
@Entity('carts')
@Index('ix_carts__created_at', ['createdAt', 'id'])
@Index('ix_carts__updated_at', ['updatedAt'])
export class Cart extends VersionedRow {
  /** Made by the client; see cart-id.ts. The key of the row, so that two first writes at once make one cart. */
  @PrimaryColumn({ type: 'varchar', length: 128 })
  id!: string;

  @IntegerColumn()
  version!: number;

  /** As typed. */
  @StringColumn(255, { nullable: true })
  discountCode!: string | null;

  /** Number of changes of its lines. They are other rows; without this the cart's row would get no new version. */
  @IntegerColumn()
  revision!: number;

  /** Id of the customer of the cart. A removed customer counts as none. */
  @IdReference({ nullable: true })
  customerId!: string | null;
}
