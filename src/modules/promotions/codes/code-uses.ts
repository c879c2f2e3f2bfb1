import { type EntityManager } from 'typeorm';
import { changedRows } from '../../../platform/database/rows/changed-rows';
import { PromotionCode } from '../data/promotion-code.entity';

/** A use of a code of a pool. */
export interface CodeUse {
  /** Null: no code of a pool was used. */
  readonly codeId: string | null;
}

/** The uses of codes of pools, each taken by one conditional UPDATE, whose affected rows are the answer (promotions-at-scale.md 4). */
export class CodeUses {
  /**
   * Takes a use of a code. Whether it has expired is judged with the price, at the same instant. A code that was removed
   * with its promotion has no limit. @returns whether there was one left; otherwise nothing is taken
   */
  async take(tx: EntityManager, { codeId }: CodeUse): Promise<boolean> {
    if (codeId === null) return true;
    const sql = `UPDATE promotion_codes SET status = 'used', used = used + 1
      WHERE id = ? AND status <> 'revoked' AND (uses = 0 OR used < uses)`;
    if ((await changedRows(tx, sql, [codeId])) === 1) return true;
    return !(await tx.existsBy(PromotionCode, { id: codeId }));
  }

  /** Gives a use back. A revoked code stays revoked. */
  async giveBack(tx: EntityManager, { codeId }: CodeUse): Promise<void> {
    if (codeId === null) return;
    // The status first: MySQL works with the new value of a column that was set before.
    const sql = `UPDATE promotion_codes SET
      status = CASE WHEN status = 'revoked' OR used > 1 THEN status ELSE 'unused' END, used = used - 1
      WHERE id = ? AND used > 0`;
    await changedRows(tx, sql, [codeId]);
  }
}
