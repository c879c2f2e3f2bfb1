import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { type Scope, SCOPES } from '../../src/kernel/scopes';
import { ClientUsesService } from '../../src/modules/access/client-uses.service';
import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { type Answer, type Call, startStore, type TestStore } from '../support/store';

const PATH = '/v1/clients';
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown;

interface Client {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly client_secret?: string;
}
interface One {
  readonly result: Client;
}
onEachEngine('API clients (console.md 10)', (engine) => {
  let store: TestStore;
  /** On SQLite one process serves. */
  let other: TestStore;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    other = engine.name === 'sqlite' ? store : await startStore(engine.databaseUrl);
  });
  beforeEach(() => store.app.get(DataSource).query('DELETE FROM api_clients'));
  afterAll(async () => {
    await store.close();
    if (other !== store) await other.close();
  });

  const make = async (name: string, scopes: readonly string[], call: Call = {}): Promise<Client> => {
    const { status, body } = await store.request<One>('POST', PATH, { json: { name, scopes }, ...call });
    expect(status).toBe(201);
    return body.result;
  };
  const tokenOf = async ({ id, client_secret = '' }: Client): Promise<string> =>
    (await store.app.get(TokensService).issue(id, client_secret)).accessToken;
  const list = async (): Promise<readonly Client[]> =>
    (await store.request<{ result: Client[] }>('GET', PATH, { query: { order: 'asc' } })).body.result;
  const code = ({ status, headers }: Answer<unknown>): unknown[] => [status, headers.get('error-code')];

  it('are made with a secret that is shown once, listed, and revoked', async () => {
    const made = await make('till', ['orders:read', 'settings:read', 'orders:read']);
    const record = {
      id: expect.stringMatching(/^[\da-f]{20}$/) as unknown,
      name: 'till',
      scopes: ['orders:read', 'settings:read'],
      origins: null,
      created_at: TIME,
      revoked_at: null,
      last_used_at: null,
      program: null,
    };
    expect(made).toEqual({ ...record, client_secret: expect.stringMatching(/^[\w-]{43}$/) as unknown });
    const { body: got, headers } = await store.request<One>('GET', `${PATH}/${made.id}`);
    expect([await list(), got.result]).toEqual([[record], record]);
    const other = { 'if-match': '"other"' };
    expect(code(await store.request('DELETE', `${PATH}/${made.id}`, { headers: other }))).toEqual([
      409,
      'record.stale',
    ]);
    const same = { 'if-match': String(headers.get('etag')) };
    expect((await store.request('DELETE', `${PATH}/${made.id}`, { headers: same })).body).toEqual({
      status: true,
      message: 'Client removed successfully',
    });
    expect(await list()).toEqual([{ ...record, revoked_at: TIME }]);
    // Again: it is revoked already, at the same time.
    const [before] = await list();
    expect((await store.request('DELETE', `${PATH}/${made.id}`)).status).toBe(200);
    expect(await list()).toEqual([before]);
  });

  it('end with their tokens in every process, before the answer', async () => {
    const made = await make('till', ['settings:read']);
    const token = await tokenOf(made);
    const reads = async () => [
      (await store.request('GET', '/v1/currencies', { token })).status,
      (await other.request('GET', '/v1/currencies', { token })).status,
    ];
    expect(await reads()).toEqual([200, 200]);
    await store.request('DELETE', `${PATH}/${made.id}`);
    expect(await reads()).toEqual([401, 401]);
    await expect(tokenOf(made)).rejects.toThrow('The client credentials are not valid');
  });

  describe('say when they were last used', () => {
    const CALLED = '2026-03-01 12:00:00';
    const apps = () => [...new Set([store.app, other.app])];
    const at = (time: string): void => {
      for (const app of apps()) jest.spyOn(app.get(Clock), 'now').mockReturnValue(new Date(`2026-03-01T${time}Z`));
    };
    const lastUses = async () => {
      for (const app of apps()) await app.get(ClientUsesService).idle();
      return (await list()).map(({ last_used_at }) => last_used_at);
    };
    const read = async (token: string, of = store) => (await of.request('GET', '/v1/currencies', { token })).status;
    beforeEach(() => at('12:00:00.700'));
    afterEach(() => jest.restoreAllMocks());

    it('to five minutes, in each process', async () => {
      const made = await make('till', ['settings:read']);
      await make('unused', ['settings:read']);
      const token = await tokenOf(made);
      const writes = apps().map((app) => jest.spyOn(app.get(Transactions), 'repeatable'));
      expect(await lastUses()).toEqual([null, null]);
      expect([await read(token), await lastUses()]).toEqual([200, [CALLED, null]]);
      at('12:05:00.700');
      expect([await read(token, other), await lastUses()]).toEqual([200, [CALLED, null]]);
      at('12:05:06.000');
      expect([await read(token, other), await lastUses()]).toEqual([200, ['2026-03-01 12:05:06', null]]);
      // The other process has just written it.
      at('12:10:06.000');
      expect([await read(token), await lastUses()]).toEqual([200, ['2026-03-01 12:05:06', null]]);
      expect(writes.flatMap(({ mock }) => mock.calls)).toHaveLength(2);
    });

    it('by one write, when tokens are looked up in two processes at once', async () => {
      const made = await make('till', ['settings:read']);
      const tokens = [await tokenOf(made), await tokenOf(made), await tokenOf(made)];
      const writes = apps().map((app) => jest.spyOn(app.get(Transactions), 'repeatable'));
      const reads = tokens.flatMap((token) => [read(token), read(token, other)]);
      expect(new Set(await Promise.all(reads))).toEqual(new Set([200]));
      await lastUses();
      const results = await Promise.all(
        writes.flatMap(({ mock }) => mock.results.map(({ value }) => value as unknown)),
      );
      expect(results.filter((result) => (result as { affected?: number }).affected === 1)).toHaveLength(1);
    });

    it('without a new ETag and without an event', async () => {
      const made = await make('till', ['settings:read']);
      const tag = async () => (await store.request('GET', `${PATH}/${made.id}`)).headers.get('etag');
      const events = () => store.app.get(DataSource).query<unknown[]>('SELECT id FROM events');
      const before = [await tag(), await events()];
      await read(await tokenOf(made));
      expect(await lastUses()).toEqual([CALLED]);
      expect([await tag(), await events()]).toEqual(before);
      const headers = { 'if-match': String(before[0]) };
      expect((await store.request('DELETE', `${PATH}/${made.id}`, { headers })).status).toBe(200);
      expect(await list()).toMatchObject([{ id: made.id, revoked_at: TIME, last_used_at: CALLED }]);
    });

    it('and wait for no write of it, nor fail with it', async () => {
      const token = await tokenOf(await make('till', ['settings:read']));
      let fail: (reason: Error) => void = () => undefined;
      const write = jest
        .spyOn(store.app.get(Transactions), 'repeatable')
        .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)));
      expect(await read(token)).toBe(200);
      expect(write).toHaveBeenCalledTimes(1);
      fail(new Error('The disk is full'));
      expect(await lastUses()).toEqual([null]);
      at('12:00:06.000');
      expect([await read(token), await lastUses()]).toEqual([200, ['2026-03-01 12:00:06']]);
    });
  });

  it('give no scope that their token lacks', async () => {
    const limited = await make('admin', ['clients:read', 'clients:write', 'orders:read']);
    const full = await tokenOf(limited);
    const { accessToken: narrow } = await store.app
      .get(TokensService)
      .issue(limited.id, limited.client_secret ?? '', 'clients:write');
    const accepted = 'clients:read clients:write orders:read';
    const cases: [string, string[], string][] = [
      [
        full,
        ['orders:read', 'orders:write'],
        `scopes orders:write is not one of the scopes of your token; accepted: ${accepted}`,
      ],
      [full, [...SCOPES], `scopes orders:write is not one of the scopes of your token; accepted: ${accepted}`],
      [narrow, ['orders:read'], 'scopes orders:read is not one of the scopes of your token; accepted: clients:write'],
      [full, ['orders:all'], `scopes orders:all does not exist; accepted: ${accepted}`],
      [full, ['*'], `scopes * does not exist; accepted: ${accepted}`],
    ];
    for (const [token, scopes, message] of cases) {
      const { status, body } = await store.request<Failure>('POST', PATH, { json: { name: 'x', scopes }, token });
      expect([status, body.errors]).toEqual([422, { scopes: [message] }]);
    }
    expect((await list()).map(({ name }) => name)).toEqual(['admin']);
    expect(await make('same', ['orders:read'], { token: full })).toMatchObject({ scopes: ['orders:read'] });
  });

  it('need their scopes', async () => {
    const reader = await tokenOf(await make('reader', ['clients:read']));
    const stranger = await tokenOf(await make('stranger', ['orders:read', 'settings:write']));
    const json = { name: 'x', scopes: ['clients:read'] };
    const ask = async (token: string) => [
      (await store.request('GET', PATH, { token })).status,
      (await store.request('POST', PATH, { json, token })).status,
      (await store.request('DELETE', `${PATH}/x`, { token })).status,
    ];
    expect([await ask(reader), await ask(stranger)]).toEqual([
      [200, 403, 403],
      [403, 403, 403],
    ]);
  });

  it('keep one that can make others, also when two of the last are revoked at once', async () => {
    const [first, second] = [await make('first', ['clients:write']), await make('second', ['clients:write'])];
    await make('reader', ['clients:read', 'orders:read']);
    await store.app.get(ClientsService).createPublic('pages', ['https://shop.example']);
    const answers = await Promise.all([
      store.request('DELETE', `${PATH}/${first.id}`),
      other.request('DELETE', `${PATH}/${second.id}`),
    ]);
    expect(answers.map(code).sort()).toEqual([
      [200, null],
      [409, 'access.last_administrator'],
    ]);
    const left = (await list()).filter(({ scopes, revoked_at }) => scopes.includes('clients:write') && !revoked_at);
    expect(left).toHaveLength(1);
    const [last] = left;
    const { body } = await store.request<Failure>('DELETE', `${PATH}/${last?.id}`);
    expect(body.error).toBe(
      'This is the last client with clients:write: make another one first, or use npm run store -- client:revoke',
    );
    // Whose token still works.
    expect(
      (await store.request('GET', '/v1/orders', { token: await tokenOf(await make('till', ['orders:read'])) })).status,
    ).toBe(200);
    await make('next', ['clients:write']);
    expect((await store.request('DELETE', `${PATH}/${last?.id}`)).status).toBe(200);
  });

  const long = 'x'.repeat(10_000);
  const hostile: [string, unknown, Record<string, string>][] = [
    ['nothing', {}, { name: 'name is required', scopes: 'scopes is required' }],
    ['no scopes', { name: 'x', scopes: [] }, { scopes: 'scopes must name a scope' }],
    ['empty scopes', { name: 'x', scopes: '' }, { scopes: 'scopes is required' }],
    ['a long name', { name: long, scopes: ['orders:read'] }, { name: 'name must be at most 255 characters' }],
    ['a name of an object', { name: { a: 1 }, scopes: ['orders:read'] }, { name: 'name must be text' }],
    [
      'a long scope',
      { name: 'x', scopes: [long] },
      { scopes: 'scopes must be a list of texts of at most 255 characters' },
    ],
    [
      'scopes of objects',
      { name: 'x', scopes: [{}] },
      { scopes: 'scopes must be a list of texts of at most 255 characters' },
    ],
    [
      'too many scopes',
      { name: 'x', scopes: Array.from({ length: 99 }, () => 'orders:read') },
      { scopes: `scopes must have at most ${SCOPES.length} entries` },
    ],
  ];
  it.each(hostile)('reject %s', async (_, json, errors) => {
    const { status, body } = await store.request<Failure>('POST', PATH, { json });
    const expected = Object.entries(errors).map(([field, message]) => [field, [message]]);
    expect([status, body.errors]).toEqual([422, Object.fromEntries(expected)]);
    expect(await list()).toEqual([]);
  });

  it('are 404 by another id, and show no secret anywhere but in the answer that makes one', async () => {
    const made = await make(`<script>alert(1)</script>`, ['orders:read'], { headers: { 'idempotency-key': 'once' } });
    expect(
      await make(`<script>alert(1)</script>`, ['orders:read'], { headers: { 'idempotency-key': 'once' } }),
    ).toEqual(made);
    for (const id of ['x', '%00', '..%2f', long, `${made.id}%20`, made.id.slice(1)]) {
      expect(code(await store.request('GET', `${PATH}/${id}`))).toEqual([404, 'access.client_not_found']);
      expect(code(await store.request('DELETE', `${PATH}/${id}`))).toEqual([404, 'access.client_not_found']);
    }
    const source = store.app.get(DataSource);
    const tables = ['api_clients', 'events', 'idempotency_records', 'access_tokens'];
    const rows = JSON.stringify(
      await Promise.all(tables.map((table) => source.query<unknown[]>(`SELECT * FROM ${table}`))),
    );
    expect(rows).not.toContain(made.client_secret);
    expect(JSON.stringify(await list())).not.toContain('secret');
    expect((await store.request('GET', PATH, { query: { secretHash: 'x' } })).status).toBe(422);
  });
});
