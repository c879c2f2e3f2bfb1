import express, { type Express, type RequestHandler } from 'express';
import { QuickRoutes } from './quick-routes';
import { routeLayers } from './routes';

function tableOf(register: (app: Express) => void): QuickRoutes {
  const app = express();
  register(app);
  return new QuickRoutes(routeLayers(app));
}

const handler = (): RequestHandler => () => undefined;
const [all, search, one, items, removal] = [handler(), handler(), handler(), handler(), handler()];

describe('QuickRoutes', () => {
  const routes = tableOf((app) => {
    app.use(handler());
    app.get('/v1/orders', all);
    app.get('/v1/orders/search', search);
    app.get('/v1/orders/:order_id', one);
    app.get('/v1/orders/:order_id/items/:item_id', items);
    app.delete('/v1/orders/:order_id', removal);
    app.get('/v1/brands/*rest', handler());
    app.get('/v1/brands/late', handler());
  });

  it.each([
    ['GET', '/v1/orders', { path: '/v1/orders', params: {}, handle: all }],
    ['GET', '/v1/orders/search', { path: '/v1/orders/search', params: {}, handle: search }],
    ['GET', '/v1/orders/17', { path: '/v1/orders/:order_id', params: { order_id: '17' }, handle: one }],
    ['DELETE', '/v1/orders/17', { path: '/v1/orders/:order_id', params: { order_id: '17' }, handle: removal }],
    [
      'GET',
      '/v1/orders/17/items/a_b-2',
      {
        path: '/v1/orders/:order_id/items/:item_id',
        params: { order_id: '17', item_id: 'a_b-2' },
        handle: items,
      },
    ],
  ])('finds %s %s', (method, path, found) => {
    expect(routes.find(method, path)).toEqual(found);
  });

  it.each([
    ['another method', 'PUT', '/v1/orders/17'],
    ['HEAD, which Express answers by the route of GET', 'HEAD', '/v1/orders'],
    ['a slash at the end', 'GET', '/v1/orders/'],
    ['two slashes', 'GET', '/v1//orders'],
    ['capitals, which Express takes for the same', 'GET', '/v1/orders/Search'],
    ['an escape', 'GET', '/v1/orders/%73earch'],
    ['an address with a host', 'GET', 'http://store/v1/orders'],
    ['no path', 'GET', ''],
    ['a route after a pattern that may take it', 'GET', '/v1/brands/late'],
  ])('leaves to Express: %s', (_, method, path) => {
    expect(routes.find(method, path)).toBeUndefined();
  });
});
