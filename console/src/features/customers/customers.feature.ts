import { type Feature } from '../../shared/feature';

/** Customers with their addresses, orders and groups. */
export const customers: Feature = {
  title: 'customers.title',
  path: '/customers',
  scope: 'customers:read',
  key: 'u',
  group: 'shop',
  pages: [
    { path: '/customers', title: 'customers.title', load: () => import('./customers.page') },
    {
      path: '/customers/new',
      title: 'customers.new',
      scope: 'customers:write',
      load: () => import('./new-customer.page'),
    },
    { path: '/customers/groups', title: 'groups.title', load: () => import('./groups.page') },
    {
      path: '/customers/groups/new',
      title: 'groups.new',
      scope: 'customers:write',
      load: () => import('./new-group.page'),
    },
    { path: '/customers/groups/$groupId', title: 'groups.one', load: () => import('./group.page') },
    { path: '/customers/$customerId', title: 'customers.one', load: () => import('./customer.page') },
  ],
};
