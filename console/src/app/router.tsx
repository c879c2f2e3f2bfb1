import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { loadWhenReachable } from '../shared/api/connection';
import { readAddress, writeAddress } from '../shared/ui/address';
import { ErrorPanel } from '../shared/ui/error-panel';
import { Empty, Page, PageLink } from '../shared/ui/page';
import { t } from '../shared/text/text';
import { ForScope } from './for-scope';
import { FEATURES } from './registered-features';
import { Shell } from './shell';

const root = createRootRoute({ component: () => <Shell features={FEATURES} />, notFoundComponent: NotFound });

const pages = FEATURES.flatMap(({ pages, scope: ofFeature }) =>
  pages.map(({ path, load, scope = ofFeature, title }) => {
    const Loaded = lazyRouteComponent(() => loadWhenReachable(load), 'Page');
    const component = (): ReactNode => (
      <ForScope scope={scope} title={t(title)}>
        <Loaded />
      </ForScope>
    );
    return createRoute({ getParentRoute: () => root, path, component, loader: () => Loaded.preload?.() });
  }),
);

export const router = createRouter({
  routeTree: root.addChildren(pages),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  defaultErrorComponent: ({ error }) => <ErrorPanel error={error} retry={() => location.reload()} />,
});

function NotFound(): ReactNode {
  return (
    <Page title={t('shell.not-found')}>
      <Empty title={t('shell.not-found.text')} next={<PageLink to="/">{t('shell.home')}</PageLink>} />
    </Page>
  );
}
