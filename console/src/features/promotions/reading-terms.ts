import { useQuery } from '@tanstack/react-query';
import { readingFields } from '../../shared/api/fields';
import { type PromotionTerms, promotionTerms } from './promotion-terms';

/** The fields of promotions with their terms. */
export const readingTerms = readingFields('/v1/promotions/cart/fields');

/** The actions and operators; empty until they are read, which the pages wait for. */
export function usePromotionTerms(): PromotionTerms {
  return promotionTerms(useQuery(readingTerms).data ?? {});
}
