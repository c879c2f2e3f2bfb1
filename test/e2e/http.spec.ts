import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { Lifecycle } from '../../src/platform/http/lifecycle';
import { onEachEngine } from '../support/engines';
import { rawRequest } from '../support/raw-http';
import { smallWorld, type SmallWorld } from '../support/small-world';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

const SHOP = 'https://shop.example';
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;
const BEARER = { authorization: `Bearer ${TEST_TOKEN}` };

const OTHER = { title: 'Other', slug: 'other' };

/** The headers of an answer that begin with a prefix, without it. */
function headersOf(headers: Headers, prefix: string): Record<string, string> {
  const found = [...headers].filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]));
}

const CORS = 'access-control-';
const PREFLIGHT = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization, content-type, idempotency-key, x-currency, x-language',
};

onEachEngine('http', (engine) => {
  let store: TestStore;
  let world: SmallWorld;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    world = await smallWorld(store);
  });
  afterAll(() => store.close());

  /** A further process on the same database, with other settings, for one test. */
  async function beside(env: Record<string, string>, use: (other: TestStore) => Promise<void>): Promise<void> {
    const other = await startStore(engine.databaseUrl, env);
    try {
      await use(other);
    } finally {
      await other.close();
    }
  }

  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(`${store.url}${path}`, { method, headers: { ...BEARER, ...headers } });

  describe('CORS (wire.md 1)', () => {
    it('names no origin by default, preflights included', async () => {
      const read = await send('GET', '/v1/orders', { origin: SHOP });
      const preflight = await send('OPTIONS', '/v1/orders', { origin: SHOP, ...PREFLIGHT });
      expect([read.status, headersOf(read.headers, CORS)]).toEqual([200, {}]);
      expect([preflight.status, headersOf(preflight.headers, CORS)]).toEqual([405, {}]);
    });

    it('answers the preflight of an allowed origin with what it may send, and never with credentials', async () => {
      await beside({ CORS_ORIGINS: `${SHOP},https://admin.example` }, async ({ url }) => {
        const headers = { origin: SHOP, ...PREFLIGHT };
        const preflight = await fetch(`${url}/v1/orders/1`, { method: 'OPTIONS', headers });
        expect(preflight.status).toBe(204);
        expect(headersOf(preflight.headers, CORS)).toEqual({
          'allow-origin': SHOP,
          'allow-methods': 'GET,POST,PUT,DELETE',
          'allow-headers':
            'Authorization,Content-Type,Idempotency-Key,If-Match,X-Currency,X-Customer-Token,X-Language,X-Request-Id',
          'expose-headers': 'API-Version,ETag,Error-Code,Idempotency-Replayed,Retry-After,Unknown-Filters,X-Request-Id',
          'max-age': '600',
        });
        expect(preflight.headers.get('vary')).toContain('Origin');
      });
    });

    it('lets an allowed origin read answers and errors, and tells a foreign one nothing', async () => {
      await beside({ CORS_ORIGINS: SHOP }, async ({ url }) => {
        const allowed = {
          'allow-origin': SHOP,
          'expose-headers': 'API-Version,ETag,Error-Code,Idempotency-Replayed,Retry-After,Unknown-Filters,X-Request-Id',
        };
        for (const path of ['/v1/orders', '/v1/nowhere', '/v1/orders/%ff']) {
          const own = await fetch(`${url}${path}`, { headers: { ...BEARER, origin: SHOP } });
          expect(headersOf(own.headers, CORS)).toEqual(allowed);
        }
        for (const origin of ['https://evil.example', 'null', `${SHOP}.evil.example`, 'http://shop.example', '*']) {
          const foreign = await fetch(`${url}/v1/orders`, { headers: { ...BEARER, origin } });
          const { 'allow-origin': named } = headersOf(foreign.headers, CORS);
          expect([foreign.status, named]).toEqual([200, undefined]);
        }
      });
    });
  });

  describe('headers of every answer (wire.md 2)', () => {
    it.each([
      ['GET', '/v1/orders', 200],
      ['GET', '/v1/nowhere', 404],
      ['PATCH', '/v1/orders', 405],
      ['POST', '/v1/orders', 422],
      ['GET', '/v1/orders/%', 400],
      ['GET', '/health/live', 200],
    ])('%s %s: %i', async (method, path, status) => {
      const answer = await send(method, path);
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'api-version': '1.2.0',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': expect.stringMatching(UUID) as unknown,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': expect.stringMatching(/^max-age=\d{7,}/) as unknown,
        'content-security-policy': expect.stringMatching(/^default-src 'self';/) as unknown,
      });
      expect([...answer.headers.keys()]).not.toContain('x-powered-by');
      expect(answer.headers.getSetCookie()).toEqual([]);
    });

    it.each(['a', 'req-1.2:3_4', 'x'.repeat(128), '0'])('X-Request-Id %s is echoed', async (id) => {
      const answer = await send('GET', '/v1/orders/1', { 'x-request-id': id });
      expect(answer.headers.get('x-request-id')).toBe(id);
    });

    it('an idle connection is kept longer than by a load balancer, or as long as it is set to', async () => {
      expect((await send('GET', '/health/live')).headers.get('keep-alive')).toBe('timeout=75');
      await beside({ KEEP_ALIVE_SECONDS: '7' }, async ({ url }) => {
        expect((await fetch(`${url}/health/live`)).headers.get('keep-alive')).toBe('timeout=7');
      });
    });

    it('two requests get two ids', async () => {
      const ids = await Promise.all(
        [1, 2].map(async () => (await send('GET', '/v1/orders')).headers.get('x-request-id')),
      );
      expect(new Set(ids).size).toBe(2);
    });
  });

  describe('what is refused before a controller (wire.md 2)', () => {
    const refusal = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
      const answer = await fetch(`${store.url}${path}`, { method, headers: { ...BEARER, ...headers }, body });
      const allow = answer.headers.get('allow');
      return { status: answer.status, allow, body: await answer.json() };
    };
    const error = (message: string) => ({ status: false, error: message });

    it('404: no such path', async () => {
      expect(await refusal('GET', '/v1/nowhere', {})).toEqual({
        status: 404,
        allow: null,
        body: error('No such path'),
      });
    });

    it.each([
      ['PATCH', '/v1/orders', 'GET, HEAD, POST'],
      ['DELETE', '/v1/orders', 'GET, HEAD, POST'],
      ['POST', '/v1/orders/1', 'DELETE, GET, HEAD, PUT'],
      ['POST', '/v1/gateways', 'GET, HEAD'],
      ['GET', '/oauth/access_token', 'POST'],
      ['DELETE', '/health/live', 'GET, HEAD'],
    ])('405: %s %s, with Allow', async (method, path, allow) => {
      const body = error(`This path takes ${allow}`);
      expect(await refusal(method, path, {})).toEqual({ status: 405, allow, body });
    });

    it('413: a body over 1 MiB, told by its length or counted while it comes', async () => {
      const body = error('The request body must not be larger than 1048576 bytes');
      const type = { 'content-type': 'application/json' };
      const big = 'x'.repeat(1_048_577);
      expect(await refusal('POST', '/v1/orders', type, big)).toEqual({ status: 413, allow: null, body });
      const head = `POST /v1/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${TEST_TOKEN}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const chunked = await rawRequest(store.url, `${head}100001\r\n${big}\r\n0\r\n\r\n`);
      expect([chunked.status, JSON.parse(chunked.text)]).toEqual([413, body]);
    });

    it('415: a type that is none of the three', async () => {
      const types = 'application/x-www-form-urlencoded, multipart/form-data or application/json';
      const body = error(`Content-Type must be ${types}`);
      const sent = { 'content-type': 'text/plain' };
      expect(await refusal('POST', '/v1/orders', sent, 'a=1')).toEqual({ status: 415, allow: null, body });
    });

    it('400: a body that is not what it says', async () => {
      const body = error("The request body is not JSON: Object value expected after ':' (line 1, column 6)");
      const sent = { 'content-type': 'application/json' };
      expect(await refusal('POST', '/v1/orders', sent, '{"a":')).toEqual({ status: 400, allow: null, body });
    });

    it('401: no token, with the scheme, even if more is wrong', async () => {
      const answer = await store.request('POST', '/v1/orders', { json: {}, token: null });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(answer.body).toEqual(
        error('A valid access token is required: none was sent in the header Authorization: Bearer <token>'),
      );
    });
  });

  describe('what is refused before its body has come', () => {
    let tokens: Record<'none' | 'reader' | 'owner', string>;
    beforeAll(async () => {
      const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`;
      const { clientId, clientSecret } = await store.app.get(ClientsService).create('reader', ['orders:read']);
      const { accessToken } = await store.app.get(TokensService).issue(clientId, clientSecret, undefined);
      tokens = { none: '', reader: bearer(accessToken), owner: bearer(TEST_TOKEN) };
    });

    const head = (path: string, more: string, length: number): string =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`;
    const EXPECTS = 'Expect: 100-continue\r\n';

    const REFUSALS = [
      ['no token', 'none', '/v1/orders', 2, 401],
      ['no scope', 'reader', '/v1/orders', 2, 403],
      ['no scope for the method that is meant', 'reader', '/v1/orders/1?_method=PUT', 2, 403],
      ['no such path', 'owner', '/nowhere', 2, 404],
      ['too large', 'owner', '/v1/orders', 1_048_577, 413],
      ['too large for a route without a token', 'none', '/oauth/access_token', 16_385, 413],
    ] as const;

    it.each(REFUSALS)('%s', async (_, caller, path, length, status) => {
      const sent = `${tokens[caller]}Connection: close\r\n`;
      expect((await rawRequest(store.url, head(path, sent, length))).status).toBe(status);
    });

    it.each(REFUSALS)('%s: nor is it asked for with 100 Continue', async (_, caller, path, length, status) => {
      const answer = await rawRequest(store.url, head(path, tokens[caller] + EXPECTS, length));
      expect([answer.status, answer.headers['connection']]).toEqual([status, 'close']);
    });

    it('but 100 Continue asks a caller who may send, once', async () => {
      const sent = `${tokens.owner}${EXPECTS}Connection: close\r\n`;
      const { status, text } = await rawRequest(store.url, `${head('/v1/orders', sent, 1)}{`);
      expect([status, text.match(/HTTP\/1\.1 \d+/g)]).toEqual([100, ['HTTP/1.1 400']]);
    });
  });

  describe('methods and bodies (wire.md 1)', () => {
    it('POST ?_method=PUT and =DELETE act as these methods, on POST only', async () => {
      const { result } = (await store.request<{ result: { id: string } }>('POST', '/v1/brands', { form: OTHER })).body;
      const path = `/v1/brands/${result.id}`;
      const form = new URLSearchParams({ title: 'Changed' });
      const act = async (method: string, query: string, body?: URLSearchParams) => {
        const answer = await fetch(`${store.url}${path}?${query}`, { method, headers: BEARER, body });
        return { status: answer.status, body: await answer.json() };
      };
      const changed = { status: 200, body: { status: true, result: { id: result.id, title: 'Changed' } } };
      expect(await act('POST', '_method=put', form)).toMatchObject(changed);
      expect(await act('GET', '_method=DELETE')).toMatchObject(changed);
      expect(await act('PUT', '_method=DELETE', form)).toMatchObject(changed);
      const removed = { status: true, message: 'Brand removed successfully' };
      expect(await act('POST', '_method=DELETE')).toEqual({ status: 200, body: removed });
      expect(await act('GET', '')).toEqual({ status: 404, body: { status: false, error: 'No brand found' } });
    });

    it('a GET takes its filters from a form body too; the query wins', async () => {
      const body = `title=Acme&slug=nothing`;
      const head = `Host: a\r\nConnection: close\r\nAuthorization: ${BEARER.authorization}\r\n`;
      const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
      const ids = async (path: string) => {
        const answer = await rawRequest(store.url, `GET ${path} HTTP/1.1\r\n${head}${type}\r\n${body}`);
        const { result } = JSON.parse(answer.text) as { result: { id: string }[] };
        return result.map(({ id }) => id);
      };
      expect(await ids('/v1/brands')).toEqual([]);
      expect(await ids('/v1/brands?slug=acme')).toEqual([world.ids.brand]);
    });

    it('unknown fields of a body are ignored', async () => {
      const form = {
        title: 'Known',
        rate: '1',
        unknown: 'x',
        id: '1',
        created_at: 'never',
        nested: { deep: { er: '1' } },
      };
      const { status, body } = await store.request<{ result: object }>('POST', '/v1/taxes', { form });
      expect(status).toBe(201);
      expect(Object.keys(body.result).sort()).toEqual([
        'created_at',
        'default',
        'description',
        'id',
        'rate',
        'title',
        'updated_at',
      ]);
      expect(body.result).not.toMatchObject({ id: '1' });
    });

    it('HEAD answers as GET does, without the body', async () => {
      const path = `/v1/orders/${world.ids.order}`;
      const [get, head] = [await send('GET', path), await send('HEAD', path)];
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'api-version']) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
      }
      expect((await send('HEAD', '/v1/orders/1')).status).toBe(404);
    });

    it('HEAD needs the scope to read and no other', async () => {
      const { clientId, clientSecret } = await store.app.get(ClientsService).create('reader', ['orders:read']);
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const token = await store.request<{ access_token: string }>('POST', '/oauth/access_token', { form, token: null });
      const headers = { authorization: `Bearer ${token.body.access_token}` };
      const status = async (method: string, path: string) =>
        (await fetch(`${store.url}${path}`, { method, headers })).status;
      expect(await status('HEAD', '/v1/orders')).toBe(200);
      expect(await status('HEAD', '/v1/brands')).toBe(403);
      expect(await status('POST', '/v1/orders')).toBe(403);
    });
  });

  it('wire.md 2: 429 with Retry-After once a client has used up its minute, and other clients go on', async () => {
    await beside({ RATE_LIMIT_PER_MINUTE: '3' }, async (other) => {
      const statuses: number[] = [];
      for (let i = 0; i < 3; i += 1) statuses.push((await other.request('GET', '/v1/brands')).status);
      const over = await other.request('GET', '/v1/brands');
      expect([statuses, over.status]).toEqual([[200, 200, 200], 429]);
      expect(over.body).toEqual({ status: false, error: 'Too many requests, try again later' });
      const seconds = Number(over.headers.get('retry-after'));
      expect(seconds >= 1 && seconds <= 60).toBe(true);
      expect((await other.request('GET', '/v1/brands', { token: 'unknown' })).status).toBe(401);
      expect((await other.request('GET', '/health/live', { token: null })).status).toBe(200);
    });
  });

  it('wire.md 2: 503 with Retry-After while draining; the process still says that it lives', async () => {
    await beside({}, async (other) => {
      other.app.get(Lifecycle).drain();
      for (const [method, path] of [
        ['GET', '/v1/brands'],
        ['POST', '/v1/orders'],
        ['GET', '/health/ready'],
      ] as const) {
        const { status, headers, body } = await other.request(method, path);
        expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([503, '1', 'close']);
        expect(body).toEqual({ status: false, error: 'The store is restarting, try again' });
      }
      expect((await other.request('GET', '/health/live')).status).toBe(200);
    });
  });

  // Last: this breaks the database.
  it('wire.md 2: 500 with the request id and no internals', async () => {
    const database = store.app.get<DataSource>(getDataSourceToken());
    await database.query('ALTER TABLE brands RENAME TO away');
    const id = 'fault-1';
    for (const [method, path] of [
      ['GET', '/v1/brands'],
      ['POST', '/v1/brands'],
    ] as const) {
      const form = method === 'POST' ? { title: 'A', slug: 'a' } : undefined;
      const { status, headers, body } = await store.request(method, path, { form, headers: { 'x-request-id': id } });
      expect([status, headers.get('x-request-id')]).toEqual([500, id]);
      expect(body).toEqual({ status: false, error: `Internal error. Tell us the request id ${id}` });
      expect(JSON.stringify([...headers])).not.toMatch(/brands|SELECT|SQLITE|ER_|at /i);
    }
    expect((await store.request('GET', '/v1/categories')).status).toBe(200);
    await database.query('ALTER TABLE away RENAME TO brands');
  });

  it.each([
    ['json', 'application/json; charset=utf-8'],
    ['yaml', 'text/yaml; charset=utf-8'],
  ])('the document as %s has a tag, and is not sent again to who has it', async (form, type) => {
    const address = `${store.url}/openapi.${form}`;
    const [first, second] = [await fetch(address), await fetch(address)];
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    expect([second.status, second.headers.get('content-type'), second.headers.get('etag')]).toEqual([200, type, tag]);
    expect(await second.text()).toBe(await first.text());
    const again = `GET /openapi.${form} HTTP/1.1\r\nHost: ${new URL(store.url).host}\r\nIf-None-Match: ${tag}\r\nConnection: close\r\n\r\n`;
    expect(await rawRequest(store.url, again)).toMatchObject({ status: 304, text: '' });
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
  });
});
