import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn, IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** One promotion applied to one order. Outlives its promotion. */
@Entity('promotion_redemptions')
// Uses of a customer; with the rest the latest before another one is one entry.
@Index('ix_promotion_redemptions__customer', ['promotionId', 'customerKey', 'releasedAt', 'createdAt', 'orderId'])
// The list of uses, and walks over them.
@Index('ix_promotion_redemptions__time', ['promotionId', 'createdAt', 'orderId'])
// Has all that the sums of a promotion ask for: they read no row.
@Index('ix_promotion_redemptions__sums', ['promotionId', 'releasedAt', 'discounted', 'amount'])
@Index('ix_promotion_redemptions__code', ['codeId'])
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

  /** `amount` in the default currency, to ten-thousandths; null: written by an older version. */
  @AmountColumn({ nullable: true })
  discounted!: Amount | null;

  /** The code it was used by, as it was made; null: by none, or written by an older version. */
  @StringColumn(255, { nullable: true })
  code!: string | null;

  /** That code when it is of a pool. */
  @IdReference({ nullable: true })
  codeId!: string | null;

  @TimeColumn()
  createdAt!: Date;

  /** Null: the use counts. */
  @TimeColumn({ nullable: true })
  releasedAt!: Date | null;
}
