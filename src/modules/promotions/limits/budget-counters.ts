import { type EntityManager, In } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { openCounter } from './counter-rows';
import { PromotionBudget } from '../data/promotion-budget.entity';

/** The amount that one use takes from a budget, in the default currency. */
export interface Spending {
  readonly promotionId: string;
  /** 0: none, and nothing is counted. */
  readonly budget: Amount;
  /** Taken off the order. */
  readonly discounted: Amount;
}

/** The counters of budgets. A budget is one conditional UPDATE, whose affected rows are the answer (promotions-at-scale.md 7). */
export class BudgetCounters {
  /** Takes a discount off the budget. @returns whether there was room for all of it; otherwise nothing is counted */
  async take(tx: EntityManager, spending: Spending): Promise<boolean> {
    const { promotionId, budget } = spending;
    if (budget === 0n || (await this.count(tx, spending))) return true;
    if (await tx.existsBy(PromotionBudget, { promotionId })) return false;
    await openCounter(tx, 'promotion_budgets (promotion_id, spent) VALUES (?, 0)', [promotionId]);
    return this.count(tx, spending);
  }

  /** Gives a discount back to the budget if there is one. */
  async giveBack(tx: EntityManager, { promotionId, discounted }: Omit<Spending, 'budget'>): Promise<void> {
    await tx
      .createQueryBuilder()
      .update(PromotionBudget)
      .set({ spent: () => `CASE WHEN spent > ${discounted} THEN spent - ${discounted} ELSE 0 END` })
      .where('promotionId = :promotionId', { promotionId })
      .execute();
  }

  /** Returns the spent amounts of budgets by promotion id; unused budgets are missing. */
  async spent(manager: EntityManager, promotionIds: readonly string[]): Promise<Map<string, Amount>> {
    if (promotionIds.length === 0) return new Map();
    const rows = await manager.findBy(PromotionBudget, { promotionId: In([...promotionIds]) });
    return new Map(rows.map((row) => [row.promotionId, row.spent]));
  }

  /** Recomputes the counter of a promotion from the ledger. */
  async recount(tx: EntityManager, promotionId: string): Promise<void> {
    await tx.delete(PromotionBudget, { promotionId });
    await tx.query(
      `INSERT INTO promotion_budgets (promotion_id, spent)
       SELECT ?, COALESCE(SUM(COALESCE(discounted, amount)), 0) FROM promotion_redemptions
       WHERE promotion_id = ? AND released_at IS NULL`,
      [promotionId, promotionId],
    );
  }

  /** The amounts are whole numbers in the statement: as parameters they would be text, which engines compare and add differently. */
  private async count(tx: EntityManager, { promotionId, budget, discounted }: Spending): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(PromotionBudget)
      .set({ spent: () => `spent + ${discounted}` })
      .where(`promotionId = :promotionId AND spent <= ${budget - discounted}`, { promotionId })
      .execute();
    return affected === 1;
  }
}
