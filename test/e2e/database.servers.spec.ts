import { ApiClient } from '../../src/modules/access/data/api-client.entity';
import { DatabaseServers } from '../../src/platform/database/database-servers';
import { DatabaseBusy, DatabaseUnavailable } from '../../src/platform/database/database.errors';
import { startCommitProxy } from '../chaos/support/commit.proxy';
import { makeDatabase, openDatabase, scalar, type TestDatabase } from '../support/database';
import { databaseKind, startDatabase } from '../support/database-server';
import { missingServers, type PrivateServer } from '../support/private-servers';

const client = (id: string): ApiClient =>
  Object.assign(new ApiClient(), {
    id,
    clientId: `client-${id}`,
    name: 'shop',
    secretHash: 'hash',
    scopes: [],
    createdAt: new Date('2026-03-01T12:00:00.000Z'),
    revokedAt: null,
  });

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

// Two servers that know nothing of each other: enough to see who is asked.
(missingServers().includes('mariadb') ? describe.skip : describe)('a database of several servers', () => {
  let servers: PrivateServer[];
  let db: TestDatabase;
  const port = (): Promise<unknown> => scalar(db.dataSource.manager, 'SELECT @@port');
  const [first, second] = [() => servers[0]?.port, () => servers[1]?.port];
  const server = (index: number): PrivateServer => {
    const found = servers[index];
    if (found === undefined) throw new RangeError(`no server ${index}`);
    return found;
  };
  /** Resolves when the server that is preferred is another one, which the process finds out by itself. */
  const moved = async (to: number | undefined): Promise<void> => {
    while ((await port().catch(() => 0)) !== to);
  };

  beforeAll(async () => {
    servers = await Promise.all([startDatabase(), startDatabase()]);
    for (const { url } of servers) {
      await makeDatabase(url, 'shop');
      await (await openDatabase(`${url}/shop`)).close();
    }
    const hosts = servers.map((one) => `127.0.0.1:${one.port}`);
    db = await openDatabase(`${databaseKind}://app:app@${hosts.join(',')}/shop`);
  });
  beforeEach(() => moved(first()));
  afterAll(async () => {
    await db.close();
    await Promise.all(servers.map((one) => one.stop()));
  });

  it('is asked at the first of them', async () => {
    expect(await port()).toBe(first());
  });

  it('is asked at the next when the first is killed, and at the first again when it is back', async () => {
    await server(0).kill('SIGKILL');
    expect(await port()).toBe(second());
    await server(0).restart();
    await moved(first());
  });

  it('is not asked at a server that may not be written to', async () => {
    const set = (value: string): Promise<void> => makeReadOnly(server(0), value);
    await set('ON');
    await moved(second());
    expect(await port()).toBe(second());
    await set('OFF');
  });

  it('does not keep a statement waiting at a server that hangs', async () => {
    const hanging = errorOf(db.dataSource.manager.query('SELECT SLEEP(3600)'));
    await server(0).kill('SIGSTOP');
    expect(String(await hanging)).toMatch(/Connection lost/);
    expect(await port()).toBe(second());
    await server(0).kill('SIGCONT');
  });

  it('runs a transaction again on the next when the first is killed before its COMMIT', async () => {
    let tries = 0;
    await db.transactions.run(async (tx) => {
      tries += 1;
      await tx.insert(ApiClient, client('1'));
      if (tries === 1) await server(0).kill('SIGKILL');
      await tx.insert(ApiClient, client('2'));
    });
    expect(tries).toBe(2);
    const rows = await db.dataSource.manager.find(ApiClient, { order: { id: 'ASC' } });
    expect([await port(), rows.map(({ id }) => id)]).toEqual([second(), ['1', '2']]);
    await server(0).restart();
    await moved(first());
    expect(await db.dataSource.manager.count(ApiClient)).toBe(0);
  });

  it('says that it is not available when there is none', async () => {
    await Promise.all(servers.map((one) => one.kill('SIGKILL')));
    expect(await errorOf(db.transactions.run((tx) => tx.insert(ApiClient, client('9'))))).toEqual(
      new DatabaseUnavailable(),
    );
    await Promise.all(servers.map((one) => one.restart()));
  });

  it('does not run a transaction again whose connection is lost during COMMIT', async () => {
    const proxy = await startCommitProxy(server(0).port);
    const behind = await openDatabase(`${databaseKind}://app:app@127.0.0.1:${proxy.port}/shop`);
    const caught = proxy.catchCommit('after', 1);
    let tries = 0;
    const failed = errorOf(
      behind.transactions.run(async (tx) => {
        tries += 1;
        await tx.insert(ApiClient, client('3'));
      }),
    );
    await caught;
    await proxy.close();
    expect([await failed, tries]).toEqual([new DatabaseUnavailable(), 1]);
    await behind.close();
    expect(await db.dataSource.manager.existsBy(ApiClient, { id: '3' })).toBe(true);
  });

  it('lets nobody wait without end for a connection', async () => {
    const options = { user: 'app', password: 'app', connectionLimit: 1 };
    const pool = new DatabaseServers(options, [{ host: '127.0.0.1', port: server(0).port }], 50);
    const take = () =>
      new Promise<{ release(): void }>((resolve, reject) => {
        pool.getConnection((error, connection) => (connection ? resolve(connection) : reject(error ?? new Error())));
      });
    const only = await take();
    expect(await errorOf(take())).toEqual(new DatabaseBusy());
    only.release();
    // What nobody waited for any more was given back.
    const again = await take();
    again.release();
    await new Promise<void>((resolve) => pool.end(() => resolve()));
  });
});

async function makeReadOnly(server: PrivateServer, value: string): Promise<void> {
  const alone = await openDatabase(`${server.url}/shop`);
  await alone.dataSource.query(`SET GLOBAL read_only = ${value}`);
  await alone.close();
}
