import { type EntityManager } from 'typeorm';
import { readBy } from '../../platform/database/rows/row-reader';
import { type HeldUse } from './limits/given-back';
import { PromotionCode } from './data/promotion-code.entity';
import { type CompiledPromotion } from './domain/compile-promotion';
import { canonicalCode } from './domain/fold-text';
import { type PoolCode, type PoolCodeFault } from './domain/pool-code';

/** Characters that a canonical code may have: what its unique key holds. */
export const MAX_CODE = 255;

/** A code by its canonical form: one look-up in an index; null when there is none. */
export async function codeByKey(manager: EntityManager, key: string): Promise<PromotionCode | null> {
  if (key === '' || [...key].length > MAX_CODE) return null;
  const [row] = await readBy(manager, PromotionCode, 'codeKey', [key]);
  return row ?? null;
}

/**
 * Finds the code of a cart in the pools of these promotions; null if it belongs to none. A cart without a code, with a
 * promotion's own code, or among promotions without pools costs no statement.
 * @param code as typed @param givenBack uses that do not count
 */
export async function poolCodeOf(
  manager: EntityManager,
  code: string | null | undefined,
  { promotions, instant }: { readonly promotions: readonly CompiledPromotion[]; readonly instant: Date },
  givenBack: readonly HeldUse[] = [],
): Promise<PoolCode | null> {
  const key = canonicalCode(code);
  if (key === '' || !promotions.some(({ definition }) => definition.hasCodes)) return null;
  if (promotions.some((promotion) => promotion.code === key)) return null;
  const row = await codeByKey(manager, key);
  if (row === null || row.isOwn) return null;
  const used = row.used - givenBack.filter(({ codeId }) => codeId === row.id).length;
  return { id: row.id, promotionId: row.promotionId, code: row.code, fault: faultOf({ ...row, used }, instant) };
}

/** Finds the code of an order in the pool of a promotion; null if it is in none. */
export type PoolLookup = (code: string | null | undefined, instant: Date) => PoolCode | null;

/** {@link poolCodeOf} for many orders, in one statement. @param codes as typed */
export async function poolLookup(
  manager: EntityManager,
  codes: readonly (string | null | undefined)[],
): Promise<PoolLookup> {
  const keys = new Set(codes.map(canonicalCode).filter((key) => key !== '' && [...key].length <= MAX_CODE));
  const rows = await readBy(manager, PromotionCode, 'codeKey', [...keys]);
  const byKey = new Map(rows.filter(({ isOwn }) => !isOwn).map((row) => [row.codeKey, row]));
  return (code, instant) => {
    const row = byKey.get(canonicalCode(code));
    if (row === undefined) return null;
    return { id: row.id, promotionId: row.promotionId, code: row.code, fault: faultOf(row, instant) };
  };
}

function faultOf(
  { status, uses, used, expiresAt }: Pick<PromotionCode, 'status' | 'uses' | 'used' | 'expiresAt'>,
  instant: Date,
): PoolCodeFault | null {
  if (status === 'revoked') return 'code_revoked';
  if (uses > 0 && used >= uses) return 'code_used';
  return expiresAt !== null && expiresAt < instant ? 'code_expired' : null;
}
