import { type CartFacts } from '../cart-facts';
import { type CartCustomer, type PromotionUsage } from '../cart-snapshot';
import { type CompiledPromotion } from '../compile-promotion';
import { isCodeOf, needsCode, type PoolCode } from '../pool-code';
import { type RejectionDetail, type RejectionReason } from '../evaluation';

/** The reason why a promotion is not applied. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly detail: RejectionDetail;
}

/** The facts that eligibility depends on beside the promotion. */
export interface EligibilityContext {
  readonly facts: CartFacts;
  /** Canonical; empty: the cart carries no code. */
  readonly code: string;
  /** The code of the pool that it belongs to; null: it belongs to no pool of these promotions. */
  readonly poolCode: PoolCode | null;
  readonly isCustomerKnown: boolean;
  readonly usage: ReadonlyMap<string, PromotionUsage>;
  readonly includesDrafts: boolean;
  /** Ids of the promotions whose failed rules are explained; undefined: all. */
  readonly explains: ReadonlySet<string> | undefined;
}

/** An id or an e-mail makes a customer known (promotions.md 33). */
export function isCustomerKnown(customer: CartCustomer | null): boolean {
  return Boolean(customer?.id) || Boolean(customer?.email?.trim());
}

/**
 * Whether a promotion may be tried on this cart at all, by the reasons before its rules, in the order of promotions.md 11.
 * Null when it may.
 */
export function findIneligibility(promotion: CompiledPromotion, context: EligibilityContext): Rejection | null {
  const { definition } = promotion;
  if (!definition.isLive && !context.includesDrafts) return { reason: 'draft', detail: null };
  return (
    findDateFault(promotion, context) ??
    findCodeFault(promotion, context) ??
    findGroupFault(promotion, context) ??
    findUseFault(promotion, context)
  );
}

type Check = (promotion: CompiledPromotion, context: EligibilityContext) => Rejection | null;

/** Dates of the form `YYYY-MM-DD` compare as text. */
const findDateFault: Check = ({ definition: { from, to } }, { facts }) => {
  if (from === null && to === null) return null;
  const today = facts.time.date;
  if (from !== null && today < from) return { reason: 'not_started', detail: { from, today } };
  return to !== null && today > to ? { reason: 'expired', detail: { to, today } } : null;
};

const findCodeFault: Check = (promotion, { code, poolCode }) => {
  if (!needsCode(promotion)) return null;
  if (!isCodeOf(promotion, code, poolCode)) return { reason: 'code_required', detail: null };
  const fault = poolCode?.fault ?? null;
  return fault && { reason: fault, detail: null };
};

const findGroupFault: Check = ({ definition: { customerGroup } }, { facts }) => {
  if (customerGroup === null || facts.customerGroupId === customerGroup) return null;
  return { reason: 'customer_group', detail: { customer_group: customerGroup, actual: facts.customerGroupId } };
};

const findUseFault: Check = ({ definition: { id, maxUses, customerUses } }, context) => {
  if (maxUses === 0 && customerUses === 0) return null;
  const { used, customerUsed } = context.usage.get(id) ?? { used: 0, customerUsed: 0 };
  if (maxUses > 0 && used >= maxUses) return { reason: 'max_uses_reached', detail: { max_uses: maxUses, used } };
  if (customerUses === 0) return null;
  if (!context.isCustomerKnown) return { reason: 'customer_required', detail: { customer_uses: customerUses } };
  if (customerUsed < customerUses) return null;
  return { reason: 'customer_uses_reached', detail: { customer_uses: customerUses, used: customerUsed } };
};
