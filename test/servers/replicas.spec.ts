import { setTimeout as pause } from 'node:timers/promises';
import { SCOPES } from '../../src/kernel/scopes';
import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { standardOutput } from '../../src/platform/logging/logger';
import { Metrics } from '../../src/platform/metrics/metrics';
import { GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { makeDatabase } from '../support/database';
import { databaseKind, databaseQuery } from '../support/database-server';
import { freePort } from '../support/private-servers';
import { type ReplicatedDatabase, startReplicatedDatabase } from '../support/replicated-database';
import { startStore, type TestStore } from '../support/store';

interface Listed {
  readonly pagination: { readonly total: number };
  readonly result: readonly { readonly id: string; readonly first_name?: string; readonly object_id?: string }[];
}

/** The lag that a store of these tests allows unless it is another: longer than any of them takes. */
const LONG = '30';

interface OpenOptions {
  /** The database on the primary. */
  readonly name?: string;
  /** The database on the replica; default: the same. */
  readonly replica?: string;
  readonly maxLag?: string;
  readonly withWorkers?: boolean;
  readonly logLevel?: string;
}

const OF_ANOTHER =
  'it is no replica of the database of DATABASE_URL, or has replicated nothing since this process started';

/** Copies all tables of a database of a server into a new one, as a backup that is restored. */
async function copyDatabase(port: number, from: string, to: string): Promise<void> {
  const tables = await databaseQuery(
    port,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${from}'`,
  );
  await databaseQuery(port, `CREATE DATABASE ${to}`);
  for (const { name } of tables) {
    await databaseQuery(port, `CREATE TABLE ${to}.${String(name)} LIKE ${from}.${String(name)}`);
    await databaseQuery(port, `INSERT INTO ${to}.${String(name)} SELECT * FROM ${from}.${String(name)}`);
  }
}

const WEBHOOK = {
  url: 'https://receiver.example/',
  content_type: 'application/json',
  create: 1,
  update: 1,
  delete: 1,
  enabled: 1,
  events: '["order.*"]',
};

/** Makes something for every list: an order that used a promotion and was paid, a code, a delivery. */
async function busyShop(store: TestStore): Promise<{ promotion: string; webhook: string }> {
  const shop = await Shop.open(store);
  const product = await shop.product();
  const promotion = await shop.promotion();
  const order = await shop.order(product.id);
  await shop.pay('purchase', order.id, GOOD_CARD);
  await shop.made(`/v1/promotions/cart/${promotion.id}/codes`, { count: 1 });
  const webhook = await shop.made('/v1/webhooks', WEBHOOK);
  await shop.made(`/v1/webhooks/${webhook.id}/ping`, {});
  return { promotion: promotion.id, webhook: webhook.id };
}

describe('a store with a replica of its database', () => {
  let database: ReplicatedDatabase;
  const stores: TestStore[] = [];
  /** Two processes of one store. */
  let one: TestStore;
  let other: TestStore;
  /** Tokens of clients: one has only read since it was made. */
  let reader: string;
  let writer: string;

  async function openWith(
    port: number,
    { name = 'shop', replica, maxLag = LONG, withWorkers = false, logLevel = 'silent' }: OpenOptions = {},
  ): Promise<TestStore> {
    const settings = {
      DATABASE_REPLICA_URL: `${databaseKind}://reader:reader@127.0.0.1:${port}/${replica ?? name}`,
      DATABASE_REPLICA_MAX_LAG: maxLag,
      LOG_LEVEL: logLevel,
    };
    const store = await startStore(`${database.primary.url}/${name}`, settings, withWorkers);
    stores.push(store);
    return store;
  }

  /** A token of a new client with all scopes. */
  async function client(name: string, store = one): Promise<string> {
    const { clientId, clientSecret } = await store.app.get(ClientsService).create(name, SCOPES);
    return (await store.app.get(TokensService).issue(clientId, clientSecret)).accessToken;
  }

  const make = async (store: TestStore, first_name: string): Promise<string> => {
    const form = { first_name, last_name: 'Lovelace', email: `${first_name}@example.org`.toLowerCase() };
    const made = await store.request<{ result: { id: string } }>('POST', '/v1/customers', { form, token: writer });
    expect(made.status).toBe(201);
    return made.body.result.id;
  };
  const namesOf = async (store: TestStore, token: string): Promise<(string | undefined)[]> => {
    const { status, body } = await store.request<Listed>('GET', '/v1/customers', { token });
    expect(status).toBe(200);
    return body.result.map(({ first_name }) => first_name);
  };

  /** Acts while the replica receives and does not apply. */
  async function whileItStands(act: () => Promise<void>): Promise<void> {
    await database.apply(false);
    await act().finally(() => database.apply(true));
  }

  /** Collects the level and the text of log lines about replicas, of stores that are opened with `logLevel: 'info'`. */
  function listen(): { readonly lines: string[]; readonly stop: () => void } {
    const lines: string[] = [];
    const write = jest.spyOn(standardOutput.prompt, 'write').mockImplementation((line) => {
      const { level, msg } = JSON.parse(line) as { level: string; msg: string };
      if (msg.includes('replica')) lines.push(`${level}: ${msg}`);
    });
    return { lines, stop: () => write.mockRestore() };
  }
  const notAsked = (port: number, reason: string): string =>
    `warn: The replica 127.0.0.1:${port} is not asked: ${reason}. The primary answers instead`;

  /** The text of an answer, without the address of the store and without the time until which figures are complete. */
  async function textOf(store: TestStore, path: string, token = reader): Promise<string> {
    const response = await fetch(`${store.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.text()).replaceAll(store.url, '').replace(/"as_of":"[^"]*"/, '');
  }

  /** A sample of a metric, such as `name{label="value"}`. */
  async function metric(store: TestStore, sample: string): Promise<number> {
    const lines = (await store.app.get(Metrics).text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length + 1));
  }
  const lagOf = (store: TestStore, port: number) =>
    metric(store, `database_replica_lag_seconds{replica="127.0.0.1:${port}"}`);
  const isAsked = (store: TestStore, port: number) =>
    metric(store, `database_replica_asked{replica="127.0.0.1:${port}"}`);
  const answeredBy = (store: TestStore, who: string) =>
    metric(store, `database_lagging_reads_total{answered_by="${who}"}`);

  /** Looks until it holds. */
  async function until(holds: () => Promise<boolean>): Promise<void> {
    for (const from = performance.now(); !(await holds()); await pause(20))
      if (performance.now() - from > 20_000) throw new Error('not so after 20 s');
  }

  /** Waits until a replica answers a store, and has what was written before. */
  async function untilAsked(store: TestStore, token = reader): Promise<void> {
    await until(async () => {
      const before = await answeredBy(store, 'replica');
      await namesOf(store, token);
      return (await answeredBy(store, 'replica')) > before;
    });
  }
  const untilReplicaHas = (id: string): Promise<void> =>
    until(
      async () =>
        (await databaseQuery(database.replica.port, `SELECT 1 FROM shop.customers WHERE id = ${id}`)).length > 0,
    );

  beforeAll(async () => {
    database = await startReplicatedDatabase();
    await makeDatabase(database.primary.url, 'shop');
    // All that the store needs there.
    await databaseQuery(database.primary.port, "CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'reader'");
    await databaseQuery(database.primary.port, "GRANT SELECT ON *.* TO reader@'127.0.0.1'");
    one = await openWith(database.replica.port);
    other = await openWith(database.replica.port);
    reader = await client('reports');
    writer = await client('backend');
    await untilAsked(one);
    await untilAsked(other);
  });
  afterEach(async () => {
    // All but the two of every test: their workers would deliver, and their lines be heard, in the next test.
    await Promise.all(stores.splice(2).map((store) => store.close()));
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database.stop();
  });

  it('reads lists from it, and single records from the primary', async () => {
    const id = await make(one, 'Ada');
    await untilReplicaHas(id);
    await databaseQuery(database.replica.port, `UPDATE shop.customers SET first_name = 'Replica' WHERE id = ${id}`);
    expect(await namesOf(one, reader)).toContain('Replica');
    const single = await one.request<{ result: object }>('GET', `/v1/customers/${id}`, { token: reader });
    expect(single.body.result).toMatchObject({ first_name: 'Ada' });
    await databaseQuery(database.replica.port, `UPDATE shop.customers SET first_name = 'Ada' WHERE id = ${id}`);
  });

  it('shows a client in its next list what it has written, at each process, while the replica lags', async () => {
    let id = '';
    await whileItStands(async () => {
      id = await make(one, 'Grace');
      expect(await namesOf(one, writer)).toContain('Grace');
      expect(await namesOf(other, writer)).toContain('Grace');
      const events = await other.request<Listed>('GET', '/v1/events', { token: writer, query: { object_id: id } });
      expect(events.body.result).toHaveLength(1);
      // Others see it later.
      expect(await namesOf(one, reader)).not.toContain('Grace');
    });
    await untilReplicaHas(id);
    expect(await namesOf(other, reader)).toContain('Grace');
  });

  it('reads with the settings of the primary', async () => {
    await makeDatabase(database.primary.url, 'euros');
    const store = await openWith(database.replica.port, { name: 'euros' });
    const reports = await client('reports', store);
    await untilAsked(store, reports);
    await whileItStands(async () => {
      const form = { code: 'EUR', title: 'Euro', format: '{price} €', default: 1, exchange_rate: 1 };
      expect((await store.request('POST', '/v1/currencies', { form })).status).toBe(201);
      const before = await answeredBy(store, 'replica');
      expect(await textOf(store, '/v1/statistics/revenue', reports)).toContain('"EUR"');
      expect(await answeredBy(store, 'replica')).toBe(before + 1);
    });
  });

  it('gives the answers of the primary, for each list and report that may lag', async () => {
    const plain = await startStore(`${database.primary.url}/shop`);
    stores.push(plain);
    const { promotion, webhook } = await busyShop(one);
    await untilReplicaHas(await make(one, 'Joan'));
    const ofPromotion = `/v1/promotions/cart/${promotion}`;
    const paths = [
      '/v1/customers',
      '/v1/orders?include=items,discounts,payments',
      '/v1/orders/search?status=paid',
      '/v1/orders/search?status=failed',
      '/v1/transactions',
      '/v1/events',
      `/v1/webhooks/${webhook}/deliveries`,
      `${ofPromotion}/codes`,
      `${ofPromotion}/codes.csv`,
      `${ofPromotion}/uses`,
      `${ofPromotion}/results`,
      '/v1/statistics/store',
      '/v1/statistics/statuses',
    ];
    for (const path of paths) {
      const before = await answeredBy(one, 'replica');
      const lagging = await textOf(one, path);
      expect([path, (await answeredBy(one, 'replica')) - before]).toEqual([path, 1]);
      expect(lagging).toEqual(await textOf(plain, path));
    }
  });

  it('shows a client the codes of a job of whose end it was told, while the replica lags', async () => {
    const worker = await openWith(database.replica.port, { withWorkers: true });
    const { id } = await (await Shop.open(one)).promotion();
    const codes = `/v1/promotions/cart/${id}/codes`;
    await untilReplicaHas(await make(one, 'Rosa'));
    await whileItStands(async () => {
      const job = await one.request<{ result: { id: string } }>('POST', codes, { json: { count: 1001 } });
      await worker.app.get(JobRunner).settle();
      const total = async (token: string) => (await one.request<Listed>('GET', codes, { token })).body.pagination.total;
      const desk = await client('desk');
      expect(await total(desk)).toBe(0);
      await one.request('GET', `${codes}/jobs/${job.body.result.id}`, { token: desk });
      expect([await total(desk), await total(reader)]).toEqual([1001, 0]);
    });
  });

  it('is asked for nothing while it lags more than allowed, which is measured and said once', async () => {
    const { port } = database.replica;
    const { lines, stop } = listen();
    const impatient = await openWith(port, { maxLag: '2', logLevel: 'info' });
    await untilAsked(impatient);
    expect(await isAsked(impatient, port)).toBe(1);
    await whileItStands(async () => {
      await make(one, 'Mary');
      await until(async () => (await namesOf(impatient, reader)).includes('Mary'));
      expect(await lagOf(impatient, port)).toBeGreaterThan(2);
      expect(await isAsked(impatient, port)).toBe(0);
      await until(async () => lines.length > 0);
    });
    await untilAsked(impatient);
    expect(await lagOf(impatient, port)).toBeLessThan(2);
    // No read: looks find out.
    await until(async () => lines.length > 1);
    expect(lines).toEqual([
      notAsked(port, 'it lags by more than 2 s'),
      `info: The replica 127.0.0.1:${port} answers again`,
    ]);
    stop();
  });

  it.each(['another', 'backup'])('is not asked while it is no replica of the database: %s', async (replica) => {
    const { port } = database.replica;
    if (replica === 'another') {
      await makeDatabase(database.primary.url, replica);
      // Its heartbeats are as new as those of this store.
      const shop = await openWith(port, { name: replica });
      await untilAsked(shop, await client('reports', shop));
    } else await copyDatabase(port, 'shop', replica);
    const { lines, stop } = listen();
    const store = await openWith(port, { replica, maxLag: '2', logLevel: 'info' });
    await until(async () => lines.length > 0);
    expect(await namesOf(store, reader)).toEqual(await namesOf(store, writer));
    expect([await isAsked(store, port), await answeredBy(store, 'replica')]).toEqual([0, 0]);
    expect(lines).toEqual([notAsked(port, OF_ANOTHER)]);
    stop();
  });

  it('is not asked by a process that started after what it has replicated, as after a restore', async () => {
    const { port } = database.replica;
    const { lines, stop } = listen();
    let store = one;
    await whileItStands(async () => {
      store = await openWith(port, { maxLag: '2', logLevel: 'info' });
      await until(async () => lines.length > 0);
      expect(await isAsked(store, port)).toBe(0);
    });
    await untilAsked(store);
    expect(lines).toEqual([notAsked(port, OF_ANOTHER)]);
    stop();
  });

  it('starts and works without it, and is ready', async () => {
    const { lines, stop } = listen();
    const port = await freePort();
    const alone = await openWith(port, { logLevel: 'info' });
    await until(async () => lines.length > 0);
    expect(await namesOf(alone, reader)).toEqual(await namesOf(alone, writer));
    expect((await alone.request('GET', '/health/ready', { token: null })).status).toBe(200);
    const lag = await lagOf(alone, port);
    await until(async () => (await lagOf(alone, port)) > lag + 1);
    expect(await isAsked(alone, port)).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^warn: The replica \S+ is not asked: .*ECONNREFUSED.*\. The primary answers instead$/),
    ]);
    stop();
  });

  it('answers while the replica is killed, hangs and comes back', async () => {
    await untilAsked(one);
    const names = await namesOf(one, reader);
    await database.replica.kill('SIGKILL');
    expect(await namesOf(one, reader)).toEqual(names);
    expect((await one.request('GET', '/health/ready', { token: null })).status).toBe(200);
    await database.replica.restart();
    await untilAsked(one);
    await database.replica.kill('SIGSTOP');
    expect(await namesOf(one, reader)).toEqual(names);
    await database.replica.kill('SIGCONT');
    await untilAsked(one);
  });
});
