import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadWhenReachable } from '../shared/api/connection';
import { useSession } from '../shared/api/session';
import { queries } from '../shared/api/store';
import { Toasts } from '../shared/ui/toasts';
import { useIsUnsaved } from '../shared/ui/unsaved';
import { ApiDownBanner } from './api-down-banner';
import { ProgressBar } from './progress-bar';
import { router } from './router';
import { theme } from './theme';

const SignInPage = lazy(() => loadWhenReachable(() => import('./sign-in-page')));
const SignInDialog = lazy(() => loadWhenReachable(() => import('./sign-in-dialog')));

/** The console: a page for those who are signed in, and the way in for others. */
export function App(): ReactNode {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <ProgressBar />
        <ApiDownBanner />
        <Toasts />
        <SignedIn />
      </QueryClientProvider>
    </MantineProvider>
  );
}

function SignedIn(): ReactNode {
  const session = useSession();
  const isUnsaved = useIsUnsaved();
  const waiting = <p className="boot">storekeeper</p>;
  if (session.kind === 'unknown') return waiting;
  if (session.kind === 'in' && (!session.hasEnded || isUnsaved)) {
    return (
      <>
        {/* Another client sees nothing of what this one typed. */}
        <RouterProvider key={session.client_id} router={router} />
        <Suspense>{session.hasEnded && <SignInDialog />}</Suspense>
      </>
    );
  }
  return (
    <Suspense fallback={waiting}>
      <SignInPage />
    </Suspense>
  );
}
