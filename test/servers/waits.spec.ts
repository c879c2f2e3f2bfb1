import { type PoolConnection, type PoolOptions } from 'mysql2';
import { ApiClient } from '../../src/modules/access/data/api-client.entity';
import { ServerPool, type WaitLimits } from '../../src/platform/database/connection/server-pool';
import { reportDatabase } from '../../src/platform/database/connection/database-reports';
import { DatabaseBusy, DatabaseUnavailable } from '../../src/platform/database/connection/database.errors';
import { startCommitProxy } from '../chaos/support/commit.proxy';
import { makeDatabase, openDatabase, type TestDatabase } from '../support/database';
import { databaseKind, startDatabase } from '../support/database-server';
import { type PrivateServer } from '../support/private-servers';
import { until } from '../support/until';

const client = (id: string): ApiClient =>
  Object.assign(new ApiClient(), {
    id,
    clientId: `client-${id}`,
    name: 'shop',
    secretHash: 'hash',
    scopes: [],
    createdAt: new Date('2026-03-01T12:00:00.000Z'),
    revokedAt: null,
    lastUsedAt: null,
  });

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

describe('a database server', () => {
  let server: PrivateServer;
  let db: TestDatabase;

  beforeAll(async () => {
    server = await startDatabase();
    await makeDatabase(server.url, 'shop');
    db = await openDatabase(`${server.url}/shop`);
  });
  afterAll(async () => {
    await db.close();
    await server.stop();
  });

  it('has a transaction run again whose connection is cut before COMMIT', async () => {
    let tries = 0;
    await db.transactions.run(async (tx) => {
      tries += 1;
      await tx.insert(ApiClient, client('1'));
      if (tries === 1) await errorOf(tx.query('KILL CONNECTION_ID()'));
      await tx.insert(ApiClient, client('2'));
    });
    const rows = await db.dataSource.manager.find(ApiClient, { order: { id: 'ASC' } });
    expect([tries, rows.map(({ id }) => id)]).toEqual([2, ['1', '2']]);
  });

  it('has no transaction run again whose connection is lost during COMMIT', async () => {
    const proxy = await startCommitProxy(server.port);
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

  it('is said not to be available while it is down', async () => {
    await server.kill('SIGKILL');
    const failed = await errorOf(db.transactions.run((tx) => tx.insert(ApiClient, client('9'))));
    await server.restart();
    expect(failed).toEqual(new DatabaseUnavailable());
  });

  describe('and the pool of its connections', () => {
    let pool: ServerPool;
    const openPool = (limits: WaitLimits, options: PoolOptions = {}): void => {
      const login = { host: '127.0.0.1', port: server.port, user: 'app', password: 'app' };
      pool = new ServerPool({ ...login, connectionLimit: 1, ...options }, limits);
    };
    const take = () =>
      new Promise<PoolConnection>((resolve, reject) => {
        pool.getConnection((error, connection) => (connection ? resolve(connection) : reject(error ?? new Error())));
      });
    const ask = (sql: string) =>
      new Promise((resolve, reject) => {
        pool.query(sql, [], (error, rows) => (error === null ? resolve(rows) : reject(error)));
      });
    afterEach(() => new Promise<void>((resolve) => pool.end(() => resolve())));

    it('lets nobody wait without end for a connection', async () => {
      openPool({ waitMs: 50, pingMs: 2_000, silentMs: 10_000 });
      const only = await take();
      const waiting = errorOf(take());
      expect(pool.counts).toEqual({ inUse: 1, idle: 0, waits: 1 });
      expect(await waiting).toEqual(new DatabaseBusy());
      expect(pool.counts).toEqual({ inUse: 1, idle: 0, waits: 0 });
      only.release();
      // What nobody waited for any more was given back.
      const again = await take();
      again.release();
      expect(pool.counts).toEqual({ inUse: 0, idle: 1, waits: 0 });
    });

    it('keeps the connection of its pings', async () => {
      openPool({ waitMs: 10_000, pingMs: 1, silentMs: 10_000 });
      const pings = async () => {
        const [row] = (await ask("SHOW GLOBAL STATUS LIKE 'Com_admin_commands'")) as { Value: string }[];
        return Number(row?.Value);
      };
      const probe = await until('it pings', () => pool['probe']);
      const before = await pings();
      await until('it has pinged several times', async () => (await pings()) >= before + 5);
      expect(pool['probe']).toBe(probe);
    });

    it('reports one line when it loses the server and one when the server is back', async () => {
      openPool({ waitMs: 10_000, pingMs: 20, silentMs: 10_000 });
      const lines: unknown[][] = [];
      const say = (...line: unknown[]) => void lines.push(line);
      reportDatabase(pool, `mariadb://app:app@127.0.0.1:${server.port}/shop`, { warn: say, info: say });
      const pings = jest.spyOn(pool as unknown as { ping: () => void }, 'ping');
      await server.kill('SIGKILL');
      const before = pings.mock.calls.length;
      await until('it has pinged several times', () => pings.mock.calls.length > before + 3);
      await server.restart();
      await until('it is back', () => lines.length > 1);
      const database = `127.0.0.1:${server.port}`;
      expect(lines).toEqual([
        [
          { database, reason: expect.stringMatching(/ECONNREFUSED|ECONNRESET|EPIPE|Connection lost/) as string },
          'the database cannot be used: requests fail, and work waits',
        ],
        [{ database }, 'the database can be used again'],
      ]);
    });

    it('keeps no statement waiting at a server that hangs before its first ping', async () => {
      openPool({ waitMs: 10_000, pingMs: 300, silentMs: 1_500 }, { connectTimeout: 1_000 });
      await ask('SELECT 1');
      await server.kill('SIGSTOP');
      const failed = await errorOf(ask('SELECT 1'));
      await server.kill('SIGCONT');
      expect(failed).toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST' });
    });

    it('keeps no statement waiting at a server that hangs, and works again when it goes on', async () => {
      openPool({ waitMs: 10_000, pingMs: 20, silentMs: 200 });
      const hanging = errorOf(ask('SELECT SLEEP(3600)'));
      await server.kill('SIGSTOP');
      const failed = await hanging;
      await server.kill('SIGCONT');
      expect(failed).toMatchObject({ code: 'PROTOCOL_CONNECTION_LOST' });
      expect(await ask('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(pool.counts).toEqual({ inUse: 0, idle: 1, waits: 0 });
    });
  });
});
