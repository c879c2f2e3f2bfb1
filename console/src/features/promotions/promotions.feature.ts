import { type Feature } from '../../shared/feature';

/** Promotions: what they did, what they would do, their codes. */
export const promotions: Feature = {
  title: 'promotions.title',
  path: '/promotions',
  scope: 'promotions:read',
  key: 'p',
  group: 'shop',
  pages: [
    { path: '/promotions', title: 'promotions.title', load: () => import('./promotions.page') },
    {
      path: '/promotions/new',
      title: 'promotions.new',
      scope: 'promotions:write',
      load: () => import('./new-promotion.page'),
    },
    {
      path: '/promotions/backtests',
      title: 'backtest.list',
      scope: 'orders:read',
      load: () => import('./backtests.page'),
    },
    {
      path: '/promotions/backtests/$backtestId',
      title: 'backtest.title',
      scope: 'orders:read',
      load: () => import('./backtest.page'),
    },
    { path: '/promotions/$promotionId', title: 'promotions.title', load: () => import('./promotion.page') },
    { path: '/promotions/$promotionId/codes', title: 'codes.title', load: () => import('./codes.page') },
  ],
};
