import { Entity } from 'typeorm';
import { IdColumn, StringColumn } from '../../../platform/database/columns';

/** Id of the one row. */
export const REVISION_ROW = '1';

/**
 * What the promotions of the store are at: another text after each change of any of them. Changed in the transaction of
 * the change, whose row lock makes changes commit in the order of their revisions; carts and checkouts only read it.
 */
@Entity('promotion_revisions')
export class PromotionRevision {
  @IdColumn()
  id!: string;

  /** Never used twice, so that what a transaction saw of itself and rolled back is not taken for a later change. */
  @StringColumn(36)
  revision!: string;
}
