import { onEachEngine } from '../support/engines';
import { randomInt } from 'node:crypto';
import { openDatabase } from '../support/database';
import { TEST_SECRETS_KEY, TEST_TOKEN } from '../support/store';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { until } from './support/until';

/** Kills of the worker: `npm run test:chaos` makes 50, every other run of the tests two. */
const KILLS = process.env['CHAOS'] === 'full' ? 50 : 2;
/** Most codes that a kill waits for. The job has twice as many for each: none comes after its end. */
const STRIDE = 10_000;
const COUNT = (KILLS + 1) * 2 * STRIDE;
const LONG = KILLS * 10_000 + 120_000;

interface JobRow {
  readonly id: string;
  readonly state: string;
  readonly done: number;
}

onEachEngine(`codes and ${KILLS} kills of the worker (promotions-at-scale.md 2)`, (engine) => {
  let folder: string;
  let api: StoreProcess;
  let worker: StoreProcess;

  const database = () => ({ DATABASE_URL: engine.databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY });
  const shared = () => ({
    ...database(),
    ...(engine.redisUrl === undefined ? {} : { REDIS_URL: engine.redisUrl }),
  });
  const startApi = () =>
    StoreProcess.api(folder, { ...shared(), BOOTSTRAP_TOKEN: TEST_TOKEN, RATE_LIMIT_PER_MINUTE: '0' });
  const startWorker = async (): Promise<StoreProcess> => {
    if (engine.redisUrl === undefined) return (api = await startApi());
    const started = new StoreProcess('worker.js', folder, shared());
    await started.line(({ msg }) => msg === 'working');
    return started;
  };
  const send = async <R>(method: string, path: string, body?: object): Promise<R> => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', connection: 'close' },
      body: body && JSON.stringify(body),
    });
    return ((await response.json()) as { result: R }).result;
  };

  beforeAll(async () => {
    await ensureBuilt();
    folder = emptyFolder();
    if (engine.name !== 'sqlite') await runCommand(folder, database(), 'migrate');
    api = await startApi();
    worker = engine.redisUrl === undefined ? api : await startWorker();
  }, LONG);
  afterAll(() => StoreProcess.stopAll());

  it(
    'adds each code once, and neither one too many nor too few',
    async () => {
      const promotion = await send<{ id: string }>('POST', '/v1/promotions/cart', {
        ...{ title: 'Codes', from: '2020-01-01', to: '2099-12-31', status: 1, terminating: 0, persistent: 0 },
        ...{ action: 'discount_by_percent', amount: 10, apply_to_shipping: 0 },
      });
      const codes = `/v1/promotions/cart/${promotion.id}/codes`;
      const { id } = await send<JobRow>('POST', codes, { count: COUNT });
      const look = () => send<JobRow>('GET', `${codes}/jobs/${id}`);
      let last = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const from = last + randomInt(STRIDE);
        const { done } = await until(`${from} codes`, async () => {
          const job = await look();
          return job.done > from && job;
        });
        await worker.stop();
        worker = await startWorker();
        const kept = await look();
        // What was committed is kept, and there was work left to interrupt.
        expect([kept.state, kept.done >= done]).toEqual(['running', true]);
        last = kept.done;
      }
      const done = await until('the end of the job', async () => {
        const job = await look();
        return job.state !== 'queued' && job.state !== 'running' && job;
      });
      expect(done).toMatchObject({ state: 'done', total: COUNT, done: COUNT, failed: 0, error: null });
      await StoreProcess.stopAll();
      const db = await openDatabase(engine.databaseUrl);
      const [counted] = await db.dataSource.query<object[]>(
        'SELECT COUNT(*) AS codes, COUNT(DISTINCT code_key) AS different FROM promotion_codes WHERE promotion_id = ?',
        [promotion.id],
      );
      await db.close();
      expect(Object.values(counted ?? {}).map(Number)).toEqual([COUNT, COUNT]);
    },
    LONG,
  );
});
