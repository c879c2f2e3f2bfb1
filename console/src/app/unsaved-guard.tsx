import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadWhenReachable } from '../shared/api/connection';
import { useIsUnsaved } from '../shared/ui/unsaved';

const LeaveQuestion = lazy(() => loadWhenReachable(() => import('./leave-question')));

interface Place {
  readonly pathname: string;
}

/** Another page: filters and other choices of this one are in its address, and leave its form as it is. */
const isOtherPage = ({ current, next }: { readonly current: Place; readonly next: Place }): boolean =>
  current.pathname !== next.pathname;

/** Asks before a person leaves a page whose changes are not saved; the browser asks before it closes or reloads it. */
export function UnsavedGuard(): ReactNode {
  const isUnsaved = useIsUnsaved();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isOtherPage,
    disabled: !isUnsaved,
    withResolver: true,
  });
  if (status === 'idle') return null;
  return (
    <Suspense>
      <LeaveQuestion stay={reset} leave={proceed} />
    </Suspense>
  );
}
