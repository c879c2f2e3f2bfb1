import { type EntityManager } from 'typeorm';
import { PromotionCode } from './promotion-code.entity';

/** Codes of a pool after an id, the oldest first. @param after empty: from the first on */
export function codesAfter(
  manager: EntityManager,
  promotionId: string,
  after: string,
  most: number,
): Promise<PromotionCode[]> {
  return manager
    .createQueryBuilder(PromotionCode, 'c')
    .where('c.promotionId = :promotionId AND c.id > :after', { promotionId, after: after === '' ? '0' : after })
    .orderBy('c.id', 'ASC')
    .limit(most)
    .getMany();
}

/** Number of codes of a pool; more than this many are not counted. */
export async function countUpTo(manager: EntityManager, promotionId: string, most: number): Promise<number> {
  const sql = `SELECT COUNT(*) AS counted FROM (SELECT id FROM promotion_codes WHERE promotion_id = ? LIMIT ${most}) few`;
  const [row] = await manager.query<{ counted: unknown }[]>(sql, [promotionId]);
  return Number(row?.counted);
}
