import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** One promotion applied to one order. Outlives its promotion. */
@Entity('promotion_redemptions')
@Index('ix_promotion_redemptions__promotion', ['promotionId', 'customerKey'])
export class PromotionRedemption {
  @IdColumn()
  orderId!: string;

  @IdColumn()
  promotionId!: string;

  /** See customer-key.ts; null: nobody known. */
  @StringColumn(255, { nullable: true })
  customerKey!: string | null;

  /** Taken off in all, shipping included, in the order's currency. */
  @AmountColumn()
  amount!: Amount;

  @TimeColumn()
  createdAt!: Date;

  /** Null: the use counts. */
  @TimeColumn({ nullable: true })
  releasedAt!: Date | null;
}
