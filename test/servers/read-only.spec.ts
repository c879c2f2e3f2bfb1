import { healthRoutes } from '../../src/platform/health/health.routes';
import { Readiness } from '../../src/platform/health/readiness';
import { reportDatabase } from '../../src/platform/database/connection/database-reports';
import { ServerPool } from '../../src/platform/database/connection/server-pool';
import { makeDatabase } from '../support/database';
import { databaseKind, databaseQuery, startDatabase } from '../support/database-server';
import { type PrivateServer } from '../support/private-servers';
import { type Answer, startStore, type TestStore } from '../support/store';
import { fillFromTemplate } from '../support/template';
import { until } from '../support/until';

const READ_ONLY = 'The database is read-only, or its user may not write: DATABASE_URL must name the primary';

const shown = ({ status, headers, body }: Answer) => [status, headers.get('error-code'), body];

describe('a store whose DATABASE_URL leads to a read-only server', () => {
  let server: PrivateServer;
  let store: TestStore;
  /** The answer that says so. */
  const refused = [503, 'database.read_only', { status: false, error: READ_ONLY }];
  const setReadOnly = (value: 0 | 1) => databaseQuery(server.port, `SET GLOBAL read_only = ${value}`);
  const ready = (store: TestStore) => store.request('GET', '/health/ready', { token: null });
  const make = (store: TestStore) => store.request('POST', '/v1/brands', { form: { title: 'Brand', slug: 'brand' } });

  beforeAll(async () => {
    server = await startDatabase();
    await makeDatabase(server.url, 'shop');
    // A user with all rights on the server may write to it all the same.
    await databaseQuery(server.port, "CREATE USER store@'127.0.0.1' IDENTIFIED BY 'store'");
    await databaseQuery(server.port, "GRANT ALL ON shop.* TO store@'127.0.0.1'");
    await fillFromTemplate(`${server.url}/shop`);
    store = await startStore(`${databaseKind}://store:store@127.0.0.1:${server.port}/shop`);
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  it('says so in one line of the log, and in one when it takes writes again', async () => {
    await setReadOnly(0);
    const url = `${databaseKind}://store:store@127.0.0.1:${server.port}/shop`;
    const pool = new ServerPool(
      { host: '127.0.0.1', port: server.port, user: 'store', password: 'store', database: 'shop' },
      { waitMs: 10_000, pingMs: 20, silentMs: 10_000 },
    );
    const lines: unknown[][] = [];
    const say = (...line: unknown[]) => void lines.push(line);
    reportDatabase(pool, url, { warn: say, info: say });
    const pings = jest.spyOn(pool as unknown as { ping: () => void }, 'ping');
    const severalPings = async () => {
      const before = pings.mock.calls.length;
      await until('it has pinged several times', () => pings.mock.calls.length > before + 3);
    };
    await severalPings();
    await setReadOnly(1);
    await until('it says so', () => lines.length > 0);
    await severalPings();
    await setReadOnly(0);
    await until('it says so', () => lines.length > 1);
    await severalPings();
    const database = `127.0.0.1:${server.port}`;
    expect(lines).toEqual([
      [
        { database, reason: expect.stringContaining('read-only') as string },
        'the database is read-only: writes fail, and work waits',
      ],
      [{ database }, 'the database takes writes again'],
    ]);
    await new Promise((resolve) => pool.end(resolve));
  });

  it('is not ready and says why, refuses writes with 503, answers reads, and recovers', async () => {
    expect((await ready(store)).status).toBe(200);
    await setReadOnly(1);
    expect([shown(await ready(store)), shown(await make(store))]).toEqual([refused, refused]);
    expect((await store.request('GET', '/v1/brands')).status).toBe(200);
    await setReadOnly(0);
    expect([(await ready(store)).status, (await make(store)).status]).toEqual([200, 201]);
  });

  it('says the same when its user may only read', async () => {
    await databaseQuery(server.port, "CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'reader'");
    await databaseQuery(server.port, "GRANT SELECT ON shop.* TO reader@'127.0.0.1'");
    const reading = await startStore(`${databaseKind}://reader:reader@127.0.0.1:${server.port}/shop`);
    expect([shown(await ready(reading)), shown(await make(reading))]).toEqual([refused, refused]);
    await reading.close();
  });

  it('is unavailable while the server refuses its user, and recovers', async () => {
    await databaseQuery(server.port, "CREATE USER changing@'127.0.0.1' IDENTIFIED BY 'changing'");
    await databaseQuery(server.port, "GRANT ALL ON shop.* TO changing@'127.0.0.1'");
    const changing = await startStore(`${databaseKind}://changing:changing@127.0.0.1:${server.port}/shop`);
    const setPassword = (password: string) =>
      databaseQuery(server.port, `ALTER USER changing@'127.0.0.1' IDENTIFIED BY '${password}'`);
    const cut = async () => {
      const rows = await databaseQuery(
        server.port,
        "SELECT id FROM information_schema.processlist WHERE user = 'changing'",
      );
      for (const row of rows) await databaseQuery(server.port, `KILL ${Number(row['id'])}`).catch(() => undefined);
    };
    const slug = (name: string) => changing.request('POST', '/v1/brands', { form: { title: name, slug: name } });
    const list = () => changing.request('GET', '/v1/brands');
    await setPassword('changed');
    await cut();
    // A connection that was killed is noticed by its first use.
    await list();
    const error = 'The store is not available right now, try again';
    const away = [503, 'database.unavailable', { status: false, error }];
    expect([shown(await list()), shown(await slug('refused')), shown(await ready(changing))]).toEqual([
      away,
      away,
      away,
    ]);
    await setPassword('changing');
    await databaseQuery(server.port, "REVOKE ALL ON shop.* FROM changing@'127.0.0.1'");
    expect(shown(await list())).toEqual(away);
    await databaseQuery(server.port, "GRANT ALL ON shop.* TO changing@'127.0.0.1'");
    expect([(await list()).status, (await slug('accepted')).status]).toEqual([200, 201]);
    await changing.close();
  });

  it('tells the reason on the health port of a worker too', async () => {
    await setReadOnly(1);
    const answer = await new Promise((resolve) => {
      const response = { writeHead: (status: number) => ({ end: (body: string) => resolve([status, body]) }) };
      healthRoutes(store.app.get(Readiness, { strict: false }))['/health/ready']?.({} as never, response as never);
    });
    await setReadOnly(0);
    expect(answer).toEqual([503, JSON.stringify({ status: false, error: READ_ONLY })]);
  });
});
