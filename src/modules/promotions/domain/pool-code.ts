import { type CompiledPromotion } from './compile-promotion';

/** Reasons why a code of a pool cannot be used. */
export type PoolCodeFault = 'code_revoked' | 'code_used' | 'code_expired';

/** The code of a pool that a cart carries (promotions-at-scale.md 2). */
export interface PoolCode {
  readonly id: string;
  readonly promotionId: string;
  /** As it was made. */
  readonly code: string;
  /** Null: it can be used. */
  readonly fault: PoolCodeFault | null;
}

/** Whether a promotion applies by a code only: its own, or one of its pool. */
export function needsCode({ code, definition }: CompiledPromotion): boolean {
  return code !== '' || definition.hasCodes === true;
}

/**
 * Whether the code of a cart is one of the promotion's, usable or not.
 * @param code canonical; empty: the cart carries none @param poolCode what it is when it is a code of a pool
 */
export function isCodeOf(promotion: CompiledPromotion, code: string, poolCode: PoolCode | null): boolean {
  if (promotion.code !== '' && promotion.code === code) return true;
  return poolCode?.promotionId === promotion.definition.id;
}
