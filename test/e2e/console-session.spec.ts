import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { ClientsService, type NewClient } from '../../src/modules/access/clients.service';
import { ConsoleCodesService } from '../../src/modules/access/console-codes.service';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const NOW = Date.parse('2026-03-01T12:00:00.700Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PATH = '/console/session';
const SECURE = '__Secure-storekeeper_console';

interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> | null;
  readonly headers: Headers;
}

onEachEngine('sessions of the console (console.md 1)', (engine) => {
  let store: TestStore;
  let shop: NewClient;
  let now: jest.SpyInstance<Date, []>;
  const moveTo = (ms: number): unknown => now.mockReturnValue(new Date(NOW + ms));

  beforeAll(async () => (store = await startStore(engine.databaseUrl, { LOGIN_LIMIT_PER_MINUTE: '1000' })));
  beforeEach(async () => {
    now = jest.spyOn(store.app.get(Clock), 'now').mockReturnValue(new Date(NOW));
    shop = await store.app.get(ClientsService).create('shop', ['orders:read', 'settings:read']);
  });
  afterEach(() => now.mockRestore());
  afterAll(() => store.close());

  const send = async (method: string, headers: Record<string, string> = {}, json?: unknown): Promise<Reply> => {
    const body = json === undefined ? null : typeof json === 'string' ? json : JSON.stringify(json);
    const type: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${store.url}${PATH}`, { method, body, headers: { ...type, ...headers } });
    const text = await response.text();
    const parsed = text === '' ? null : (JSON.parse(text) as Record<string, unknown>);
    return { status: response.status, body: parsed, headers: response.headers };
  };
  const credentials = () => ({ client_id: shop.clientId, client_secret: shop.clientSecret });
  const signIn = (json: unknown = credentials(), headers: Record<string, string> = {}): Promise<Reply> =>
    send('POST', headers, json);
  const cookieOf = ({ headers }: Reply): string => String(headers.get('set-cookie')).split(';')[0] ?? '';
  const renew = (cookie: string): Promise<Reply> => send('GET', { cookie });
  const tokenOf = ({ body }: Reply): string => String(body?.['access_token']);
  const reads = async (token: string): Promise<number> =>
    (await store.request('GET', '/v1/currencies', { token })).status;
  const linkCode = async (): Promise<string> => {
    const clients = await store.app.get(ClientsService).list();
    const client = clients.find(({ clientId }) => clientId === shop.clientId) ?? { id: '' };
    const link = await store.app.get(ConsoleCodesService).link(client, 'https://shop.example');
    const [, code = ''] = /^https:\/\/shop\.example\/console#code=([\w-]{43})$/.exec(link) ?? [];
    return code;
  };
  const answerWith = (token: string, ms = 0): unknown => ({
    access_token: token,
    expires: Math.floor((NOW + ms) / 1000) + 3600,
    client_id: shop.clientId,
    name: 'shop',
    scopes: ['orders:read', 'settings:read'],
    sale_price: 'charge',
  });
  const refused = { status: false, error: 'No session of the console: sign in at /console' };
  const used = {
    status: false,
    error: 'This link works once, for 10 minutes: get a new one with npm run store -- console',
  };
  const brief = ({ status, body }: Reply): unknown[] => [status, body];

  it('begins with the id and the secret of a client, renews its token by the cookie, and ends', async () => {
    const begun = await signIn();
    expect(brief(begun)).toEqual([200, answerWith(tokenOf(begun))]);
    expect(begun.headers.get('set-cookie')).toMatch(
      /^storekeeper_console=[\w-]{43}; Path=\/console\/session; HttpOnly; SameSite=Strict$/,
    );
    expect(begun.headers.get('cache-control')).toBe('no-store');
    const cookie = cookieOf(begun);
    const [first, second] = [await renew(`a=1; ${cookie}; b=2`), await renew(cookie)];
    expect([first, second].map(brief)).toEqual([
      [200, answerWith(tokenOf(first))],
      [200, answerWith(tokenOf(second))],
    ]);
    const tokens = [begun, first, second].map(tokenOf);
    expect(new Set(tokens).size).toBe(3);
    // Each tab keeps its own.
    expect(await Promise.all(tokens.map(reads))).toEqual([200, 200, 200]);
    const ended = await send('DELETE', { cookie });
    expect([...brief(ended), ended.headers.get('set-cookie')]).toEqual([
      204,
      null,
      expect.stringMatching(
        /^storekeeper_console=; Path=\/console\/session; Expires=Thu, 01 Jan 1970 [\d:]+ GMT; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(await Promise.all(tokens.map(reads))).toEqual([401, 401, 401]);
    expect([brief(await renew(cookie)), brief(await send('DELETE', { cookie }))]).toEqual([
      [401, refused],
      [204, null],
    ]);
  });

  it('ends the session that the browser had when it signs in again', async () => {
    const first = await signIn();
    const second = await signIn(credentials(), { cookie: cookieOf(first) });
    expect([(await renew(cookieOf(first))).status, (await renew(cookieOf(second))).status]).toEqual([401, 200]);
    expect([await reads(tokenOf(first)), await reads(tokenOf(second))]).toEqual([401, 200]);
  });

  it('ends after 2 hours without a use, and after 12 hours however it is used', async () => {
    const unused = cookieOf(await signIn());
    const open = cookieOf(await signIn());
    for (let ms = 2 * HOUR - 1; ms < 12 * HOUR; ms += 2 * HOUR - 1) {
      moveTo(ms);
      const renewed = await renew(open);
      expect(brief(renewed)).toEqual([200, answerWith(tokenOf(renewed), ms)]);
    }
    moveTo(2 * HOUR);
    expect(brief(await renew(unused))).toEqual([401, refused]);
    moveTo(12 * HOUR - 1);
    expect((await renew(open)).status).toBe(200);
    moveTo(12 * HOUR);
    expect(brief(await renew(open))).toEqual([401, refused]);
  });

  it('ends with its client', async () => {
    const begun = await signIn();
    const code = await linkCode();
    await store.app.get(ClientsService).revoke(shop.clientId);
    expect(brief(await renew(cookieOf(begun)))).toEqual([401, refused]);
    expect(brief(await signIn({ code }))).toEqual([401, used]);
    expect((await signIn()).status).toBe(401);
  });

  it('begins with the code of a link once, within 10 minutes', async () => {
    const code = await linkCode();
    const late = await linkCode();
    moveTo(10 * MINUTE - 1);
    const begun = await signIn({ code });
    expect(brief(begun)).toEqual([200, answerWith(tokenOf(begun), 10 * MINUTE - 1)]);
    expect((await renew(cookieOf(begun))).status).toBe(200);
    expect(brief(await signIn({ code }))).toEqual([401, used]);
    moveTo(10 * MINUTE);
    expect(brief(await signIn({ code: late }))).toEqual([401, used]);
  });

  it('lets exactly one of parallel uses of a code in', async () => {
    const code = await linkCode();
    const source = store.app.get(DataSource);
    const sessions = async () => (await source.query<unknown[]>('SELECT id FROM console_sessions')).length;
    const before = await sessions();
    const replies = await Promise.all(Array.from({ length: 10 }, () => signIn({ code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
    expect(await sessions()).toBe(before + 1);
  });

  it('stores hashes of cookies and codes only', async () => {
    const code = await linkCode();
    const begun = await signIn();
    const source = store.app.get(DataSource);
    const tables = ['console_sessions', 'console_codes', 'access_tokens', 'events'];
    const rows = await Promise.all(tables.map((table) => source.query<unknown[]>(`SELECT * FROM ${table}`)));
    const stored = JSON.stringify(rows);
    const [, value = ''] = cookieOf(begun).split('=');
    expect([value, code, tokenOf(begun)].filter((secret) => stored.includes(secret))).toEqual([]);
    expect(stored).toContain(createHash('sha256').update(value).digest('hex'));
  });

  it('refuses what pages of other sites send, and changes nothing', async () => {
    const cookie = cookieOf(await signIn());
    const host = new URL(store.url).host;
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin, cross-site' },
      { 'sec-fetch-site': 'cross-site', origin: store.url },
      { origin: 'https://evil.example' },
      { origin: `https://${host}.evil.example` },
      { origin: 'null' },
      { origin: '' },
      { origin: `http://evil.example@${host}x` },
    ];
    const body = { status: false, error: 'The console session accepts requests only from its own pages' };
    for (const headers of foreign) {
      const replies = [
        await send('GET', { cookie, ...headers }),
        await send('DELETE', { cookie, ...headers }),
        await signIn(credentials(), { cookie, ...headers }),
      ];
      expect([headers, ...replies.map(brief)]).toEqual([headers, [403, body], [403, body], [403, body]]);
      expect(replies.map(({ headers: sent }) => sent.get('set-cookie'))).toEqual([null, null, null]);
    }
    const own = [{ 'sec-fetch-site': 'same-origin', origin: store.url }, { origin: store.url }, {}];
    for (const headers of own)
      expect((await send('GET', { cookie, ...headers } as Record<string, string>)).status).toBe(200);
  });

  const long = 'x'.repeat(10_000);
  const hostile: [string, unknown, Record<string, string[]>][] = [
    ['nothing', {}, { client_id: ['client_id is required'], client_secret: ['client_secret is required'] }],
    ['an id alone', { client_id: 'a' }, { client_secret: ['client_secret is required'] }],
    [
      'an empty code',
      { code: '' },
      { client_id: ['client_id is required'], client_secret: ['client_secret is required'] },
    ],
    ['both ways', { code: 'a', client_id: 'b' }, { code: ['code must not be sent beside client credentials'] }],
    [
      '10,000 characters',
      { client_id: 'a', client_secret: long },
      {
        client_secret: ['client_secret must be at most 255 characters'],
      },
    ],
    ['a long code', { code: long }, { code: ['code must be at most 255 characters'] }],
    ['an object', { code: { $ne: '' } }, { code: ['code must be text'] }],
    ['a list', { client_id: ['a'], client_secret: 'b' }, { client_id: ['client_id must be text'] }],
  ];
  it.each(hostile)('rejects a sign-in with %s', async (_, json, errors) => {
    const { status, body, headers } = await signIn(json);
    expect([status, body?.['errors'], headers.get('set-cookie')]).toEqual([422, errors, null]);
  });

  it('refuses unknown codes, cookies of no form and wrong credentials', async () => {
    const unknown = 'a'.repeat(43);
    for (const cookie of ['', 'storekeeper_console', `storekeeper_console=${unknown}`, `storekeeper_console=${long}`]) {
      expect(brief(await renew(cookie))).toEqual([401, refused]);
    }
    expect((await signIn({ ...credentials(), client_secret: 'wrong' })).body).toEqual({
      status: false,
      error: 'The client credentials are not valid',
    });
  });

  it('is found among cookies of the same name that a sibling domain has set, and ends all that it has', async () => {
    const cookie = cookieOf(await signIn());
    const value = cookie.split('=')[1] ?? '';
    const foreign = (mark: string): string => `storekeeper_console=${mark.repeat(43)}`;
    for (const sent of [
      `${foreign('a')}; ${cookie}`,
      `${cookie}; ${foreign('a')}`,
      `${foreign('a')}; ${foreign('a')}; ${foreign('b')}; ${cookie}`,
      `${foreign('a')}; __Secure-storekeeper_console=${value}`,
      `${'cdefghijk'.split('').map(foreign).join('; ')}; ${cookie}`,
    ])
      expect((await renew(sent)).status).toBe(200);
    expect((await renew(`x${cookie}; ${foreign('a')}`)).status).toBe(401);
    expect((await send('DELETE', { cookie: `${foreign('a')}; ${cookie}` })).status).toBe(204);
    expect((await renew(cookie)).status).toBe(401);
  });
});

describe('guesses at codes of the console', () => {
  it('are limited by address, and right codes pass from there', async () => {
    const store = await startStore('sqlite::memory:', { LOGIN_LIMIT_PER_MINUTE: '20' });
    try {
      const signIn = async (code: string): Promise<number> => {
        const options = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ code }),
        };
        return (await fetch(`${store.url}${PATH}`, options)).status;
      };
      const clients = store.app.get(ClientsService);
      await clients.create('shop', ['orders:read']);
      const link = await store.app.get(ConsoleCodesService).link((await clients.list())[0] ?? { id: '' }, store.url);
      const statuses: number[] = [];
      for (let n = 0; n < 25; n += 1) statuses.push(await signIn('a'.repeat(43)));
      expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
      expect(await signIn(link.replace(/^.*#code=/, ''))).toBe(200);
    } finally {
      await store.close();
    }
  });
});

describe('the cookie of the console', () => {
  const cookieWith = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
    const store = await startStore('sqlite::memory:', env);
    try {
      const { clientId, clientSecret } = await store.app.get(ClientsService).create('shop', []);
      const body = JSON.stringify({ client_id: clientId, client_secret: clientSecret });
      const type = { 'content-type': 'application/json' };
      const reply = await fetch(`${store.url}${PATH}`, { method: 'POST', body, headers: { ...type, ...headers } });
      const [name = '', ...rest] = (reply.headers.get('set-cookie') ?? '').split('=');
      return { status: reply.status, name, isSecure: rest.join('=').endsWith('; Secure; SameSite=Strict') };
    } finally {
      await store.close();
    }
  };
  const behindTls = { 'x-forwarded-proto': 'https', origin: 'https://shop.example' };

  it('is sent over https only where the store is reached so', async () => {
    expect(await cookieWith({ PUBLIC_URL: 'https://shop.example' })).toEqual({
      status: 200,
      name: SECURE,
      isSecure: true,
    });
    expect(await cookieWith({ PUBLIC_URL: 'https://shop.example' }, behindTls)).toEqual({
      status: 200,
      name: SECURE,
      isSecure: true,
    });
    expect(await cookieWith({ TRUST_PROXY: 'true' }, { 'x-forwarded-proto': 'https' })).toEqual({
      status: 200,
      name: SECURE,
      isSecure: true,
    });
    expect(await cookieWith({}, { 'x-forwarded-proto': 'https' })).toEqual({
      status: 200,
      name: 'storekeeper_console',
      isSecure: false,
    });
  });

  it('is not given with CONSOLE=off: there is no session', async () => {
    expect(await cookieWith({ CONSOLE: 'off' })).toEqual({ status: 404, name: '', isSecure: false });
  });
});
