import { type DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Clock } from '../../src/kernel/clock';
import { SCOPES } from '../../src/kernel/scopes';
import { ClientsService, type NewClient } from '../../src/modules/access/clients.service';
import { ConfigurationError, parseConfig } from '../../src/platform/config/config';
import { onEachEngine } from '../support/engines';
import { type Answer, startStore, type TestStore } from '../support/store';

const HOUR = 3_600_000;
const PATH = '/oauth/access_token';

interface Token {
  readonly access_token: string;
}

onEachEngine('access (wire.md 5)', (engine) => {
  let store: TestStore;
  let shop: NewClient;
  let now: jest.SpyInstance<Date, []>;

  beforeAll(async () => (store = await startStore(engine.databaseUrl, { LOGIN_LIMIT_PER_MINUTE: '3' })));
  beforeEach(async () => {
    shop = await store.app.get(ClientsService).create('shop', []);
    now = jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(new Date('2026-03-01T12:00:00.700Z'));
  });
  afterEach(() => now.mockRestore());
  afterAll(() => store.close());

  const credentials = ({ clientId, clientSecret }: NewClient): Record<string, string> => ({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });

  const ask = (form: Record<string, unknown>): Promise<Answer<Token>> =>
    store.request('POST', PATH, { form, token: null });

  const answerWith = (token: string): unknown => ({
    access_token: token,
    token_type: 'Bearer',
    identifier: 'client_credentials',
    expires: Date.parse('2026-03-01T13:00:00Z') / 1000,
    expires_in: 3600,
    scope: SCOPES.join(' '),
  });

  it('gives a token for a form, for JSON and for multipart, in the flat shape', async () => {
    const multipart = new FormData();
    for (const [name, value] of Object.entries(credentials(shop))) multipart.set(name, value);
    const sent = await fetch(`${store.url}${PATH}`, { method: 'POST', body: multipart });
    const answers = [
      await ask(credentials(shop)),
      await store.request<Token>('POST', PATH, { json: credentials(shop), token: null }),
      { status: sent.status, body: (await sent.json()) as Token },
    ];
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({ status: 200, body: answerWith(body.access_token) });
      expect(body.access_token).toMatch(/^[\w-]{43}$/);
      expect((await store.request('GET', '/v1/currencies', { token: body.access_token })).status).toBe(200);
    }
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(3);
  });

  it('answers 401 for a wrong secret, an unknown client and a revoked one alike', async () => {
    const revoked = await store.app.get(ClientsService).create('old', []);
    await store.app.get(ClientsService).revoke(revoked.clientId);
    const wrong = [
      { ...credentials(shop), client_secret: 'wrong' },
      { ...credentials(shop), client_id: 'nobody' },
      credentials(revoked),
    ];
    for (const form of wrong) {
      const { status, body, headers } = await ask(form);
      expect({ status, body, challenge: headers.get('www-authenticate') }).toEqual({
        status: 401,
        body: { status: false, error: 'The client credentials are not valid' },
        challenge: 'Bearer',
      });
    }
    // The fourth from this address within a minute.
    const { status, body, headers } = await ask({ ...credentials(shop), client_secret: 'wrong' });
    expect({ status, body }).toEqual({
      status: 429,
      body: { status: false, error: 'Too many requests, try again later' },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    // Right credentials pass from the same address: nobody is locked out by the wrong ones of others.
    expect((await ask(credentials(shop))).status).toBe(200);
  });
});

onEachEngine('credentials by Authorization: Basic (wire.md 5, RFC 6749 2.3.1)', (engine) => {
  let store: TestStore;
  let shop: NewClient;
  beforeEach(async () => {
    store = await startStore(engine.databaseUrl, { LOGIN_LIMIT_PER_MINUTE: '3' });
    shop = await store.app.get(ClientsService).create('shop', []);
  });
  afterEach(() => store.close());

  const GRANT = { grant_type: 'client_credentials' };
  const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
  const basic = ({ clientId, clientSecret }: NewClient): string => `Basic ${base64(`${clientId}:${clientSecret}`)}`;
  const ask = (authorization: string, form: Record<string, string> | undefined = GRANT): Promise<Answer<Token>> =>
    store.request('POST', PATH, { form, token: null, headers: { authorization } });
  const outline = ({ status, body, headers }: Answer<Token>): unknown[] => [
    status,
    (body as { error?: string }).error,
    headers.get('www-authenticate'),
  ];

  it('gives a token for them, as the Authorize of /docs asks for one', async () => {
    const scoped = await ask(basic(shop), { ...GRANT, scope: 'orders:read' });
    // Without a scope ticked, Swagger UI sends an empty one.
    const all = await ask(basic(shop).replace('Basic', 'basic'), { ...GRANT, scope: '' });
    const encoded = basic({
      ...shop,
      clientId: shop.clientId.replace(/./, (one) => `%${Buffer.from(one).toString('hex')}`),
    });
    const statuses: unknown[] = [scoped.status, all.status, (await ask(encoded)).status];
    for (const path of ['/v1/orders', '/v1/currencies']) {
      for (const { body } of [scoped, all]) {
        statuses.push((await store.request('GET', path, { token: body.access_token })).status);
      }
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 403, 200]);
  });

  it('answers wrong ones with 401 and a Basic challenge, and counts them like those of a body', async () => {
    const refused = [401, 'The client credentials are not valid', 'Basic realm="storekeeper", charset="UTF-8"'];
    const wrong = { ...shop, clientSecret: `${shop.clientSecret}:` };
    for (const client of [wrong, { ...shop, clientId: 'nobody' }]) {
      expect(outline(await ask(basic(client)))).toEqual(refused);
    }
    const inBody = { ...GRANT, client_id: shop.clientId, client_secret: 'wrong' };
    expect(outline(await ask('Digest a', inBody))).toEqual([401, 'The client credentials are not valid', 'Bearer']);
    expect(outline(await ask(basic(wrong)))).toEqual([429, 'Too many requests, try again later', null]);
    expect((await ask(basic(shop))).status).toBe(200);
  });

  it('rejects credentials in the header and in the body, and takes the same client id in both', async () => {
    const fault = 'must not be sent beside the header Authorization: Basic; use one of the two';
    for (const [field, value] of [
      ['client_secret', shop.clientSecret],
      ['client_id', 'another'],
    ] as const) {
      const { status, body } = await ask(basic(shop), { ...GRANT, [field]: value });
      const message = `${field} ${fault}`;
      expect([status, body]).toEqual([422, { status: false, error: message, errors: { [field]: [message] } }]);
    }
    expect((await ask(basic(shop), { ...GRANT, client_id: shop.clientId })).status).toBe(200);
    expect(outline(await ask(basic(shop), {}))).toEqual([422, 'grant_type is required', null]);
    expect(outline(await ask(`Basic ${base64(':')}`))).toEqual([422, 'client_id is required', null]);
    expect(outline(await ask(`Basic ${base64(`${'x'.repeat(256)}:a`)}`))).toEqual([
      422,
      'client_id must be at most 255 characters',
      null,
    ]);
  });

  it('rejects a header that cannot be read', async () => {
    const fault =
      'The header Authorization: Basic must hold the base64 of <client_id>:<client_secret>, each URL-encoded';
    const unreadable = [
      'Basic',
      'Basic !!!!',
      'Basic YTpiYx==',
      `Basic ${base64('a:b')} c`,
      `Basic ${base64('no colon')}`,
      `Basic ${base64('a\0:b')}`,
      `Basic ${base64('a%00:b')}`,
      `Basic ${base64('a%:b')}`,
      `Basic ${base64('a%ff:b')}`,
      `Basic ${base64(Uint8Array.of(0xff, 0x3a, 0x61))}`,
      `Basic ${base64(`a:${'x'.repeat(2048)}`)}`,
      `Basic ${'='.repeat(4000)}`,
    ];
    const answers = await Promise.all(unreadable.map(async (header) => [header, ...outline(await ask(header))]));
    expect(answers).toEqual(unreadable.map((header) => [header, 400, fault, null]));
    // They name no client: nothing is counted.
    expect((await ask(basic({ ...shop, clientSecret: 'wrong' }))).status).toBe(401);
  });
});

onEachEngine('tokens (wire.md 5)', (engine) => {
  let store: TestStore;
  let now: jest.SpyInstance<Date, []>;
  beforeAll(async () => (store = await startStore(engine.databaseUrl)));
  beforeEach(() => {
    now = jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(new Date('2026-03-01T12:00:00.700Z'));
  });
  afterEach(() => now.mockRestore());
  afterAll(() => store.close());

  const clients = (): ClientsService => store.app.get(ClientsService);

  async function issue(client: NewClient, more: Record<string, string> = {}): Promise<Answer<Token>> {
    const { clientId, clientSecret } = client;
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return store.request<Token>('POST', PATH, { form: { ...fields, ...more }, token: null });
  }

  async function tokenOf(client: NewClient, scope?: string): Promise<string> {
    return (await issue(client, scope === undefined ? {} : { scope })).body.access_token;
  }

  const TITLE = { code: 'EUR', title: 'Euro', format: '€{price}' };

  it('are asked for with every field named that is missing', async () => {
    const { status, body } = await store.request('POST', PATH, { form: { grant_type: 'password' }, token: null });
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        status: false,
        error: 'grant_type must be one of client_credentials, implicit',
        errors: {
          grant_type: ['grant_type must be one of client_credentials, implicit'],
          client_id: ['client_id is required'],
          client_secret: ['client_secret is required'],
        },
      },
    });
  });

  it('are demanded on every /v1 path', async () => {
    const none = 'none was sent in the header Authorization: Bearer <token>';
    const unknown = 'this one is not known, it was revoked, removed after it expired or never issued here';
    for (const [headers, fault] of [
      [{}, none],
      [{ authorization: 'Bearer wrong' }, unknown],
      [{ authorization: 'Basic YTpi' }, none],
    ]) {
      const answer = await store.request('GET', '/v1/orders', { token: null, headers: headers as never });
      expect({ status: answer.status, body: answer.body, challenge: answer.headers.get('www-authenticate') }).toEqual({
        status: 401,
        body: { status: false, error: `A valid access token is required: ${String(fault)}` },
        challenge: 'Bearer',
      });
    }
  });

  it('carry the scopes of their client, or those asked for', async () => {
    const reader = await clients().create('reader', ['settings:read', 'orders:read', 'orders:write']);
    const all = await tokenOf(reader);
    const orders = await tokenOf(reader, 'orders:read  orders:write');
    const status = async (method: string, path: string, token: string): Promise<[number, unknown]> => {
      const call = method === 'GET' ? { token } : { token, form: TITLE };
      const answer = await store.request<{ error?: string }>(method, path, call);
      return [answer.status, answer.body.error];
    };
    const lacks = (scope: string): [number, string] => [403, `The access token lacks the scope ${scope}`];
    expect(await status('GET', '/v1/currencies', all)).toEqual([200, undefined]);
    expect(await status('POST', '/v1/currencies', all)).toEqual(lacks('settings:write'));
    expect(await status('DELETE', '/v1/currencies/1', all)).toEqual(lacks('settings:write'));
    expect(await status('GET', '/v1/customers', all)).toEqual(lacks('customers:read'));
    expect(await status('GET', '/v1/orders', orders)).toEqual([200, undefined]);
    expect(await status('GET', '/v1/currencies', orders)).toEqual(lacks('settings:read'));
  });

  it('are not given scopes that their client lacks', async () => {
    const reader = await clients().create('reader', ['orders:read']);
    for (const [scope, message] of [
      ['orders:read orders:write', "scope orders:write is not one of the client's scopes; accepted: orders:read"],
      ['everything', 'scope everything does not exist; accepted: orders:read'],
    ] as const) {
      const { status, body } = await issue(reader, { scope });
      expect({ status, body }).toEqual({
        status: 400,
        body: { status: false, error: 'invalid_scope', errors: { scope: [message] } },
      });
    }
    expect((await clients().create('all', [])).scopes).toEqual(SCOPES);
    await expect(clients().create('odd', ['orders:eat'])).rejects.toThrow(
      `scope orders:eat does not exist; accepted: ${SCOPES.join(' ')}`,
    );
  });

  it('say that they have expired, which is not that they are unknown', async () => {
    const token = await tokenOf(await clients().create('shop', []));
    now.mockReturnValue(new Date((now.getMockImplementation()?.().getTime() ?? 0) + HOUR));
    const { status, body } = await store.request('GET', '/v1/orders', { token });
    const fault = 'this one has expired, get a new one with POST /oauth/access_token';
    expect([status, body]).toEqual([401, { status: false, error: `A valid access token is required: ${fault}` }]);
  });

  it('end an hour after they were made', async () => {
    const token = await tokenOf(await clients().create('shop', []));
    const start = now.getMockImplementation()?.().getTime() ?? 0;
    const statusAt = async (ms: number): Promise<number> => {
      now.mockReturnValue(new Date(start + ms));
      return (await store.request('GET', '/v1/currencies', { token })).status;
    };
    expect([await statusAt(0), await statusAt(HOUR - 1), await statusAt(HOUR)]).toEqual([200, 200, 401]);
  });

  it('of a revoked client are refused within five seconds, and others are not', async () => {
    const [gone, other] = [await clients().create('gone', []), await clients().create('other', [])];
    const [token, second, others] = [await tokenOf(gone), await tokenOf(gone), await tokenOf(other)];
    const status = async (one: string): Promise<number> =>
      (await store.request('GET', '/v1/currencies', { token: one })).status;
    expect(await status(token)).toBe(200);
    await clients().revoke(gone.clientId);
    expect(await status(second)).toBe(401);
    now.mockReturnValue(new Date('2026-03-01T12:00:05.700Z'));
    expect([await status(token), await status(others)]).toEqual([401, 200]);
    const listed = (await clients().list()).filter(({ clientId }) => clientId === gone.clientId);
    expect(listed.map(({ revokedAt }) => revokedAt?.toISOString())).toEqual(['2026-03-01T12:00:00.700Z']);
    await expect(clients().revoke('nobody')).rejects.toThrow('No client found');
  });

  it('and secrets are stored as hashes only', async () => {
    const client = await clients().create('shop', []);
    const token = await tokenOf(client);
    await store.request('POST', '/v1/currencies', { token, form: TITLE, headers: { 'idempotency-key': 'key-1' } });
    const dataSource = store.app.get<DataSource>(getDataSourceToken());
    const dumps: string[] = [];
    for (const { tablePath } of dataSource.entityMetadatas) {
      dumps.push(JSON.stringify(await dataSource.query(`SELECT * FROM ${dataSource.driver.escape(tablePath)}`)));
    }
    expect(dumps.join('\n')).toContain(client.clientId);
    for (const secret of [client.clientSecret, token]) expect(dumps.join('\n')).not.toContain(secret);
  });
});

onEachEngine('the limit of requests', (engine) => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '2' })));
  afterAll(() => store.close());

  it('holds for a client, says when to come back and leaves health alone', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await store.request('GET', '/v1/currencies')).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { body, headers } = await store.request('GET', '/v1/currencies');
    expect(body).toEqual({ status: false, error: 'Too many requests, try again later' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await store.request('GET', '/health/live', { token: null })).status).toBe(200);
  });
});

describe('BOOTSTRAP_TOKEN', () => {
  it('that is short stops the start and says why', () => {
    const fault = 'BOOTSTRAP_TOKEN must be 32 to 255 characters without blanks; make one: openssl rand -hex 32';
    expect(() => parseConfig({ BOOTSTRAP_TOKEN: 'x'.repeat(31) })).toThrow(new ConfigurationError([fault]));
  });
});

onEachEngine('the metadata of the token endpoint (wire.md 5, RFC 8414)', (engine) => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore(engine.databaseUrl)));
  afterAll(() => store.close());

  it('names where tokens come from, and how', async () => {
    const response = await fetch(`${store.url}/.well-known/oauth-authorization-server`);
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        issuer: store.url,
        token_endpoint: `${store.url}${PATH}`,
        response_types_supported: [],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        scopes_supported: [...SCOPES],
        service_documentation: `${store.url}/docs`,
      },
    ]);
  });
});
