import { Fragment, type ReactNode } from 'react';
import { dayText } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { Warning } from '../../shared/ui/warning';
import { NewTabLink } from './new-tab-link';
import { type Promotion } from './promotion-state';

/** Promotions that are named. */
const NAMED = 3;

/** Says that a promotion gives the same as the one of the form already. */
export function TwinsWarning({ twins }: { readonly twins: readonly Promotion[] }): ReactNode {
  return (
    <Warning title={t('twins.title')}>
      {t('twins.help')}{' '}
      {twins.slice(0, NAMED).map(({ id, title, from, to }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <NewTabLink to={`/promotions/${id}`}>{title}</NewTabLink> ({dayText(from)} – {dayText(to)})
        </Fragment>
      ))}
      {twins.length > NAMED && ` ${t('offers.alone.more', { count: twins.length - NAMED })}`}
    </Warning>
  );
}
