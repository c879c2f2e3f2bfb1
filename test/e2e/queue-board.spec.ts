import { ClientsService, type NewClient } from '../../src/modules/access/clients.service';
import { type Engine, onEachEngine } from '../support/engines';
import { holding } from '../support/matchers';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

const CHALLENGE = 'Basic realm="Queues of the store", charset="UTF-8"';
const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

const start = (engine: Engine, env: Record<string, string> = {}): Promise<TestStore> =>
  startStore(engine.databaseUrl, { ...(engine.redisUrl === undefined ? {} : { REDIS_URL: engine.redisUrl }), ...env });

onEachEngine('the board of queues', (engine) => {
  let store: TestStore;
  let reader: NewClient;
  let stranger: NewClient;
  beforeAll(async () => {
    store = await start(engine);
    const clients = store.app.get(ClientsService);
    reader = await clients.create('operations', ['webhooks:read']);
    stranger = await clients.create('shop', ['orders:read', 'webhooks:write']);
  });
  afterAll(() => store.close());

  const get = (path: string, authorization?: string, method = 'GET'): Promise<Response> =>
    fetch(new URL(path, store.url), { method, headers: authorization ? { authorization } : {} });
  const login = ({ clientId, clientSecret }: NewClient): string => basic(clientId, clientSecret);
  const brief = async (authorization?: string, path = '/admin/queues') => {
    const { status, headers } = await get(path, authorization);
    return [status, headers.get('content-type'), headers.get('www-authenticate')];
  };

  if (engine.redisUrl === undefined) {
    it('is not there without Redis', async () => {
      const nothing = [404, holding('application/json'), null];
      expect([await brief(), await brief(login(reader)), await brief(`Bearer ${TEST_TOKEN}`)]).toEqual([
        nothing,
        nothing,
        nothing,
      ]);
    });
    return;
  }

  it('asks a browser for a name and a password', async () => {
    const asked = [401, holding('application/json'), CHALLENGE];
    const wrong = { ...reader, clientSecret: stranger.clientSecret };
    const headers = [undefined, 'Basic', 'Basic !', 'Digest a', basic('bootstrap', 'x'), basic('', ''), login(wrong)];
    for (const header of headers) expect([header, await brief(header)]).toEqual([header, asked]);
    expect(await brief('Bearer nobody')).toEqual(asked);
    expect(await brief(basic('me', TEST_TOKEN))).toEqual(asked);
  });

  it('opens with the id and the secret of a client, with a token, and with the bootstrap token', async () => {
    const page = [200, holding('text/html'), null];
    const headers = [login(reader), `Bearer ${TEST_TOKEN}`, basic('bootstrap', TEST_TOKEN)];
    for (const header of headers) expect(await brief(header)).toEqual(page);
    const queues = await get('/admin/queues/api/queues', login(reader));
    const { queues: shown } = (await queues.json()) as { queues: { name: string; readOnlyMode: boolean }[] };
    expect(shown.map(({ name, readOnlyMode }) => [name, readOnlyMode])).toEqual([
      ['webhook-events', true],
      ['webhook-deliveries', true],
    ]);
  });

  it('is for the scope webhooks:read alone', async () => {
    expect(await brief(login(stranger))).toEqual([403, holding('application/json'), null]);
  });

  it('changes nothing', async () => {
    const paused = await get('/admin/queues/api/queues/webhook-events/pause', login(reader), 'PUT');
    expect(paused.status).toBe(405);
  });

  it('brings all it needs, and asks no other host for anything', async () => {
    const page = await get('/admin/queues', login(reader));
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).not.toMatch(/https?:|\*|script-src/);
    const html = await page.text();
    const own = [...html.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => `/admin/queues/${path}`);
    expect(own.length).toBeGreaterThan(3);
    for (const path of own) expect([path, (await get(path, login(reader))).status]).toEqual([path, 200]);
  });

  it('is the only place where a name and a password are taken', async () => {
    expect(await brief(login(reader), '/v1/webhooks')).toEqual([401, holding('application/json'), 'Bearer']);
  });

  it('is closed to a client that was revoked', async () => {
    const clients = store.app.get(ClientsService);
    const former = await clients.create('former', ['webhooks:read']);
    const before = await get('/admin/queues', login(former));
    await clients.revoke(former.clientId);
    expect([before.status, (await get('/admin/queues', login(former))).status]).toEqual([200, 401]);
  });
});

onEachEngine('guessing at the board of queues', (engine) => {
  if (engine.redisUrl === undefined) {
    it('gets nowhere without Redis', () => expect(engine.name).toBe('sqlite'));
    return;
  }
  let store: TestStore;
  beforeAll(async () => (store = await start(engine, { LOGIN_LIMIT_PER_MINUTE: '2' })));
  afterAll(() => store.close());

  it('is slowed as it is where tokens are made, and the two are counted as one', async () => {
    const client = await store.app.get(ClientsService).create('operations', ['webhooks:read']);
    const open = async (secret: string) => {
      const headers = { authorization: basic(client.clientId, secret) };
      const answer = await fetch(`${store.url}/admin/queues`, { headers });
      return [answer.status, answer.headers.has('retry-after')];
    };
    expect([await open('wrong'), await open(client.clientSecret)]).toEqual([
      [401, false],
      [200, false],
    ]);
    const form = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: 'wrong' };
    expect((await store.request('POST', '/oauth/access_token', { form })).status).toBe(401);
    expect([await open('wrong'), await open(client.clientSecret)]).toEqual([
      [429, true],
      [200, false],
    ]);
  });
});
