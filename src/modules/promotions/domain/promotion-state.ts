/** Every state of a promotion, those that keep it from every cart after `live`. */
export const PROMOTION_STATES = ['live', 'planned', 'draft', 'used_up', 'budget_spent', 'ended'] as const;
export type PromotionState = (typeof PROMOTION_STATES)[number];

/** The facts that the state of a promotion depends on. */
export interface StateFacts {
  readonly isLive: boolean;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** 0: unlimited. */
  readonly maxUses: number;
  readonly uses: number;
  /** In minor units; null: unlimited. */
  readonly budgetLeft: bigint | null;
}

/** The first reason of promotions.md 11 that keeps a promotion from every cart, or `live`. @param today in the store's time zone */
export function promotionState(
  { isLive, from, to, maxUses, uses, budgetLeft }: StateFacts,
  today: string,
): PromotionState {
  if (!isLive) return 'draft';
  if (today < from) return 'planned';
  if (today > to) return 'ended';
  if (maxUses > 0 && uses >= maxUses) return 'used_up';
  return budgetLeft !== null && budgetLeft <= 0n ? 'budget_spent' : 'live';
}
