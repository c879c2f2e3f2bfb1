import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { loadWhenReachable } from '../shared/api/connection';
import { useSession } from '../shared/api/session';
import { queries } from '../shared/api/store';
import { Toasts } from '../shared/ui/toasts';
import { ApiDownBanner } from './api-down-banner';
import { ProgressBar } from './progress-bar';
import { router } from './router';
import { theme } from './theme';

const SignInPage = lazy(() => loadWhenReachable(() => import('./sign-in-page')));

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
  const { kind } = useSession();
  const waiting = <p className="boot">storekeeper</p>;
  if (kind === 'unknown') return waiting;
  if (kind === 'in') return <RouterProvider router={router} />;
  return (
    <Suspense fallback={waiting}>
      <SignInPage />
    </Suspense>
  );
}
