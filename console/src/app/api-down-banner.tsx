import { type ReactNode } from 'react';
import { useIsReachable } from '../shared/api/connection';
import { t } from '../shared/text/text';

/** Says that the store cannot be reached, until it can. */
export function ApiDownBanner(): ReactNode {
  const isReachable = useIsReachable();
  return (
    <div role="status" className="api-down" data-hidden={isReachable || undefined}>
      {isReachable ? '' : t('shell.away')}
    </div>
  );
}
