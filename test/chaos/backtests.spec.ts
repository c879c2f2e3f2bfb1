import { randomInt } from 'node:crypto';
import { onEachEngine } from '../support/engines';
import { openDatabase } from '../support/database';
import { copyPastOrders } from '../support/past-orders.sql';
import { TEST_SECRETS_KEY, TEST_TOKEN } from '../support/store';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { until } from './support/until';

/** Kills of the worker: `npm run test:chaos` makes 50, every other run of the tests two. */
const KILLS = process.env['CHAOS'] === 'full' ? 50 : 2;
/** Most orders that a kill waits for. The back-test has twice as many for each: none comes after its end. */
const STRIDE = 1_500;
const COUNT = (KILLS + 1) * 2 * STRIDE;
const LONG = KILLS * 10_000 + 180_000;
const PATH = '/v1/promotions/backtests';

interface Row {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly looked_at: number; readonly total: number | null };
  readonly result: unknown;
}

onEachEngine(`back-tests and ${KILLS} kills of the worker (promotions-at-scale.md 11)`, (engine) => {
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
  const promotion = {
    from: '2020-01-01',
    to: '2099-12-31',
    status: 1,
    terminating: 0,
    persistent: 0,
    apply_to_shipping: 0,
  };
  const percent = { ...promotion, action: 'discount_by_percent' };

  beforeAll(async () => {
    await ensureBuilt();
    folder = emptyFolder();
    if (engine.name !== 'sqlite') await runCommand(folder, database(), 'migrate');
    api = await startApi();
    const [band] = await send<{ id: string }[]>('GET', '/v1/taxes');
    const tax_band = band?.id ?? (await send<{ id: string }>('POST', '/v1/taxes', { title: 'VAT', rate: 20 })).id;
    const product = { sku: 'A', title: 'A', slug: 'a', price: '9.99', tax_band, requires_shipping: 0 };
    const { id } = await send<{ id: string }>('POST', '/v1/products', product);
    await send('POST', '/v1/promotions/cart', { ...percent, title: 'Then', amount: 10 });
    const templates = [];
    for (const quantity of [1, 2, 5]) {
      await send('POST', `/v1/carts/c${quantity}`, { id, quantity });
      const customer = { first_name: 'Ada', last_name: 'Byron', email: `c${quantity}@example.com` };
      const order = await send<{ id: string }>('POST', `/v1/carts/c${quantity}/checkout`, {
        gateway: 'dummy',
        customer,
      });
      templates.push(order.id);
    }
    const db = await openDatabase(engine.databaseUrl);
    await copyPastOrders(db.dataSource, { templates, count: COUNT, from: '2026-01-01', seconds: 20 * 86_400 });
    await db.close();
    worker = engine.redisUrl === undefined ? api : await startWorker();
  }, LONG);
  afterAll(() => StoreProcess.stopAll());

  const start = () =>
    send<Row>('POST', PATH, {
      ...{ from: '2026-01-01', to: '2026-01-31' },
      promotions: [
        { action: 'discount_subtotal_fixed', amount: 2, max_uses: COUNT / 3, title: 'Two off' },
        { action: 'discount_by_percent', amount: '12.5', budget: COUNT, title: 'Eighth' },
        { action: 'buy_x_get_y_free', trigger_quantity: 2, amount: 1, title: 'Third free' },
      ],
    });
  const look = (id: string) => send<Row>('GET', `${PATH}/${id}`);
  const ended = (id: string): Promise<Row> =>
    until('the end of the back-test', async () => {
      const row = await look(id);
      return row.state !== 'queued' && row.state !== 'running' && row;
    });
  /** Everything that a back-test found, but for the id of the back-test. */
  const foundBy = async ({ id, result }: Row): Promise<string> => {
    const touched = await send<object[]>('GET', `${PATH}/${id}/orders?offset=${STRIDE}`);
    return JSON.stringify([result, touched]);
  };

  it(
    'goes on where it was, and comes to the same bytes as one that nobody disturbed',
    async () => {
      const undisturbed = await ended((await start()).id);
      expect(undisturbed).toMatchObject({ state: 'done', progress: { looked_at: COUNT, total: COUNT } });
      const { id } = await start();
      let last = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const from = last + randomInt(STRIDE);
        const { progress } = await until(`${from} orders`, async () => {
          const row = await look(id);
          return row.progress.looked_at > from && row;
        });
        await worker.stop();
        worker = await startWorker();
        const kept = await look(id);
        // What was committed is kept, and there was work left to interrupt.
        expect([kept.state, kept.progress.looked_at >= progress.looked_at]).toEqual(['running', true]);
        last = kept.progress.looked_at;
      }
      const disturbed = await ended(id);
      expect(await foundBy(disturbed)).toBe(await foundBy(undisturbed));
      expect(disturbed.progress).toEqual(undisturbed.progress);
    },
    LONG,
  );
});
