import { DataSource } from 'typeorm';
import { SCOPES } from '../../src/kernel/scopes';
import { ClientsService } from '../../src/modules/access/clients.service';
import { ConsoleCodesService } from '../../src/modules/access/console-codes.service';
import { PROGRAMS } from '../../src/modules/access/data/api-client.entity';
import { TokensService } from '../../src/modules/access/tokens.service';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

interface Client {
  readonly id: string;
  readonly scopes: readonly string[];
  readonly client_secret: string;
}

/** Names by which older versions found clients of the program, and others that may seem to be one. */
const NAMES = ['command line', 'Console', 'development', 'demo', 'bootstrap', 'command_line', 'console'];

onEachEngine("the program's own clients (wire.md 5)", (engine) => {
  let store: TestStore;
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

  const clients = (of = store): ClientsService => of.app.get(ClientsService);
  const tokens = (): TokensService => store.app.get(TokensService);
  const post = async (json: Readonly<Record<string, unknown>>): Promise<{ status: number; result: Client }> => {
    const { status, body } = await store.request<{ result: Client }>('POST', '/v1/clients', { json });
    return { status, result: body.result };
  };

  it.each(NAMES)('are not those of somebody who named one "%s": its scopes stay', async (name) => {
    const { result: made } = await post({ name, scopes: ['clients:write'] });
    for (const program of PROGRAMS) {
      const own = await clients().own(program);
      expect([own.clientId === made.id, own.program]).toEqual([false, program]);
      const { accessToken } = await tokens().issueTo(own);
      expect((await store.request('GET', '/v1/orders', { token: accessToken })).status).toBe(200);
    }
    expect((await clients().get(made.id)).scopes).toEqual(['clients:write']);
    const { accessToken: token } = await tokens().issue(made.id, made.client_secret);
    expect((await store.request('GET', '/v1/orders', { token })).status).toBe(403);
    await expect(tokens().issue(made.id, made.client_secret, 'orders:read')).rejects.toThrow(/not one of the client's/);
  });

  it.each(['program', 'Program', 'own'])(
    'are marked by no request: the field %s is ignored or refused',
    async (field) => {
      const { status } = await post({ name: 'x', scopes: ['orders:read'], [field]: 'command_line' });
      const marked = (await clients().list()).filter(({ program }) => program !== null);
      expect([[201, 422].includes(status), marked]).toEqual([true, []]);
    },
  );

  it('are made once, also by commands at the same time, and again after one was revoked', async () => {
    for (const program of PROGRAMS) {
      const made = await Promise.all(
        Array.from({ length: 6 }, (_, at) => clients(at % 2 === 0 ? store : other).own(program)),
      );
      expect(new Set(made.map(({ clientId }) => clientId)).size).toBe(1);
      const [first] = made;
      await clients().revoke(first?.clientId ?? '');
      const next = await clients().own(program);
      expect([next.clientId === first?.clientId, next.scopes]).toEqual([false, SCOPES]);
    }
    expect(await clients().list()).toHaveLength(2 * PROGRAMS.length);
  });

  it('are found no more when a process of an older version revoked one, which knows no mark', async () => {
    const { clientId } = await clients().own('console');
    const time = '2026-01-31 12:00:00.000';
    await store.app.get(DataSource).query('UPDATE api_clients SET revoked_at = ? WHERE program IS NOT NULL', [time]);
    expect((await clients().own('console')).clientId).not.toBe(clientId);
  });

  it('have all scopes without a change of their row, and no secret that signs in', async () => {
    const { result: made } = await post({ name: 'x', scopes: ['orders:read'] });
    await store.app.get(DataSource).query("UPDATE api_clients SET program = 'console'");
    const own = await clients().own('console');
    expect([own.clientId, own.scopes, (await clients().get(made.id)).scopes]).toEqual([
      made.id,
      ['orders:read'],
      [...SCOPES],
    ]);
    await expect(tokens().issue(made.id, made.client_secret)).rejects.toThrow();
    await expect(tokens().principalWith(made.id, made.client_secret)).rejects.toThrow();
    const link = await store.app.get(ConsoleCodesService).link(own, '');
    const signIn = async (json: Readonly<Record<string, string>>): Promise<[number, unknown]> => {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const body = JSON.stringify(json);
      const response = await fetch(`${store.url}/console/session`, { method: 'POST', headers, body });
      return [response.status, ((await response.json()) as { scopes?: unknown }).scopes];
    };
    expect(await signIn({ client_id: made.id, client_secret: made.client_secret })).toEqual([401, undefined]);
    expect(await signIn({ code: link.split('=')[1] ?? '' })).toEqual([200, [...SCOPES]]);
  });
});
