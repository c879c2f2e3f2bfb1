import { type Feature } from '../../shared/feature';

/** Carts: what is in them, and which promotions apply. */
export const carts: Feature = {
  title: 'carts.title',
  path: '/carts',
  scope: 'carts:read',
  key: 'c',
  group: 'shop',
  pages: [
    { path: '/carts', title: 'carts.title', load: () => import('./carts.page') },
    { path: '/carts/$cartId', title: 'carts.cart', load: () => import('./cart.page') },
  ],
};
