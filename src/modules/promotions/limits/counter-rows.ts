import { type EntityManager } from 'typeorm';
import { isEmbedded } from '../../../platform/database/connection/dialect';

/**
 * Adds a counter of a promotion unless another transaction did. MySQL's own INSERT IGNORE would take a shared lock on the
 * row of the other, which two waiting for the same row could not both raise: a deadlock. This takes an exclusive one.
 * @param row table, columns and placeholders, such as `promotion_counters (promotion_id, used) VALUES (?, 0)`
 */
export async function openCounter(tx: EntityManager, row: string, values: readonly string[]): Promise<void> {
  const otherwise = isEmbedded(tx)
    ? 'ON CONFLICT DO NOTHING'
    : 'ON DUPLICATE KEY UPDATE promotion_id = VALUES(promotion_id)';
  await tx.query(`INSERT INTO ${row} ${otherwise}`, [...values]);
}
