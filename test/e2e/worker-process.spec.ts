import { VERSION } from '../../src/platform/version';
import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';
import { type PrivateServer, startRedis } from '../support/private-servers';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { TEST_SECRETS_KEY } from '../support/store';

const HEALTHY = { status: 200, body: '{"status":true}' };
const LIVE = {
  status: 200,
  body: expect.stringMatching(/^\{"status":true,"release":"\d+\.\d+\.[\w.+-]+\+[\da-f]{12}"\}$/) as string,
};
const AWAY = { status: 503, body: '{"status":false,"error":"The store is not available right now, try again"}' };

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);
// A test that failed leaves its process.
afterEach(() => StoreProcess.stopAll());

describe('the health command', () => {
  it('exits 0 while the API process is ready, and 1 when it does not answer', async () => {
    const folder = emptyFolder();
    const store = await StoreProcess.api(folder);
    const env = { PORT: new URL(store.url).port, HOST: '0.0.0.0' };
    const health = () => new StoreProcess('cli/health.js', folder, env).ended;
    expect(await health()).toEqual({ code: 0, stdout: '{"status":true}\n', stderr: '' });
    store.signal('SIGTERM');
    await store.ended;
    expect(await health()).toEqual({ code: 1, stdout: '', stderr: 'fetch failed\n' });
  });

  it('says which setting it needs to know where to ask', async () => {
    const health = (...args: string[]) =>
      new StoreProcess('cli/health.js', emptyFolder(), { PORT: '0' }, args).ended.then(({ code, stderr }) => [
        code,
        stderr,
      ]);
    const fault = (setting: string) => [
      1,
      `The configuration has 1 fault(s):\n  - ${setting} must name a port to be asked on\n`,
    ];
    expect([await health(), await health('worker')]).toEqual([fault('PORT'), fault('METRICS_PORT')]);
  });
});

describeWith(['mariadb', 'redis'], 'the worker process', () => {
  let mariaDb: PrivateServer;
  let redis: PrivateServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    [mariaDb, redis] = await Promise.all([startDatabase(), startRedis()]);
    await makeDatabase(mariaDb.url, 'shop');
    env = {
      DATABASE_URL: `${mariaDb.url}/shop`,
      REDIS_URL: redis.url,
      SECRETS_KEY: TEST_SECRETS_KEY,
      METRICS_PORT: '0',
    };
  });
  afterAll(() => Promise.all([mariaDb.stop(), redis.stop()]));

  it('is held back by `migrate --check` until the database is migrated', async () => {
    const folder = emptyFolder();
    // A migration needs no Redis, and one connection has to do: a pool may have no other.
    const alone = { ...env, REDIS_URL: '', DATABASE_POOL_SIZE: '1' };
    const check = () => runCommand(folder, alone, 'migrate', '--check');
    const before = await check();
    expect([before.code, before.stderr]).toEqual([1, '']);
    expect(before.stdout).toMatch(/^Not yet migrated: Foundation1763700000000, (?:\w+, )*\w+\n$/);
    const plan = await runCommand(folder, alone, 'migrate', '--plan');
    expect([plan.code, plan.stderr]).toEqual([0, '']);
    expect(plan.stdout).toMatch(
      /^\d+ migrations to run, about 0 s on an idle server; .*:\n {2}Foundation1763700000000: at once\n/,
    );
    expect(plan.stdout).toMatch(
      /\n {2}PlacedOrders1763702000000: about 0 s, 0 rows of orders\n(?:.*\n)*Nothing was changed\.\n$/,
    );
    // They changed nothing: the same are still missing.
    expect(await check()).toEqual(before);
    const missing = before.stdout.replace('Not yet migrated', 'Migrated');
    expect(await runCommand(folder, alone, 'migrate')).toEqual({ code: 0, stdout: missing, stderr: '' });
    expect(await check()).toEqual({ code: 0, stdout: 'The database is up to date.\n', stderr: '' });
    expect(await runCommand(folder, alone, 'check')).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: 'All rows have what this version needs.\n',
    });
  });

  it('tells on the port of its metrics whether it runs and can work', async () => {
    const folder = emptyFolder();
    await runCommand(folder, env, 'migrate');
    const worker = new StoreProcess('worker.js', folder, env);
    const { time: _, metricsPort, ...line } = await worker.line(({ msg }) => msg === 'working');
    expect(line).toEqual({
      level: 'info',
      process: 'worker',
      pid: expect.any(Number) as number,
      version: VERSION,
      release: expect.stringMatching(/^\d+\.\d+\.[\w.+-]+\+[\da-f]{12}$/) as string,
      msg: 'working',
    });
    const get = async (path: string): Promise<{ status: number; body: string }> => {
      const answer = await fetch(`http://127.0.0.1:${String(metricsPort)}${path}`);
      return { status: answer.status, body: await answer.text() };
    };
    const command = (): Promise<unknown> =>
      new StoreProcess('cli/health.js', folder, { METRICS_PORT: String(metricsPort) }, ['worker']).ended;
    const both = async () => [await get('/health/live'), await get('/health/ready')];
    expect(await both()).toEqual([LIVE, HEALTHY]);
    expect(await get('/health')).toEqual({ status: 404, body: '' });
    expect((await get('/metrics')).body).toContain('webhook_oldest_due_age_seconds');
    // Redis only wakes up: a worker without it works on.
    await redis.kill('SIGKILL');
    expect(await both()).toEqual([LIVE, HEALTHY]);
    const gone = await worker.line(({ msg }) => msg === 'Redis cannot be used: work waits for the next sweep');
    expect(gone).toMatchObject({ level: 'warn', redis: `127.0.0.1:${redis.port}` });
    await redis.restart();
    await worker.line(({ msg }) => msg === 'Redis can be used again');
    await mariaDb.kill('SIGKILL');
    expect(await both()).toEqual([LIVE, AWAY]);
    expect(await command()).toEqual({ code: 1, stdout: `${AWAY.body}\n`, stderr: '' });
    await mariaDb.restart();
    expect(await both()).toEqual([LIVE, HEALTHY]);
    expect(await command()).toEqual({ code: 0, stdout: `${HEALTHY.body}\n`, stderr: '' });
    worker.signal('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });
});
