import { type CompiledPromotion } from './domain/compile-promotion';
import { type Evaluation } from './domain/evaluation';
import { isCodeOf, needsCode, type PoolCode } from './domain/pool-code';
import { canonicalCode } from './domain/fold-text';

/**
 * Returns an evaluation without the rejections of promotions whose code is not the cart's (promotions-at-scale.md 6). Other
 * codes of the store must stay secret, and hundreds of personal ones would fill every response. The prices stay as they are.
 * @param promotions it was priced with @param code of the cart, as typed @param poolCode what that is when it is of a pool
 */
export function withoutOtherCodes(
  evaluation: Evaluation,
  promotions: readonly CompiledPromotion[],
  code: string | null | undefined,
  poolCode: PoolCode | null,
): Evaluation {
  const own = canonicalCode(code ?? null);
  const others = new Set(
    promotions
      .filter((each) => needsCode(each) && !isCodeOf(each, own, poolCode))
      .map(({ definition }) => definition.id),
  );
  return others.size === 0
    ? evaluation
    : { ...evaluation, rejected: evaluation.rejected.filter(({ id }) => !others.has(id)) };
}
