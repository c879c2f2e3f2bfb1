import { type RejectionReason } from './domain/evaluation';
import { canonicalCode } from './domain/fold-text';
import { isCodeOf } from './domain/pool-code';
import { type Priced } from './pricing.service';

/** Why the code of a cart takes nothing off; null: it does, or the cart has none. */
export function codeRefusal({
  after,
  terms,
  cart,
  poolCode,
}: Pick<Priced, 'after' | 'terms' | 'cart' | 'poolCode'>): RejectionReason | 'unknown' | null {
  const code = canonicalCode(cart.discountCode);
  if (code === '') return null;
  const own = terms.promotions.filter((promotion) => isCodeOf(promotion, code, poolCode));
  const ids = new Set(own.map(({ definition }) => definition.id));
  if (after.applied.some(({ id }) => ids.has(id))) return null;
  return after.rejected.find(({ id }) => ids.has(id))?.reason ?? 'unknown';
}
