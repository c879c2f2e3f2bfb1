import { maskedPath } from './request-log';

describe('paths in the log', () => {
  it.each([
    ['/v1/carts/b7c1', '/v1/carts/***'],
    ['/v1/carts/b7c1/items/911', '/v1/carts/***/items/911'],
    ['/V1/Carts/b7c1/checkout', '/V1/Carts/***/checkout'],
    ['/v1/carts/checkout2', '/v1/carts/***'],
    ['/v1/carts/%62', '/v1/carts/***'],
    ['/v1/carts/ada@example.com,b:c+d.e/item/911', '/v1/carts/***/item/911'],
    ['/v1/carts/ada%40example.com', '/v1/carts/***'],
    ['/v1/carts/checkout.b', '/v1/carts/***'],
    ['/v1/promotions/codes/TEA-7', '/v1/promotions/codes/***'],
    ['/v1/promotions/codes/TEA-7/revoke', '/v1/promotions/codes/***/revoke'],
  ])('%s has no key of a buyer', (path, masked) => expect(maskedPath(path)).toBe(masked));

  it.each([
    '/v1/carts',
    '/v1/carts/checkout',
    '/v1/orders/911',
    '/v1/promotions/cart/911/codes',
    '/v2/carts/b7c1',
    '/',
  ])('%s stays', (path) => expect(maskedPath(path)).toBe(path));
});
