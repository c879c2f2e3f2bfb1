import { type Feature } from '../../shared/feature';

/** The catalog: products, and the categories, brands and collections that they are in. */
export const catalog: Feature = {
  title: 'catalog.title',
  path: '/catalog',
  scope: 'products:read',
  key: 'k',
  group: 'shop',
  pages: [
    { path: '/catalog', title: 'products.title', load: () => import('./products.page') },
    {
      path: '/catalog/products/new',
      title: 'products.new',
      scope: 'products:write',
      load: () => import('./new-product.page'),
    },
    { path: '/catalog/products/$productId', title: 'products.one', load: () => import('./product.page') },
    { path: '/catalog/categories', title: 'categories.title', load: () => import('./categories.page') },
    { path: '/catalog/categories/$shelfId', title: 'categories.one', load: () => import('./category.page') },
    { path: '/catalog/brands', title: 'brands.title', load: () => import('./brands.page') },
    { path: '/catalog/brands/$shelfId', title: 'brands.one', load: () => import('./brand.page') },
    { path: '/catalog/collections', title: 'collections.title', load: () => import('./collections.page') },
    { path: '/catalog/collections/$shelfId', title: 'collections.one', load: () => import('./collection.page') },
  ],
};
