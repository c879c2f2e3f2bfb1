import { type components } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type OFFERS } from './other-offers';

/** A promotion that applies beside every other one. */
type Always = Pick<components['schemas']['PromotionRecord'], 'id' | 'title'>;

const MOST = 100;
/** Promotions that are named. */
const NAMED = 5;

const readingAlways = reading(['/v1/promotions/cart', 'always'], (signal) =>
  store.GET('/v1/promotions/cart', { params: { query: { status: '1', persistent: '1', limit: MOST } }, signal }),
);

/**
 * Returns the live promotions that no choice keeps out; empty until they are known.
 * @param id the promotion of the form, which is none of them
 * @param isAsked false: they are not read
 */
export function useAlways(id: string | undefined, isAsked: boolean): readonly Always[] {
  const { data } = useQuery({ ...readingAlways, enabled: isAsked });
  return data?.result.filter((it) => it.id !== id && it.state === 'live') ?? [];
}

/** Explains a choice for other promotions, and names those that apply all the same. */
export function OffersHelp({
  offers,
  always,
}: {
  readonly offers: (typeof OFFERS)[number];
  readonly always: readonly Always[];
}): ReactNode {
  if (offers !== 'alone' || always.length === 0) return t(`offers.${offers}.help`);
  return (
    <>
      {t('offers.alone.help')} {t('offers.alone.always')}{' '}
      {always.slice(0, NAMED).map((it, at) => (
        <Fragment key={it.id}>
          {at > 0 && ', '}
          {/* In a tab of its own: what was typed here stays. */}
          <Link className="link underlined" to={`/promotions/${it.id}`} target="_blank">
            {it.title}
          </Link>
        </Fragment>
      ))}
      {always.length > NAMED && ` ${t('offers.alone.more', { count: always.length - NAMED })}`}
    </>
  );
}
