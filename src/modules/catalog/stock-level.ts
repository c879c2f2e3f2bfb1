import { type EntityManager } from 'typeorm';
import { isEmbedded } from '../../platform/database/connection/dialect';

/** The result of a change of a stock level. */
export interface LevelChange {
  /** False when there is no such counter, or the level would fall below zero. */
  readonly isMade: boolean;
  /** Whether the level came to be above 0 or `low_stock`, or no longer is (orders-that-stay-true.md 31). */
  readonly isCrossed: boolean;
}

/** Whether 0 or the low level lies between two levels, in SQL. */
const crossing = (before: string, after: string): string =>
  `((${before} > 0) <> (${after} > 0) OR COALESCE((${before} > low_stock) <> (${after} > low_stock), 0))`;

/**
 * Changes a level by one statement. The counter stays locked until the transaction ends, and all sales of the product wait
 * for that: a second statement that reads it would make them wait longer. MySQL and MariaDB return the crossing as the
 * statement's LAST_INSERT_ID.
 * @param by may be below zero
 */
export async function changeLevel(tx: EntityManager, productId: string, by: number): Promise<LevelChange> {
  const where = 'WHERE product_id = ? AND level + ? >= 0';
  if (isEmbedded(tx)) {
    const sql = `UPDATE product_stock SET level = level + ? ${where} RETURNING ${crossing('level - ?', 'level')} AS crossed`;
    const [row] = await tx.query<{ crossed: number }[]>(sql, [by, productId, by, by, by]);
    return { isMade: row !== undefined, isCrossed: Number(row?.crossed ?? 0) === 1 };
  }
  const crossed = crossing('level', 'level + ?');
  const sql = `UPDATE product_stock SET level = level + ? + 0 * LAST_INSERT_ID(${crossed}) ${where}`;
  const { affectedRows, insertId } = await tx.query<{ affectedRows: number; insertId: number }>(sql, [
    ...[by, by, by],
    ...[productId, by],
  ]);
  return { isMade: affectedRows === 1, isCrossed: affectedRows === 1 && Number(insertId) === 1 };
}
