import { type components } from '@storekeeper/client';
import { queries } from '../../shared/api/store';
import { readingPromotions } from './all-promotions';
import { inlinePromotion, promotionValues } from './promotion-fields';

/** Promotions of one back-test, with the one of the form. */
const MOST = 100;

/**
 * The promotions that are live now, to be tried on past orders: without their first and last day, which are those of today.
 * @param own id of the promotion of the form, which is none of them
 * @param isByCode false: those with a code are left out, for every buyer is to have the codes of the tested ones
 */
export async function ideasBesideNow(
  own: string | undefined,
  isByCode: boolean,
): Promise<components['schemas']['InlinePromotion'][]> {
  const all = await queries.ensureQueryData(readingPromotions);
  return all
    .filter(({ id, state, discount_code }) => id !== own && state === 'live' && (isByCode || discount_code === ''))
    .slice(0, MOST - 1)
    .map((it) => {
      const { from: _from, to: _to, ...idea } = inlinePromotion(promotionValues(it), it.id);
      return idea;
    });
}
