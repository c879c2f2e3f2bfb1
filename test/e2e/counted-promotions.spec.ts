import { type DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { ORDER_STATUS_KEYS } from '../../src/modules/orders/domain/order-status';
import { firstIdAt } from '../../src/kernel/ids';
import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { numbers } from '../support/numbers.sql';
import { startStore, type TestStore } from '../support/store';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Orders that are copied: two blocks and some. */
const COPIES = 2300;

onEachEngine('the orders of a promotion, counted by block (ADR 17)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let always: string;
  let large: string;
  let tea: Fields & { id: string };
  let edited: string;
  let removed: string;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    always = (await shop.promotion()).id;
    const rule = { type: 'cart', match: 'value', operator: '>=', against: 30 };
    const rules = JSON.stringify({ type: 'group', match_on: 'all', children: [rule] });
    large = (await shop.promotion({ match_rules: rules })).id;
    tea = await shop.product({ price: '10' });
    edited = await aged(await shop.order(tea.id, {}, 3));
    removed = await aged(await shop.order(tea.id, {}, 4));
    await copied(await aged(await shop.order(tea.id, {}, 1)), COPIES);
    // A list has blocks counted in the background.
    while (Object.keys(await counted()).length < 2) await orders(always);
  });
  afterAll(() => store.close());

  const query = <R>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    store.app.get<DataSource>(getDataSourceToken()).query<R[]>(sql, parameters);

  /** Makes an order ten days old, with all that belongs to it. @returns its new id */
  async function aged({ id }: OrderResult): Promise<string> {
    const old = String(BigInt(id) - (BigInt(10 * DAY_MS) << 22n));
    const { entityMetadatas } = store.app.get<DataSource>(getDataSourceToken());
    for (const { tableName, columns } of entityMetadatas) {
      if (!columns.some(({ databaseName }) => databaseName === 'order_id')) continue;
      await query(`UPDATE ${tableName} SET order_id = ? WHERE order_id = ?`, [old, id]);
    }
    await query('UPDATE orders SET id = ? WHERE id = ?', [old, id]);
    return old;
  }

  /** Copies an order with its discounts, each copy a second older. */
  async function copied(id: string, count: number): Promise<void> {
    const { entityMetadatas } = store.app.get<DataSource>(getDataSourceToken());
    const first = firstIdAt(new Date(Date.now() - 4 * DAY_MS));
    for (const [table, key] of [
      ['orders', 'id'],
      ['order_discounts', 'order_id'],
    ] as const) {
      const { columns = [] } = entityMetadatas.find(({ tableName }) => tableName === table) ?? {};
      const names = columns.map(({ databaseName }) => databaseName);
      // A number is unique.
      const values = names.map((name) =>
        name === key ? `${first} + seq * 4194304000` : name === 'number' ? 'NULL' : `copy.\`${name}\``,
      );
      await query(
        `INSERT INTO ${table} (${names.map((name) => `\`${name}\``).join(', ')})
          SELECT ${values.join(', ')} FROM ${table} copy JOIN (${numbers(count)}) every_one ON 1 = 1 WHERE copy.${key} = ?`,
        [id],
      );
    }
  }

  const orders = async (promotion: string, more: Record<string, string> = {}) => {
    const { body } = await store.request<{ result: { id: string }[]; pagination: { total: number } }>(
      'GET',
      '/v1/orders',
      { query: { promotion, limit: '3', ...more } },
    );
    return { total: body.pagination.total, ids: body.result.map(({ id }) => id) };
  };

  /** Compares totals and pages with what the tables say. */
  async function expectExact(): Promise<void> {
    for (const promotion of [always, large]) {
      const rows = await query<{ id: unknown }>(
        'SELECT DISTINCT order_id AS id FROM order_discounts WHERE promotion_id = ? ORDER BY order_id DESC',
        [promotion],
      );
      const all = rows.map(({ id }) => String(id));
      for (const offset of [0, 1, Math.max(0, all.length - 2)]) {
        const expected = { promotion, offset, total: all.length, ids: all.slice(offset, offset + 3) };
        expect({ promotion, offset, ...(await orders(promotion, { offset: String(offset) })) }).toEqual(expected);
      }
    }
  }

  /** The counts of all blocks. */
  async function counted(): Promise<Record<string, number>> {
    const rows = await query<{ value: string; held: string | number }>(
      "SELECT value, SUM(held) AS held FROM list_block_counts WHERE field = 'promotion' GROUP BY value",
    );
    return Object.fromEntries(rows.map(({ value, held }) => [value, Number(held)]));
  }

  it('stay exact when orders are edited and removed', async () => {
    expect(await orders(large, { offset: '1' })).toEqual({ total: 2, ids: [edited] });
    await expectExact();
    const { total } = await orders(always);
    const first = (await counted())[always];
    expect(await counted()).toEqual({ [always]: first, [large]: 2 });
    const items = [{ sku: tea['sku'], quantity: 1 }];
    expect((await shop.send('POST', `/v1/orders/${edited}/edits`, { json: { items } })).status).toBe(200);
    expect((await shop.send('DELETE', `/v1/orders/${removed}`)).status).toBe(200);
    await expectExact();
    expect((await counted())[large]).toBe(0);
    expect(await orders(large)).toEqual({ total: 0, ids: [] });
    expect(await orders(always, { limit: '1' })).toMatchObject({ total: total - 1 });
  });

  it('lie beside those of statuses, which the numbers of the console are made of (storefront.md 13)', async () => {
    // Copies: the other test edits and removes the oldest two.
    const { ids } = await orders(always, { offset: '10' });
    for (const [at, status] of ['paid', 'processing', 'dispatched'].entries())
      await shop.send('PUT', `/v1/orders/${ids[at] ?? ''}`, { form: { status } });
    await shop.send('PUT', `/v1/orders/${(await shop.order(tea.id)).id}`, { form: { status: 'paid' } });
    const held = await query("SELECT 1 FROM list_block_counts WHERE field = 'status' AND held > 0");
    const rows = await query<{ status: string; count: string | number }>(
      'SELECT status, COUNT(*) AS count FROM orders GROUP BY status',
    );
    const statuses = Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
    expect([held.length > 0, statuses]).toEqual([true, { ...statuses, paid: 2, processing: 1, dispatched: 1 }]);
    const { body } = await store.request<{ result: object }>('GET', '/v1/statistics/statuses');
    const none = Object.fromEntries(ORDER_STATUS_KEYS.map((status) => [status, 0]));
    expect(body.result).toEqual({
      statuses: { ...none, ...statuses },
      to_ship: 3,
      to_ship_statuses: { paid: 2, processing: 1, partial_refund: 0 },
      payment_due: 0,
      refund_due: 0,
    });
  });
});
