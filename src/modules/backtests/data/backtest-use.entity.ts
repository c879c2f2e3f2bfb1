import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn, IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** A use of a tested promotion that has limits or a budget. */
@Entity('backtest_uses')
@Index('ix_backtest_uses__until', ['backtestId', 'until'])
@Index('ix_backtest_uses__customer', ['backtestId', 'customerKey'])
export class BacktestUse {
  @IdColumn()
  id!: string;

  @IdReference()
  backtestId!: string;

  @StringColumn()
  promotionId!: string;

  @StringColumn(255, { nullable: true })
  customerKey!: string | null;

  /** In the default currency. */
  @AmountColumn()
  discounted!: Amount;

  /** When its order came to nothing; null: it did not. */
  @TimeColumn({ nullable: true })
  until!: Date | null;

  /** `then`: in the baseline. Null: in the test. */
  @StringColumn(4, { nullable: true })
  side!: 'then' | null;
}
