import type * as Client from '../../../clients/typescript/src/index';
import { ClientsService } from '../../../src/modules/access/clients.service';
import { onEachEngine } from '../../support/engines';
import { startStore, TEST_TOKEN, type TestStore } from '../../support/store';
import { clientEntry } from './client-project';
import { type FaultyFront, startFaultyFront } from './faulty-front';

onEachEngine('the client for TypeScript', (engine) => {
  let createClient: typeof Client.createClient;
  let store: TestStore;
  let front: FaultyFront;
  let client: Client.StoreClient;
  let slugs = 0;

  beforeAll(async () => {
    ({ createClient } = jest.requireActual<typeof Client>(await clientEntry('index')));
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' }, true);
  }, 300_000);
  beforeEach(async () => {
    front = await startFaultyFront(store.url);
    client = createClient({ url: front.url, token: TEST_TOKEN });
  });
  afterEach(() => front.close());
  afterAll(() => store.close());

  const slug = (): string => `brand-${(slugs += 1)}`;
  const brand = async (from = client): Promise<string> => {
    const { data } = await from.POST('/v1/brands', { body: { title: 'B', slug: slug(), status: 1 } });
    return data?.result.id ?? '';
  };
  const brands = () => client.GET('/v1/brands', { params: { query: { limit: 1 } } });
  /** The error of a call, as plain data. */
  const thrown = async (call: Promise<unknown>): Promise<Record<string, unknown>> =>
    call.then(
      () => ({}),
      (error: Error) => ({ ...error, message: error.message }),
    );

  describe('signing in', () => {
    const signIns = () => front.requests.filter(({ line }) => line === 'POST /oauth/access_token').length;
    let clientId: string;
    let clientSecret: string;
    beforeAll(async () => {
      const { clientId: id, clientSecret: secret } = await store.app
        .get(ClientsService)
        .create('typescript', ['products:read', 'products:write']);
      [clientId, clientSecret] = [id, secret];
    });

    it('happens once for requests at the same time, and before the first alone', async () => {
      const signedIn = createClient({ url: front.url, clientId, clientSecret });
      expect(signIns()).toBe(0);
      await Promise.all([1, 2, 3].map(() => signedIn.GET('/v1/brands', {})));
      await signedIn.GET('/v1/brands', {});
      expect(signIns()).toBe(1);
    });

    it('happens again when the store refuses the token, once', async () => {
      const signedIn = createClient({ url: front.url, clientId, clientSecret });
      await signedIn.GET('/v1/brands', {});
      front.faults.push({ status: 401 });
      expect((await signedIn.GET('/v1/brands', {})).response.status).toBe(200);
      expect(signIns()).toBe(2);
      front.faults.push({ status: 401 }, { status: 401 });
      expect(await thrown(signedIn.GET('/v1/brands', {}))).toMatchObject({ status: 401 });
      expect(signIns()).toBe(3);
    });

    it('says why it failed, and is tried again by the next request', async () => {
      const signedIn = createClient({ url: front.url, clientId, clientSecret: 'wrong' });
      for (const attempt of [1, 2]) {
        expect(await thrown(signedIn.GET('/v1/brands', {}))).toMatchObject({ code: 'access.credentials_refused' });
        expect(signIns()).toBe(attempt);
      }
    });

    it('asks for the scopes that are named, and a refused scope is an error', async () => {
      const scopes = ['products:read'];
      const signedIn = createClient({ url: front.url, clientId, clientSecret, scopes });
      await signedIn.GET('/v1/brands', {});
      expect(await thrown(brand(signedIn))).toMatchObject({ status: 403, code: 'access.scope_missing' });
    });
  });

  it.each(['', 'localhost:3000', 'shop.example.com', '/v1', 'ftp://shop.example.com', undefined])(
    'refuses the url %j, which is no address of a store',
    (url) => {
      const options = { url, token: TEST_TOKEN } as Client.ClientOptions;
      expect(() => createClient(options)).toThrow(
        new TypeError('url must be an absolute http or https URL, such as https://shop.example.com'),
      );
    },
  );

  it.each([{}, { clientId: undefined }, { token: '' }, { token: undefined }, { token: () => undefined }])(
    'with the credentials %j sends no token, and the error says so where one is required',
    async (credentials) => {
      const open = createClient({ url: front.url, ...credentials } as Client.ClientOptions);
      expect((await open.GET('/health/ready')).response.status).toBe(200);
      expect(await thrown(open.GET('/v1/brands', {}))).toMatchObject({
        status: 401,
        code: 'access.token_required',
        message: 'A valid access token is required: none was sent in the header Authorization: Bearer <token>',
      });
      expect(front.requests.map(({ line }) => line)).toEqual(['GET /health/ready', 'GET /v1/brands']);
    },
  );

  describe('trying again', () => {
    it('does a POST once whose answer was lost, and returns the first answer', async () => {
      const before = (await brands()).data?.pagination.total ?? NaN;
      front.faults.push('lost', 'lost');
      const id = await brand();
      const posts = front.requests.filter(({ line }) => line === 'POST /v1/brands');
      expect([posts.length, new Set(posts.map(({ key }) => key)).size, posts[0]?.key?.length]).toEqual([3, 1, 36]);
      const { data } = await client.GET('/v1/brands/{brand_id}', { params: { path: { brand_id: id } } });
      expect([data?.result.id, (await brands()).data?.pagination.total]).toEqual([id, before + 1]);
    });

    it('gives each POST a key of its own, and keeps that of the caller, but for an empty one', async () => {
      await brand();
      await brand();
      await client.POST('/v1/brands', {
        body: { title: 'B', slug: slug(), status: 1 },
        params: { header: { 'Idempotency-Key': 'mine' } },
      });
      await client.POST('/v1/brands', {
        body: { title: 'B', slug: slug(), status: 1 },
        headers: { 'Idempotency-Key': '' },
      });
      const keys = front.requests.map(({ key }) => key);
      expect([new Set(keys).size, keys.slice(2)]).toEqual([4, ['mine', undefined]]);
    });

    it('repeats reads and changes after a break, 503 and 429', async () => {
      front.faults.push('reset', { status: 503 }, { status: 429, headers: { 'retry-after': '1' } });
      expect((await brands()).response.status).toBe(200);
      expect(front.requests.length).toBe(4);
    });

    it('gives up after three repeats, with the last answer', async () => {
      front.faults.push(...[1, 2, 3, 4].map(() => ({ status: 502, headers: { 'x-request-id': 'proxy' } })));
      expect(await thrown(brands())).toMatchObject({
        status: 502,
        message: 'HTTP 502 Bad Gateway',
        requestId: 'proxy',
      });
      expect(front.requests.length).toBe(4);
    });

    it('does not wait for longer than it may', async () => {
      front.faults.push({ status: 503, headers: { 'retry-after': '3600' } });
      expect(await thrown(brands())).toMatchObject({ status: 503, retryAfter: 3600 });
      expect(front.requests.length).toBe(1);
    });

    it('repeats nothing that cannot succeed later', async () => {
      front.faults.push({ status: 500 });
      expect(await thrown(brands())).toMatchObject({ status: 500, code: undefined });
      expect(front.requests.length).toBe(1);
    });

    it('ends when its signal is aborted, also while it waits', async () => {
      const abort = new AbortController();
      front.faults.push({ status: 503, headers: { 'retry-after': '20' } });
      const call = client.GET('/v1/brands', { signal: abort.signal }).catch((error: unknown) => error);
      const reason = new Error('enough');
      while (front.requests.length === 0) await new Promise(setImmediate);
      abort.abort(reason);
      expect(await call).toBe(reason);
      expect(front.requests.length).toBe(1);
    });
  });

  it('throws the answers of the store as errors by code', async () => {
    const missing = client.GET('/v1/orders/{order_id}', { params: { path: { order_id: '1' } } });
    expect(await thrown(missing)).toEqual({
      ...{ name: 'StoreError', status: 404, code: 'orders.not_found', message: 'No order found', errors: {} },
      ...{ requestId: expect.any(String) as string, retryAfter: undefined },
    });
    const empty = client.POST('/v1/brands', { body: { title: '', slug: slug(), status: 1 } });
    expect(await thrown(empty)).toMatchObject({ status: 422, errors: { title: [expect.stringContaining('title')] } });
  });

  it('reads the feed of events page by page, from a position to its end', async () => {
    const ids = [await brand(), await brand(), await brand()];
    // Events get their positions after the response.
    for await (const { object_id: id } of client.subscribe({ after: 0, type: ['brand.created'] }))
      if (id === ids.at(-1)) break;
    const read: { id: string; position: number }[] = [];
    const query = { after: 0, type: ['brand.*'], limit: 2 };
    for await (const { object_id: id, position } of client.list('/v1/events', { params: { query } }))
      read.push({ id, position });
    expect(read.slice(-3).map(({ id }) => id)).toEqual(ids);
    expect(read.map(({ position }) => position)).toEqual(
      read.map(({ position }) => position).toSorted((a, b) => a - b),
    );
    expect(new Set(read.map(({ position }) => position)).size).toBe(read.length);
    const newest: string[] = [];
    for await (const { object_id: id } of client.list('/v1/events', {
      params: { query: { type: ['brand.*'], limit: 2 } },
    }))
      newest.push(id);
    expect(newest.toReversed()).toEqual(read.map(({ id }) => id));
  });

  it('uploads a file as a form', async () => {
    const body = new FormData();
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    body.set('file', new Blob([Buffer.from(pixel, 'base64')]), 'tea.png');
    const { data } = await client.POST('/v1/files', { body });
    expect(data.result).toMatchObject({ name: 'tea.png', type: 'image/png' });
  });

  it('reads a list page by page, and no page more than is taken', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.push(await brand());
    const query = { limit: 2, sort: 'id', order: 'asc' } as const;
    const total = (await brands()).data?.pagination.total ?? NaN;
    front.requests.length = 0;
    const read: string[] = [];
    for await (const { id } of client.list('/v1/brands', { params: { query } })) read.push(id);
    expect(read.slice(-5)).toEqual(made);
    expect([read.length, front.requests.length]).toEqual([total, Math.ceil(total / 2)]);
    front.requests.length = 0;
    for await (const { id } of client.list('/v1/brands', { params: { query } })) if (id === read[2]) break;
    expect(front.requests.length).toBe(2);
  });
});
