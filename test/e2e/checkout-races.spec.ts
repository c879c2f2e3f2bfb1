import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type ServerPool } from '../../src/platform/database/connection/server-pool';
import { type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** `promotions.md` 30 to 33, as many checkouts at once as a real shop's worst minute. */
onEachEngine('checkouts at once', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: string;

  const rows = <R = { n: unknown }>(sql: string, values: unknown[] = []): Promise<R[]> =>
    store.app.get<DataSource>(getDataSourceToken()).query(sql, values);
  const counted = async (sql: string, ...values: unknown[]): Promise<number> =>
    Number((await rows(sql, values))[0]?.n ?? 0);
  const cartsOf = async (count: number, code?: string): Promise<string[]> => {
    const carts: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const cart = await shop.cart(product);
      if (code) await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code } });
      carts.push(cart);
    }
    return carts;
  };
  const ordered = async (carts: readonly string[], customer?: string): Promise<OrderResult[]> => {
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart, customer ? { customer } : {})));
    expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
    return answers.map(({ body }) => body.result);
  };
  const LEDGER = 'SELECT COUNT(*) AS n FROM promotion_redemptions WHERE promotion_id = ? AND released_at IS NULL';
  const SPENT = 'SELECT SUM(discounted) AS n FROM promotion_redemptions WHERE promotion_id = ? AND released_at IS NULL';

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    // On a busy machine the last of 500 waits for a connection for longer than a request does elsewhere, and would hear 503.
    const { pool } = store.app.get<DataSource>(getDataSourceToken()).driver as unknown as { pool?: ServerPool };
    if (pool !== undefined) jest.replaceProperty(pool['limits'], 'waitMs', 60_000);
    shop = await Shop.open(store);
    product = (await shop.product()).id;
  });
  afterAll(() => store.close());

  it('promotions.md 30: 50 checkouts at max_uses 10 give exactly 10 discounts', async () => {
    const { id } = await shop.promotion({ discount_code: 'TENTIMES', max_uses: 10 });
    const orders = await ordered(await cartsOf(50, 'TENTIMES'));
    expect(orders.filter(({ total }) => total === 9)).toHaveLength(10);
    expect(orders.filter(({ total }) => total === 10)).toHaveLength(40);
    expect(await counted('SELECT used AS n FROM promotion_counters WHERE promotion_id = ?', id)).toBe(10);
    expect(await counted(LEDGER, id)).toBe(10);
    expect(await counted('SELECT COUNT(*) AS n FROM order_discounts WHERE promotion_id = ?', id)).toBe(10);
  });

  it('promotions-at-scale.md 7: 50 checkouts at a budget with room for ten and a half give exactly ten discounts', async () => {
    const { id } = await shop.promotion({ discount_code: 'POT', budget: '10.5' });
    const orders = await ordered(await cartsOf(50, 'POT'));
    expect(orders.filter(({ total }) => total === 9)).toHaveLength(10);
    expect(orders.filter(({ total }) => total === 10)).toHaveLength(40);
    const { body } = await shop.send<Record<string, unknown>>('GET', `/v1/promotions/cart/${id}`);
    expect(body.result).toMatchObject({ budget: 10.5, uses: 10, discounted: 10, budget_left: 0.5 });
    expect(await counted('SELECT spent AS n FROM promotion_budgets WHERE promotion_id = ?', id)).toBe(100_000);
    expect([await counted(LEDGER, id), await counted(SPENT, id)]).toEqual([10, 100_000]);
    expect(await counted('SELECT COUNT(*) AS n FROM order_discounts WHERE promotion_id = ?', id)).toBe(10);
  });

  it('promotions-at-scale.md 7: 200 takes and cancels at once leave what a budget spent = its unreleased ledger rows', async () => {
    const { id } = await shop.promotion({ discount_code: 'REFILLED', budget: '10.5' });
    const act = async (i: number): Promise<void> => {
      const [cart = ''] = await cartsOf(1, 'REFILLED');
      const { status, body } = await shop.checkout(cart);
      expect(status).toBe(201);
      if (i % 3 === 0) return;
      for (const to of ['failed', i % 2 === 0 ? 'unpaid' : 'cancelled']) {
        const moved = await shop.send('PUT', `/v1/orders/${body.result.id}`, { form: { status: to } });
        expect([200, 409]).toContain(moved.status);
      }
    };
    await Promise.all(Array.from({ length: 200 }, (_, i) => act(i)));
    const spent = await counted('SELECT spent AS n FROM promotion_budgets WHERE promotion_id = ?', id);
    expect(spent).toBe(await counted(SPENT, id));
    expect(spent).toBe((await counted(LEDGER, id)) * 10_000);
    expect(spent).toBeLessThanOrEqual(105_000);
    expect(spent).toBeGreaterThan(0);
  });

  it('promotions.md 31: losing the race against expected_total is 409 and writes nothing', async () => {
    const { id } = await shop.promotion({ discount_code: 'ONELEFT', max_uses: 1 });
    const carts = await cartsOf(10, 'ONELEFT');
    const before = await counted('SELECT COUNT(*) AS n FROM orders');
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart, { expected_total: '9' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await counted('SELECT COUNT(*) AS n FROM orders')) - before).toBe(1);
    expect(await counted(LEDGER, id)).toBe(1);
  });

  it('promotions.md 33: 20 checkouts at once of one customer with customer_uses 1 give one', async () => {
    const person = { first_name: 'A', last_name: 'B', email: 'once@example.com' };
    const customer = (await shop.made('/v1/customers', person)).id;
    const { id } = await shop.promotion({ discount_code: 'ONCE', customer_uses: 1 });
    const orders = await ordered(await cartsOf(20, 'ONCE'), customer);
    expect(orders.filter(({ total }) => total === 9)).toHaveLength(1);
    expect(await counted(LEDGER, id)).toBe(1);
  });

  it('promotions.md 30: 100 checkouts write no row of a promotion without limits but the ledger', async () => {
    const { id } = await shop.promotion({ discount_code: 'ENDLESS' });
    const row = () => rows('SELECT * FROM promotions WHERE id = ?', [id]);
    const before = await row();
    const orders = await ordered(await cartsOf(100, 'ENDLESS'));
    expect(orders.every(({ total }) => total === 9)).toBe(true);
    expect(await row()).toEqual(before);
    for (const table of ['promotion_counters', 'promotion_customer_counters', 'promotion_budgets']) {
      expect(await counted(`SELECT COUNT(*) AS n FROM ${table} WHERE promotion_id = ?`, id)).toBe(0);
    }
    expect(await counted(LEDGER, id)).toBe(100);
  });

  it('no deadlock reaches a caller: 500 with two limited promotions in opposite priority', async () => {
    const limited = { action: 'discount_subtotal_fixed', amount: 1, max_uses: 100_000 };
    const low = await shop.promotion({ ...limited, priority: 1 });
    const high = await shop.promotion({ ...limited, priority: 2 });
    const halves = await cartsOf(500);
    const swap = async () => {
      await shop.send('PUT', `/v1/promotions/cart/${low.id}`, { form: { priority: 2 } });
      await shop.send('PUT', `/v1/promotions/cart/${high.id}`, { form: { priority: 1 } });
    };
    const [orders] = await Promise.all([ordered(halves), swap()]);
    expect(orders.every(({ total }) => total === 8)).toBe(true);
    for (const { id } of [low, high]) {
      expect(await counted('SELECT used AS n FROM promotion_counters WHERE promotion_id = ?', id)).toBe(500);
      expect(await counted(LEDGER, id)).toBe(500);
      await shop.send('DELETE', `/v1/promotions/cart/${id}`);
    }
  });

  it('promotions.md 32: 200 random takes and cancels leave counter = unreleased ledger rows, and stock whole', async () => {
    const goods = await shop.product({ stock_status: 1, stock_level: 60 });
    const { id } = await shop.promotion({ discount_code: 'MIXED', max_uses: 40 });
    const act = async (i: number): Promise<void> => {
      const cart = await shop.cart(goods.id);
      await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'MIXED' } });
      const { status, body } = await shop.checkout(cart);
      expect([201, 422]).toContain(status);
      if (status !== 201 || i % 3 === 0) return;
      const moves = ['failed', i % 2 === 0 ? 'unpaid' : 'cancelled'];
      for (const to of moves) {
        const moved = await shop.send('PUT', `/v1/orders/${body.result.id}`, { form: { status: to } });
        expect([200, 409]).toContain(moved.status);
      }
    };
    await Promise.all(Array.from({ length: 200 }, (_, i) => act(i)));
    const used = await counted('SELECT used AS n FROM promotion_counters WHERE promotion_id = ?', id);
    expect(used).toBe(await counted(LEDGER, id));
    expect(used).toBeLessThanOrEqual(40);
    const held = await counted(
      'SELECT SUM(quantity) AS n FROM order_stock WHERE product_id = ? AND released_at IS NULL',
      goods.id,
    );
    expect(await shop.stockOf(goods.id)).toBe(60 - held);
  });
});
