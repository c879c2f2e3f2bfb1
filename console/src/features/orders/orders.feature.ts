import { type Feature } from '../../shared/feature';

/** Orders, from the list to a refund by line. */
export const orders: Feature = {
  title: 'orders.title',
  path: '/orders',
  scope: 'orders:read',
  key: 'o',
  group: 'shop',
  pages: [
    { path: '/orders', title: 'orders.title', load: () => import('./orders.page') },
    { path: '/orders/$orderId', title: 'orders.one', load: () => import('./order.page') },
  ],
};
