import { type Feature } from '../../shared/feature';

/** Settings of the shop: currencies, taxes, shipping, payment and files. */
export const settings: Feature = {
  title: 'settings.title',
  path: '/settings',
  scope: 'settings:read',
  key: 's',
  group: 'operation',
  pages: [
    { path: '/settings', title: 'settings.title', load: () => import('./currencies.page') },
    { path: '/settings/currencies', title: 'currencies.title', load: () => import('./currencies.page') },
    {
      path: '/settings/currencies/new',
      title: 'currencies.new',
      scope: 'settings:write',
      load: () => import('./new-currency.page'),
    },
    { path: '/settings/currencies/$currencyId', title: 'currencies.one', load: () => import('./currency.page') },
    { path: '/settings/taxes', title: 'taxes.title', load: () => import('./taxes.page') },
    { path: '/settings/taxes/new', title: 'taxes.new', scope: 'settings:write', load: () => import('./new-tax.page') },
    { path: '/settings/taxes/$taxId', title: 'taxes.one', load: () => import('./tax.page') },
    { path: '/settings/shipping', title: 'methods.title', load: () => import('./shipping.page') },
    {
      path: '/settings/shipping/new',
      title: 'methods.new',
      scope: 'settings:write',
      load: () => import('./new-shipping-method.page'),
    },
    { path: '/settings/shipping/$shippingId', title: 'methods.one', load: () => import('./shipping-method.page') },
    { path: '/settings/gateways', title: 'gateways.title', load: () => import('./gateways.page') },
    { path: '/settings/gateways/$slug', title: 'gateways.one', load: () => import('./gateway.page') },
    { path: '/settings/files', title: 'files.title', scope: 'products:read', load: () => import('./files.page') },
    { path: '/settings/files/$fileId', title: 'files.one', scope: 'products:read', load: () => import('./file.page') },
  ],
};
