import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useMay } from '../shared/api/session';
import { type Feature } from '../shared/feature';
import { t } from '../shared/text/text';
import { PageLink } from '../shared/ui/page';
import { Finder } from './finder';
import { Navigation } from './navigation';
import { BusyLine } from './progress-bar';
import { SessionButton } from './session-button';
import { Shortcuts } from './shortcuts';
import { UnsavedGuard } from './unsaved-guard';

/** The frame of every page: navigation, search, and the menu of who is signed in. */
export function Shell({ features }: { readonly features: readonly Feature[] }): ReactNode {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const may = useMay();
  const shown = features.filter(({ scope }) => scope === undefined || may(scope));
  const main = useRef<HTMLElement>(null);
  usePageFocus(main, close);
  return (
    <div className="shell">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <Shortcuts features={shown} />
      <PageProgress />
      <UnsavedGuard />
      <header>
        <Burger
          opened={isOpen}
          onClick={toggle}
          size="sm"
          className="burger"
          aria-label={t('shell.menu')}
          aria-expanded={isOpen}
        />
        <PageLink to="/" className="home-link">
          storekeeper
        </PageLink>
        {may('orders:read') && <Finder />}
        <SessionButton />
      </header>
      <div className="sidebar" data-open={isOpen || undefined}>
        <Navigation features={shown} />
      </div>
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** Shows that the code of a page is being loaded. */
function PageProgress(): ReactNode {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading ? <BusyLine /> : null;
}

/** After a change of the page, Tab and screen readers go on from the new page, and the menu is closed. */
function usePageFocus(main: RefObject<HTMLElement | null>, close: () => void): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
    close();
  }, [path, main, close]);
}
