import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn, IntegerColumn } from '../../../platform/database/rows/columns';

/** Uses of a promotion with `customer_uses` by one customer. */
@Entity('promotion_customer_counters')
export class PromotionCustomerCounter {
  @IdColumn()
  promotionId!: string;

  /** See customer-key.ts. */
  @PrimaryColumn({ type: 'varchar', length: 255 })
  customerKey!: string;

  @IntegerColumn()
  used!: number;
}
