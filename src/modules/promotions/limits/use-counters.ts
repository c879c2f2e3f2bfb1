import { type EntityManager } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { BudgetCounters } from './budget-counters';
import { type CodeUse, CodeUses } from '../codes/code-uses';
import { openCounter } from './counter-rows';
import { PromotionCounter } from '../data/promotion-counter.entity';
import { PromotionCustomerCounter } from '../data/promotion-customer-counter.entity';

/** A limit of uses. */
export type UseLimit = 'max_uses' | 'customer_uses' | 'budget' | 'code';

/** The limits that a promotion itself has. */
export type CountedLimit = Exclude<UseLimit, 'code'>;

/** One use of a promotion and its customer. */
export interface UseOwner extends CodeUse {
  readonly promotionId: string;
  /** Null: no customer. */
  readonly customerKey: string | null;
  /** Taken off in all, in the default currency. */
  readonly discounted: Amount;
}

/** A use with the limits it is to stay within; 0: none. */
export interface Use extends UseOwner {
  readonly maxUses: number;
  readonly customerUses: number;
  /** In the default currency. */
  readonly budget: Amount;
}

/** The counters of uses. Each limit is one conditional UPDATE, whose affected rows are the answer (promotions.md 30). */
export class UseCounters {
  readonly budgets = new BudgetCounters();
  private readonly codes = new CodeUses();

  /** Counts a use. @returns the limit that was reached, with nothing counted; null when it was counted */
  async take(tx: EntityManager, use: Use): Promise<UseLimit | null> {
    if (!(await this.codes.take(tx, use))) return 'code';
    const limit = await this.takeOfPromotion(tx, use);
    if (limit !== null) await this.codes.giveBack(tx, use);
    return limit;
  }

  private async takeOfPromotion(tx: EntityManager, use: Use): Promise<UseLimit | null> {
    if (use.maxUses > 0 && !(await this.takeOfAll(tx, use))) return 'max_uses';
    if (use.customerUses > 0 && !(await this.takeOfCustomer(tx, use))) {
      if (use.maxUses > 0) await this.giveBackToAll(tx, use);
      return 'customer_uses';
    }
    if (await this.budgets.take(tx, use)) return null;
    if (use.maxUses > 0) await this.giveBackToAll(tx, use);
    if (use.customerUses > 0) await this.giveBackToCustomer(tx, use);
    return 'budget';
  }

  /** Takes a use off the counters that there are. */
  async giveBack(tx: EntityManager, use: UseOwner): Promise<void> {
    await this.codes.giveBack(tx, use);
    await this.giveBackToAll(tx, use);
    await this.giveBackToCustomer(tx, use);
    await this.budgets.giveBack(tx, use);
  }

  private async giveBackToCustomer(tx: EntityManager, { promotionId, customerKey }: UseOwner): Promise<void> {
    if (customerKey === null) return;
    await tx
      .createQueryBuilder()
      .update(PromotionCustomerCounter)
      .set({ used: () => 'used - 1' })
      .where('promotionId = :promotionId AND customerKey = :customerKey AND used > 0', { promotionId, customerKey })
      .execute();
  }

  /** Recomputes the counters of a promotion from the ledger. */
  async recount(tx: EntityManager, promotionId: string, limit: CountedLimit): Promise<void> {
    if (limit === 'budget') return this.budgets.recount(tx, promotionId);
    const uses = 'FROM promotion_redemptions WHERE promotion_id = ? AND released_at IS NULL';
    if (limit === 'max_uses') {
      await tx.delete(PromotionCounter, { promotionId });
      await tx.query(`INSERT INTO promotion_counters (promotion_id, used) SELECT ?, COUNT(*) ${uses}`, [
        promotionId,
        promotionId,
      ]);
      return;
    }
    await tx.delete(PromotionCustomerCounter, { promotionId });
    await tx.query(
      `INSERT INTO promotion_customer_counters (promotion_id, customer_key, used)
       SELECT promotion_id, customer_key, COUNT(*) ${uses} AND customer_key IS NOT NULL GROUP BY promotion_id, customer_key`,
      [promotionId],
    );
  }

  private async takeOfAll(tx: EntityManager, { promotionId, maxUses }: Use): Promise<boolean> {
    const count = async (): Promise<boolean> => {
      const { affected } = await tx
        .createQueryBuilder()
        .update(PromotionCounter)
        .set({ used: () => 'used + 1' })
        .where('promotionId = :promotionId AND used < :maxUses', { promotionId, maxUses })
        .execute();
      return affected === 1;
    };
    if (await count()) return true;
    if (await tx.existsBy(PromotionCounter, { promotionId })) return false;
    await openCounter(tx, 'promotion_counters (promotion_id, used) VALUES (?, 0)', [promotionId]);
    return count();
  }

  private async takeOfCustomer(tx: EntityManager, { promotionId, customerKey, customerUses }: Use): Promise<boolean> {
    if (customerKey === null) return false;
    const count = async (): Promise<boolean> => {
      const { affected } = await tx
        .createQueryBuilder()
        .update(PromotionCustomerCounter)
        .set({ used: () => 'used + 1' })
        .where('promotionId = :promotionId AND customerKey = :customerKey AND used < :customerUses', {
          promotionId,
          customerKey,
          customerUses,
        })
        .execute();
      return affected === 1;
    };
    if (await count()) return true;
    if (await tx.existsBy(PromotionCustomerCounter, { promotionId, customerKey })) return false;
    const row = 'promotion_customer_counters (promotion_id, customer_key, used) VALUES (?, ?, 0)';
    await openCounter(tx, row, [promotionId, customerKey]);
    return count();
  }

  private async giveBackToAll(tx: EntityManager, { promotionId }: UseOwner): Promise<void> {
    await tx
      .createQueryBuilder()
      .update(PromotionCounter)
      .set({ used: () => 'used - 1' })
      .where('promotionId = :promotionId AND used > 0', { promotionId })
      .execute();
  }
}
