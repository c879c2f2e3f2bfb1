import { type EntityManager } from 'typeorm';
import { isEmbedded } from '../../platform/database/connection/dialect';
import { PromotionCounter } from './data/promotion-counter.entity';
import { PromotionCustomerCounter } from './data/promotion-customer-counter.entity';

/** The limit that a use is held against. */
export type UseLimit = 'max_uses' | 'customer_uses';

/** One use of a promotion, and whose. */
export interface UseOwner {
  readonly promotionId: string;
  /** Null: nobody known. */
  readonly customerKey: string | null;
}

/** A use with the limits it is to stay within; 0: none. */
export interface Use extends UseOwner {
  readonly maxUses: number;
  readonly customerUses: number;
}

/** The counters of uses. Each limit is one conditional UPDATE, whose affected rows are the answer (promotions.md 30). */
export class UseCounters {
  /** Counts a use. @returns the limit that was reached, with nothing counted; null when it was counted */
  async take(tx: EntityManager, use: Use): Promise<UseLimit | null> {
    if (use.maxUses > 0 && !(await this.takeOfAll(tx, use))) return 'max_uses';
    if (use.customerUses > 0 && !(await this.takeOfCustomer(tx, use))) {
      if (use.maxUses > 0) await this.giveBackToAll(tx, use);
      return 'customer_uses';
    }
    return null;
  }

  /** Takes a use off the counters that there are. */
  async giveBack(tx: EntityManager, use: UseOwner): Promise<void> {
    await this.giveBackToAll(tx, use);
    if (use.customerKey === null) return;
    await tx
      .createQueryBuilder()
      .update(PromotionCustomerCounter)
      .set({ used: () => 'used - 1' })
      .where('promotionId = :promotionId AND customerKey = :customerKey AND used > 0', { ...use })
      .execute();
  }

  /** Replaces the counters of a promotion by what the ledger says. */
  async recount(tx: EntityManager, promotionId: string, limit: UseLimit): Promise<void> {
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
    await this.open(tx, 'promotion_counters (promotion_id, used) VALUES (?, 0)', [promotionId]);
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
    await this.open(tx, row, [promotionId, customerKey]);
    return count();
  }

  /**
   * Adds a counter unless another transaction did. MySQL's own INSERT IGNORE would take a shared lock on the row of the
   * other, which two waiting for the same row could not both raise: a deadlock. This takes an exclusive one.
   */
  private async open(tx: EntityManager, row: string, values: readonly string[]): Promise<void> {
    const isSqlite = isEmbedded(tx);
    const otherwise = isSqlite ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE used = used';
    await tx.query(`INSERT INTO ${row} ${otherwise}`, [...values]);
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
