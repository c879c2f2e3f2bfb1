import { rawRequest } from '../support/raw-http';
import { startStore, type TestStore } from '../support/store';

const NOT_FOUND = { status: false, error: 'No such path' };

describe('an unknown path (storefront.md 15)', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startStore('sqlite::memory:');
  });
  afterAll(() => store.close());

  const JSON_TYPE = 'Content-Type: application/json\r\n';
  /** Each of these is refused at a path that there is. */
  const bodies: [string, string][] = [
    ['no token', `${JSON_TYPE}Content-Length: 2\r\n\r\n{}`],
    ['a wrong token', `Authorization: Bearer wrong\r\n${JSON_TYPE}Content-Length: 2\r\n\r\n{}`],
    ['a token of no form', `Authorization: Basic !!\r\n${JSON_TYPE}Content-Length: 2\r\n\r\n{}`],
    ['broken JSON', `${JSON_TYPE}Content-Length: 9\r\n\r\n{"a": [[[`],
    ['bytes that are no text', 'Content-Type: application/json\r\nContent-Length: 4\r\n\r\n\xff\xfe\xfd\xfc'],
    ['a content type that nobody reads', 'Content-Type: application/x-unknown\r\nContent-Length: 3\r\n\r\nabc'],
    ['multipart without a boundary', 'Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc'],
    ['an encoding that nobody reads', `Content-Encoding: gzip\r\n${JSON_TYPE}Content-Length: 2\r\n\r\n{}`],
    ['a body that never comes', `${JSON_TYPE}Content-Length: 1000000000000\r\n\r\n`],
    ['a body that never ends', `${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`],
    ['a body of 3 MiB', `${JSON_TYPE}Content-Length: 3145728\r\n\r\n${'x'.repeat(3_145_728)}`],
    ['a body that waits to be asked for', `Expect: 100-continue\r\n${JSON_TYPE}Content-Length: 2\r\n\r\n`],
    ['a key that is too long', `Idempotency-Key: ${'k'.repeat(300)}\r\n${JSON_TYPE}Content-Length: 2\r\n\r\n{}`],
  ];

  describe.each(['/v1/nothing', '/v1/products/1/nothing/2', '/nothing', '/v2/orders', '/v1/flows/banners'])(
    '%s',
    (path) => {
      it.each(bodies)('is 404 with %s', async (_, rest) => {
        for (const method of ['POST', 'PUT', 'DELETE']) {
          const head = `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n`;
          const { status, text } = await rawRequest(store.url, head + rest);
          expect([method, status, JSON.parse(text)]).toEqual([method, 404, NOT_FOUND]);
        }
      });
    },
  );

  it('is 404 for each of them on one connection, which then takes the next request', async () => {
    const head = (method: string, path: string, close: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\n${close}`;
    const first = `${head('POST', '/v1/nothing', '')}Content-Type: application/json\r\nContent-Length: 3\r\n\r\n{"a`;
    const second = `${head('GET', '/health/live', 'Connection: close\r\n')}\r\n`;
    const { text } = await rawRequest(store.url, first + second);
    expect(text).toContain('No such path');
    expect(text).toContain('HTTP/1.1 200 OK');
  });
});
