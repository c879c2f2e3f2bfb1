import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { t } from '../shared/text/text';

/** Shows at once that a request is under way. */
export function ProgressBar(): ReactNode {
  const isBusy = useIsFetching() + useIsMutating() > 0;
  return isBusy ? <BusyLine /> : null;
}

/** A line that moves at the top of the page. */
export function BusyLine(): ReactNode {
  return <div className="progress" role="progressbar" aria-label={t('shell.busy')} />;
}
