import { type EntityManager, In, IsNull } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { PromotionRedemption } from './promotion-redemption.entity';

/** The sums of a promotion's ledger, without uses that were given back. */
export interface LedgerSums {
  /** Orders. */
  readonly uses: number;
  /** Taken off them in the default currency. */
  readonly discounted: Amount;
}

/** A promotion that no order uses. */
export const NEVER_USED: LedgerSums = { uses: 0, discounted: 0n };

/**
 * Reads the sums of promotions from their ledgers, which no two checkouts share a row of: they are exact at any moment, and
 * a promotion without limits has no row that checkouts would wait for. An index has all it needs.
 */
export async function ledgerSums(
  manager: EntityManager,
  promotionIds: readonly string[],
): Promise<Map<string, LedgerSums>> {
  if (promotionIds.length === 0) return new Map();
  const rows = await manager
    .createQueryBuilder(PromotionRedemption, 'r')
    .select('r.promotionId', 'id')
    .addSelect('COUNT(*)', 'uses')
    .addSelect('CAST(SUM(COALESCE(r.discounted, r.amount)) AS CHAR)', 'discounted')
    .where({ promotionId: In([...promotionIds]), releasedAt: IsNull() })
    .groupBy('r.promotionId')
    .getRawMany<{ id: string; uses: string; discounted: string }>();
  return new Map(
    rows.map(({ id, uses, discounted }) => [String(id), { uses: Number(uses), discounted: BigInt(discounted) }]),
  );
}

/** Orders of a code that are shown. */
const MAX_ORDERS = 100;

/** The uses of a code of a pool, the newest first: the latest 100. */
export function usesOfCode(manager: EntityManager, codeId: string): Promise<PromotionRedemption[]> {
  return manager.find(PromotionRedemption, { where: { codeId }, order: { orderId: 'DESC' }, take: MAX_ORDERS });
}
