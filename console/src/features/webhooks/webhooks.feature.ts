import { type Feature } from '../../shared/feature';

/** Webhooks: their health, their deliveries, and what to do when one failed. */
export const webhooks: Feature = {
  title: 'webhooks.title',
  path: '/webhooks',
  scope: 'webhooks:read',
  key: 'w',
  group: 'development',
  pages: [
    { path: '/webhooks', title: 'webhooks.title', load: () => import('./webhooks.page') },
    { path: '/webhooks/new', title: 'webhooks.new', scope: 'webhooks:write', load: () => import('./new-webhook.page') },
    { path: '/webhooks/$webhookId', title: 'webhooks.title', load: () => import('./webhook.page') },
    {
      path: '/webhooks/$webhookId/deliveries/$deliveryId',
      title: 'delivery.title',
      load: () => import('./delivery.page'),
    },
  ],
};
