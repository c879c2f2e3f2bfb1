import { type Feature } from '../../shared/feature';

/** API clients: programs and people that sign in. */
export const clients: Feature = {
  title: 'clients.title',
  path: '/clients',
  scope: 'clients:read',
  key: 'a',
  group: 'development',
  pages: [{ path: '/clients', title: 'clients.title', load: () => import('./clients.page') }],
};
