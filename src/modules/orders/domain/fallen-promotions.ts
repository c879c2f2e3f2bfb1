import { type FrozenPromotion } from '../../promotions/frozen-promotion';
import { type GivenUp, type OrderTerms } from './order-terms';

/** All promotions that an order was placed with, in the order of the pass (orders-and-payments.md 4). */
export function allPromotions({
  promotions,
  fallen = [],
}: Pick<OrderTerms, 'promotions' | 'fallen'>): FrozenPromotion[] {
  const all = [...promotions];
  for (const { place, promotion } of [...fallen].sort((a, b) => a.place - b.place)) all.splice(place, 0, promotion);
  return all;
}

/**
 * The promotions of an order after it was priced again: those that apply, and those that wait.
 * @param given uses that the order had before the edit, by promotion
 */
export function promotionsAfter(
  terms: Pick<OrderTerms, 'promotions' | 'fallen'>,
  applied: ReadonlySet<string>,
  given: ReadonlyMap<string, GivenUp>,
): Pick<OrderTerms, 'promotions' | 'fallen'> {
  const all = allPromotions(terms);
  const waiting = new Map<string, GivenUp>([
    ...(terms.fallen ?? []).map((of) => [of.promotion.id, of] as const),
    ...given,
  ]);
  const fallen = all.flatMap((promotion, place) => {
    if (applied.has(promotion.id)) return [];
    const { customerKey = null, code = null, codeId = null } = waiting.get(promotion.id) ?? {};
    return [{ promotion, place, customerKey, code, codeId }];
  });
  const promotions = all.filter(({ id }) => applied.has(id));
  return { promotions, ...(fallen.length > 0 ? { fallen } : { fallen: undefined }) };
}
