import { onEachEngine } from '../support/engines';
import { openDatabase } from '../support/database';
import { copyPastOrders } from '../support/past-orders.sql';
import { StoreProcess } from '../support/store.process';
import { ended, KILLS, KilledWorker } from './support/killed-worker';

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
  let store: KilledWorker;
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
    store = await KilledWorker.start(engine);
    const [band] = await store.send<{ id: string }[]>('GET', '/v1/taxes');
    const tax_band = band?.id ?? (await store.send<{ id: string }>('POST', '/v1/taxes', { title: 'VAT', rate: 20 })).id;
    const product = { sku: 'A', title: 'A', slug: 'a', price: '9.99', tax_band, requires_shipping: 0 };
    const { id } = await store.send<{ id: string }>('POST', '/v1/products', product);
    await store.send('POST', '/v1/promotions/cart', { ...percent, title: 'Then', amount: 10 });
    const templates = [];
    for (const quantity of [1, 2, 5]) {
      await store.send('POST', `/v1/carts/c${quantity}`, { id, quantity });
      const customer = { first_name: 'Ada', last_name: 'Byron', email: `c${quantity}@example.com` };
      const order = await store.send<{ id: string }>('POST', `/v1/carts/c${quantity}/checkout`, {
        gateway: 'dummy',
        customer,
      });
      templates.push(order.id);
    }
    const db = await openDatabase(engine.databaseUrl);
    await copyPastOrders(db.dataSource, { templates, count: COUNT, from: '2026-01-01', seconds: 20 * 86_400 });
    await db.close();
  }, LONG);
  afterAll(() => StoreProcess.stopAll());

  const start = () =>
    store.send<Row>('POST', PATH, {
      ...{ from: '2026-01-01', to: '2026-01-31' },
      promotions: [
        { action: 'discount_subtotal_fixed', amount: 2, max_uses: COUNT / 3, title: 'Two off' },
        { action: 'discount_by_percent', amount: '12.5', budget: COUNT, title: 'Eighth' },
        { action: 'buy_x_get_y_free', trigger_quantity: 2, amount: 1, title: 'Third free' },
      ],
    });
  const look = (id: string) => store.send<Row>('GET', `${PATH}/${id}`);
  /** Everything that a back-test found, but for the id of the back-test. */
  const foundBy = async ({ id, result }: Row): Promise<string> => {
    const touched = await store.send<object[]>('GET', `${PATH}/${id}/orders?offset=${STRIDE}`);
    return JSON.stringify([result, touched]);
  };

  it(
    'goes on where it was, and comes to the same bytes as one that nobody disturbed',
    async () => {
      const first = await start();
      const undisturbed = await ended(() => look(first.id));
      expect(undisturbed).toMatchObject({ state: 'done', progress: { looked_at: COUNT, total: COUNT } });
      const { id } = await start();
      await store.killDuring({
        look: () => look(id),
        stateOf: ({ state }) => state,
        doneOf: ({ progress }) => progress.looked_at,
        stride: STRIDE,
      });
      const disturbed = await ended(() => look(id));
      expect(await foundBy(disturbed)).toBe(await foundBy(undisturbed));
      expect(disturbed.progress).toEqual(undisturbed.progress);
    },
    LONG,
  );
});
