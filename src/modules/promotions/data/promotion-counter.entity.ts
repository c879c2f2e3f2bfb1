import { Entity } from 'typeorm';
import { IdColumn, IntegerColumn } from '../../../platform/database/rows/columns';

/** Uses of a promotion with `max_uses`: its ledger rows that were not given back. Changed by conditional UPDATEs only. */
@Entity('promotion_counters')
export class PromotionCounter {
  @IdColumn()
  promotionId!: string;

  @IntegerColumn()
  used!: number;
}
