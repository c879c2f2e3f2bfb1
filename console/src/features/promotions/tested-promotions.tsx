import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Missing } from '../../shared/ui/values';
import { type Backtest } from './backtest-state';

/** Promotions that are named. */
const NAMED = 3;

/** The promotions of a back-test by their titles. */
export function TestedPromotions({ of: { promotions } }: { readonly of: Pick<Backtest, 'promotions'> }): ReactNode {
  if (promotions.length === 0) return <Missing />;
  // The editor names the promotion of its form last.
  const names = promotions.slice(-NAMED).map(({ title }) => title || t('preview.untitled'));
  const more = promotions.length - names.length;
  return (
    <span dir="auto">
      {names.reverse().join(', ')}
      {more > 0 && ` ${t('offers.alone.more', { count: more })}`}
    </span>
  );
}
