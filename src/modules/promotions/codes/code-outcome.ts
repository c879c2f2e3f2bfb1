import { type CartSnapshot } from '../domain/cart-snapshot';
import { type CompiledPromotion } from '../domain/compile-promotion';
import { type Evaluation, type RejectionReason } from '../domain/evaluation';
import { canonicalCode } from '../domain/fold-text';
import { isCodeOf, type PoolCode } from '../domain/pool-code';

/** A cart that was priced, as far as its code goes. */
interface Coded {
  readonly cart: CartSnapshot;
  readonly after: Evaluation;
  readonly terms: { readonly promotions: readonly CompiledPromotion[] };
  readonly poolCode: PoolCode | null;
}

/** Returns why the code of a cart takes nothing off; null: it does, or the cart has none. */
export function codeRefusal({ after, terms, cart, poolCode }: Coded): RejectionReason | 'unknown' | null {
  const code = canonicalCode(cart.discountCode);
  if (code === '') return null;
  const own = terms.promotions.filter((promotion) => isCodeOf(promotion, code, poolCode));
  const ids = new Set(own.map(({ definition }) => definition.id));
  if (after.applied.some(({ id }) => ids.has(id))) return null;
  return after.rejected.find(({ id }) => ids.has(id))?.reason ?? 'unknown';
}
