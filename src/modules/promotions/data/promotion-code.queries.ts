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
