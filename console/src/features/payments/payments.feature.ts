import { type Feature } from '../../shared/feature';

/** The ledger: payments, captures, refunds and voids of all orders. */
export const payments: Feature = {
  title: 'payments.title',
  path: '/payments',
  scope: 'orders:read',
  key: 'y',
  group: 'shop',
  pages: [
    { path: '/payments', title: 'payments.title', load: () => import('./payments.page') },
    { path: '/ledger', title: 'payments.title', load: () => import('./ledger.page') },
  ],
};
