import { type Feature } from '../../shared/feature';

/** The events of the store as they happen. */
export const events: Feature = {
  title: 'events.title',
  path: '/events',
  scope: 'events:read',
  key: 'e',
  group: 'development',
  pages: [
    { path: '/events', title: 'events.title', load: () => import('./events.page') },
    { path: '/events/$eventId', title: 'events.one', load: () => import('./event.page') },
  ],
};
