import { type Feature } from '../../shared/feature';

/** The state of the shop at a glance. */
export const home: Feature = {
  title: 'home.title',
  path: '/',
  key: 'h',
  group: 'shop',
  pages: [{ path: '/', title: 'home.title', load: () => import('./home.page') }],
};
