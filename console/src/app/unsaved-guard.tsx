import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadWhenReachable } from '../shared/api/connection';
import { isLostWith, useIsUnsaved } from '../shared/ui/unsaved';

const LeaveQuestion = lazy(() => loadWhenReachable(() => import('./leave-question')));

interface Place {
  readonly pathname: string;
  readonly search: object;
}

const valueOf = ({ search }: Place, parameter: string): unknown =>
  (search as Readonly<Record<string, unknown>>)[parameter];

/** Another page, or this one without the form. Filters and other choices in the address leave a form as it is. */
const losesForm = ({ current, next }: { readonly current: Place; readonly next: Place }): boolean =>
  current.pathname !== next.pathname ||
  isLostWith((parameter) => valueOf(current, parameter) !== valueOf(next, parameter));

/** Asks before a person leaves a page whose changes are not saved; the browser asks before it closes or reloads it. */
export function UnsavedGuard(): ReactNode {
  const isUnsaved = useIsUnsaved();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: losesForm,
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
