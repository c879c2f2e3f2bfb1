import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn, IdReference, JsonColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** An order that a back-test touched. Amounts are in the default currency. Ids rise in the order of the orders. */
@Entity('backtest_orders')
@Index('ix_backtest_orders__backtest', ['backtestId', 'id'])
export class BacktestOrder {
  @IdColumn()
  id!: string;

  @IdReference()
  backtestId!: string;

  @IdReference()
  orderId!: string;

  @TimeColumn()
  placedAt!: Date;

  @AmountColumn()
  discountThen!: Amount;

  @AmountColumn()
  discountTest!: Amount;

  /** Total of the order. */
  @AmountColumn()
  revenueThen!: Amount;

  @AmountColumn()
  revenueTest!: Amount;

  /** Discount of each tested promotion as decimal text, by its id. */
  @JsonColumn()
  promotions!: readonly (readonly [id: string, amount: string])[];
}
