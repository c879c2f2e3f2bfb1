import { ifMatch, queries, store } from '../../shared/api/store';
import { type FormValues } from '../../shared/ui/form-field';
import { readingPromotion } from './reading-promotion';

/**
 * Puts the promotion that a form chose as its rival into the group of the form. Call it before the form itself is saved: if that
 * fails, a group of one promotion changes no cart.
 */
export async function groupRival({ rival, best_of: group }: FormValues): Promise<void> {
  if (typeof rival !== 'string' || rival === '' || typeof group !== 'string' || group === '') return;
  const { tag } = await queries.fetchQuery({ ...readingPromotion(rival), staleTime: 0 });
  await store.PUT('/v1/promotions/cart/{promotion_id}', {
    params: { path: { promotion_id: rival } },
    body: { best_of: group },
    headers: ifMatch(tag),
  });
}
