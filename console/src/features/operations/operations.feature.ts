import { type Feature } from '../../shared/feature';

/** The present state of deliveries, workers, the feed and the database. */
export const operations: Feature = {
  title: 'operations.title',
  path: '/operations',
  scope: 'operations:read',
  key: 'm',
  group: 'operation',
  pages: [{ path: '/operations', title: 'operations.title', load: () => import('./operations.page') }],
};
