import { type PromotionUsage } from '../domain/cart-snapshot';
import { type UseOwner } from './use-counters';

/** A use of a promotion that an order holds. */
export type HeldUse = UseOwner & { readonly orderId: string };

/**
 * The uses of promotions so far, as if these had been given back already (orders-and-payments.md 38).
 * @param key whose uses `usage` counts as the customer's
 */
export function usageWithout(
  usage: ReadonlyMap<string, PromotionUsage>,
  given: readonly HeldUse[],
  key: string | null,
): ReadonlyMap<string, PromotionUsage> {
  if (given.length === 0) return usage;
  const left = new Map(usage);
  for (const { promotionId, customerKey, discounted } of given) {
    const known = left.get(promotionId);
    if (known === undefined) continue;
    const spent = (known.spent ?? 0n) - discounted;
    left.set(promotionId, {
      used: Math.max(0, known.used - 1),
      customerUsed: Math.max(0, known.customerUsed - (key !== null && customerKey === key ? 1 : 0)),
      ...(known.spent !== undefined && { spent: spent > 0n ? spent : 0n }),
    });
  }
  return left;
}
