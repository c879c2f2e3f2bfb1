import { Entity } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { AmountColumn, IdColumn } from '../../../platform/database/rows/columns';

/**
 * The spent amount of a promotion with a `budget`, in the default currency: the sum of its ledger rows that were not given
 * back. Changed by conditional UPDATEs only.
 */
@Entity('promotion_budgets')
export class PromotionBudget {
  @IdColumn()
  promotionId!: string;

  @AmountColumn()
  spent!: Amount;
}
