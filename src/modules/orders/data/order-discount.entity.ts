import { Entity, Index, PrimaryColumn } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn, IdReference, JsonColumn, StringColumn } from '../../../platform/database/rows/columns';

/** The amount a discount took off one line, as decimal text: JSON has no exact numbers. */
export interface DiscountedLine {
  readonly sku: string;
  readonly amount: string;
}

/**
 * A promotion as it was applied to an order (promotions.md 37). Written once with the order; later changes of the promotion
 * do not affect it. Amounts are in the order's currency.
 */
@Entity('order_discounts')
@Index('ix_order_discounts__promotion', ['promotionId', 'orderId'])
@Index('ix_order_discounts__code', ['codeKey', 'orderId'])
export class OrderDiscount {
  @IdColumn()
  orderId!: string;

  /** 0 for the one that was applied first. */
  @PrimaryColumn({ type: 'int' })
  position!: number;

  @IdReference()
  promotionId!: string;

  @StringColumn()
  title!: string;

  @StringColumn(32)
  action!: string;

  /** The code it was applied by, as typed; null: applied by itself. */
  @StringColumn(255, { nullable: true })
  discountCode!: string | null;

  /** Off the lines: the sum of theirs. */
  @AmountColumn()
  amount!: Amount;

  /** Off the shipping price. */
  @AmountColumn()
  shippingAmount!: Amount;

  /** Lines that it took something off. */
  @JsonColumn()
  shares!: readonly DiscountedLine[];

  /** The code in the form that is compared; null: applied by itself, or written before this column was there. */
  @StringColumn(255, { nullable: true })
  codeKey!: string | null;

  /**
   * Tax that it took off besides; 0 where prices include tax, since the amounts include it then. Null: written before this column
   * was there.
   */
  @AmountColumn({ nullable: true })
  taxAmount!: Amount | null;
}
