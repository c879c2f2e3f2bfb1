import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** One promotion applied to one order. Outlives its promotion. */
@Entity('promotion_redemptions')
// Uses of a customer; with the rest the latest before another one is one entry.
@Index('ix_promotion_redemptions__customer', ['promotionId', 'customerKey', 'releasedAt', 'createdAt', 'orderId'])
// The list of uses, and walks over them.
@Index('ix_promotion_redemptions__time', ['promotionId', 'createdAt', 'orderId'])
// Has all that the sums of a promotion ask for: they read no row.
@Index('ix_promotion_redemptions__sums', ['promotionId', 'releasedAt', 'discounted', 'amount'])
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

  /** The same in the default currency, to ten-thousandths; null: written by an older version. */
  @AmountColumn({ nullable: true })
  discounted!: Amount | null;

  @TimeColumn()
  createdAt!: Date;

  /** Null: the use counts. */
  @TimeColumn({ nullable: true })
  releasedAt!: Date | null;
}
