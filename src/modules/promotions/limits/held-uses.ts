import { type EntityManager } from 'typeorm';
import { grouped } from '../../../kernel/grouped';
import { readBy } from '../../../platform/database/rows/row-reader';
import { PromotionRedemption } from '../data/promotion-redemption.entity';
import { type HeldUse } from './given-back';
import { type UseOwner } from './use-counters';

/** The uses that orders hold, by order, in one statement. */
export async function heldUses(
  manager: EntityManager,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldUse[]>> {
  const rows = await readBy(manager, PromotionRedemption, 'orderId', orderIds);
  const held = rows.filter(({ releasedAt }) => releasedAt === null);
  return grouped(
    held.map((row) => ({ orderId: row.orderId, ...ownerOf(row) })),
    ({ orderId }) => orderId,
  );
}

/** The migration filled in what older rows took off; an older store that ran beside it may have written more of them. */
export function ownerOf({ promotionId, customerKey, amount, discounted, codeId }: PromotionRedemption): UseOwner {
  return { promotionId, customerKey, discounted: discounted ?? amount, codeId };
}
