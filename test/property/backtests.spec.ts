import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { dice, PastOrders } from '../builders/past-orders.builder';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { startStore, type TestStore } from '../support/store';

/** Orders seeded on each engine. The full form is `BACKTEST_RUNS=20000`. */
const RUNS = Number(process.env['BACKTEST_RUNS'] ?? 150);
/** Orders of one store, each with a seed of its own: limits and budgets are reached in every one of them. */
const MAX_IN_STORE = 1_000;
const STORES = Array.from({ length: Math.ceil(RUNS / MAX_IN_STORE) }, (_, i) => ({
  seed: 11 + i,
  count: Math.min(MAX_IN_STORE, RUNS - i * MAX_IN_STORE),
}));
/** Days that one back-test takes. */
const WINDOW = { from: '2026-03-01', to: '2027-02-20' };

type Row = Readonly<Record<string, unknown>>;

const TITLE = 'a back-test of what is in force (promotions-at-scale.md 11)';

describe.each(STORES)('a store of $count orders, seed $seed', ({ seed, count }) => {
  onEachEngine(TITLE, (engine) => {
    let store: TestStore;
    let shop: Shop;
    let past: PastOrders;
    const clock = new MovedClock();

    const query = (sql: string): Promise<Row[]> => store.app.get(DataSource).query<Row[]>(sql);

    beforeAll(
      async () => {
        store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' }, true);
        jest.spyOn(store.app.get(Clock), 'now').mockImplementation(() => clock.now());
        // Nobody pulls the plug: syncing each commit would take a third of the time.
        if (engine.name === 'sqlite') await query('PRAGMA synchronous = OFF');
        shop = await Shop.open(store);
        const roll = dice(seed);
        past = new PastOrders(shop, roll, () => void clock.move(60_000 * (1 + roll(10))));
        await past.open();
        await past.place(count);
        clock.move(60_000);
      },
      60_000 + count * 400,
    );
    afterAll(async () => {
      jest.restoreAllMocks();
      await store.close();
    });

    async function backtest(form: Fields): Promise<Fields & { id: string }> {
      const { status, body } = await shop.send('POST', '/v1/promotions/backtests', { json: { ...WINDOW, ...form } });
      expect([status, body.errors]).toEqual([202, undefined]);
      await store.app.get(JobRunner).settle();
      const done = await shop.send('GET', `/v1/promotions/backtests/${body.result.id}`);
      expect([done.body.result['state'], done.body.result['error']]).toEqual(['done', null]);
      return done.body.result;
    }

    /** Discounts by order and promotion, in ten-thousandths of the default currency. */
    async function frozen(): Promise<Map<string, string>> {
      const rows = await query(
        `SELECT d.order_id AS order_id, d.promotion_id AS promotion_id, r.discounted AS discounted FROM order_discounts d
       JOIN promotion_redemptions r ON r.order_id = d.order_id AND r.promotion_id = d.promotion_id`,
      );
      return new Map(
        rows.map((row) => [`${String(row['order_id'])} ${String(row['promotion_id'])}`, String(row['discounted'])]),
      );
    }

    async function replayed(id: string): Promise<Map<string, string>> {
      const rows = await query(`SELECT order_id, promotions FROM backtest_orders WHERE backtest_id = ${id}`);
      return new Map(
        rows.flatMap((row) =>
          (JSON.parse(String(row['promotions'])) as [string, string][]).map(([promotion, amount]): [string, string] => [
            `${String(row['order_id'])} ${promotion}`,
            String(Math.round(Number(amount) * 10_000)),
          ]),
        ),
      );
    }

    const unedited = (discounts: ReadonlyMap<string, string>): [string, string][] => {
      const edited = new Set(past.orders.filter(({ isEdited }) => isEdited).map(({ id }) => id));
      return [...discounts].filter(([key]) => !edited.has(String(key.split(' ')[0]))).sort();
    };

    it(`reproduces the discounts of all unedited ones of ${count} orders of all kinds, to the cent`, async () => {
      const { id, result, progress } = await backtest({ promotions: past.promotions });
      expect(result).toMatchObject({ orders: past.orders.length });
      expect(progress).toEqual({ looked_at: past.orders.length, total: past.orders.length });
      const expected = await frozen();
      expect(expected.size).toBeGreaterThan(count);
      // Each promotion applied somewhere, so that each is shown.
      const applied = new Set([...expected.keys()].map((key) => key.split(' ')[1]));
      expect(past.promotions.filter((promotion) => !applied.has(promotion))).toEqual([]);
      expect(unedited(await replayed(id))).toEqual(unedited(expected));
    });

    it('compares with and without each promotion that is live as two tests of their own would', async () => {
      const path = (id: string): string => `/v1/promotions/cart/${id}`;
      const days = new Map<string, Fields>();
      for (const id of past.promotions) {
        const { from, to } = (await shop.send('GET', path(id))).body.result;
        days.set(id, { from, to });
        // With their days, a test of their own would try them on these only.
        await shop.send('PUT', path(id), { form: { from: '2020-01-01', to: '2099-12-31' } });
      }
      const { body } = await shop.send<Fields[]>('GET', '/v1/promotions/cart', { query: { limit: '100' } });
      const live = body.result.filter(({ state }) => state === 'live').map(({ id }) => String(id));
      expect(live.length).toBeGreaterThan(7);
      const ends = async (form: Fields): Promise<Record<string, Fields>> =>
        (await backtest(form))['result'] as Record<string, Fields>;
      const test = ({ discount, revenue }: Record<string, Fields>) => [discount?.['test'], revenue?.['test']];
      const all = test(await ends({ promotions: live }));
      for (const tested of live.slice(0, 3)) {
        const both = await ends({ promotions: [tested], mode: 'added', baseline: 'live' });
        const without = test(await ends({ promotions: live.filter((id) => id !== tested) }));
        expect([both['discount']?.['then'], both['revenue']?.['then'], ...test(both)]).toEqual([...without, ...all]);
      }
      for (const [id, form] of days) await shop.send('PUT', path(id), { form });
    });

    it('comes to the same when nothing is added to what applied', async () => {
      const ended = { title: 'Ended', action: 'discount_subtotal_fixed', amount: '5', to: '2000-01-01' };
      const added = await backtest({ promotions: [ended], mode: 'added' });
      const { discount, revenue, touched, largest } = added['result'] as Record<string, Fields>;
      expect([discount?.['test'], revenue?.['test'], touched, largest]).toEqual([
        discount?.['then'],
        revenue?.['then'],
        0,
        [],
      ]);
    });
  });
});
