import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { type FormValues } from '../../shared/ui/form-field';
import { NewTabLink } from './new-tab-link';
import { type Always, type Offers } from './other-offers';

const MOST = 100;
/** Promotions that are named. */
const NAMED = 5;

const readingAlways = reading(['/v1/promotions/cart', 'always'], (signal) =>
  store.GET('/v1/promotions/cart', { params: { query: { status: '1', persistent: '1', limit: MOST } }, signal }),
);

/** The promotions that no choice keeps out. */
export interface AlwaysOnes {
  /** They apply beside this one. */
  readonly beside: readonly Always[];
  /** They are in the group of this one: a cart gets the better one. */
  readonly inGroup: readonly Always[];
  /** They get the group when the form is saved. */
  readonly joining: readonly Always[];
}

/**
 * Returns the live promotions that no choice keeps out; none until they are known.
 * @param id the promotion of the form, which is none of them
 * @param values the form's group and its rival
 * @param isAsked false: they are not read
 */
export function useAlways(id: string | undefined, { best_of: group, rival }: FormValues, isAsked: boolean): AlwaysOnes {
  const { data } = useQuery({ ...readingAlways, enabled: isAsked });
  const all = data?.result.filter((it) => it.id !== id && it.state === 'live') ?? [];
  const isInGroup = ({ best_of }: Always): boolean => best_of !== '' && best_of === group;
  const isJoining = (it: Always): boolean => it.id === rival && group !== '' && !isInGroup(it);
  return {
    beside: all.filter((it) => !isInGroup(it) && !isJoining(it)),
    inGroup: all.filter(isInGroup),
    joining: all.filter(isJoining),
  };
}

/** Explains a choice for other promotions, and names those of which a cart gets only the better one. */
export function OffersHelp({
  offers,
  always: { inGroup, joining },
}: {
  readonly offers: Offers;
  readonly always: AlwaysOnes;
}): ReactNode {
  if (offers !== 'alone') return t(`offers.${offers}.help`);
  return (
    <>
      {t('offers.alone.help')}
      {inGroup.length > 0 && (
        <>
          {' '}
          {t('offers.alone.better')} <Named promotions={inGroup} />
        </>
      )}
      {joining.length > 0 && (
        <>
          {' '}
          {t('offers.alone.joining')} <Named promotions={joining} />
        </>
      )}
    </>
  );
}

function Named({ promotions }: { readonly promotions: readonly Always[] }): ReactNode {
  return (
    <>
      {promotions.slice(0, NAMED).map((it, at) => (
        <Fragment key={it.id}>
          {at > 0 && ', '}
          <NewTabLink to={`/promotions/${it.id}`}>{it.title}</NewTabLink>
        </Fragment>
      ))}
      {promotions.length > NAMED && ` ${t('offers.alone.more', { count: promotions.length - NAMED })}`}
    </>
  );
}
