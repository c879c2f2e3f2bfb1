import { setTimeout as pause } from 'node:timers/promises';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Shop } from '../../test/builders/cart-shop.builder';
import { copyPastOrders } from '../../test/support/past-orders.sql';
import { startStore, type TestStore } from '../../test/support/store';
import { orderWorld } from './order-world';
import { formOf, placeTemplates, PROMOTIONS } from './past-shop';

const FROM = '2026-01-01';
const DAYS = 300;
/** The last 30 of those days: a tenth of the orders. */
const MONTH = { from: '2026-09-28', to: '2026-10-28' };
/** Rows newer than the last bucket are counted by each request: a list waits until no more are left than this. */
const NEWEST = 2_000;

/** A store with many past orders, and requests for it. */
export interface GrownShop {
  readonly count: number;
  /** Ids of some of its orders, from all of its time. */
  readonly ids: readonly string[];
  readonly order: Readonly<Record<string, string>>;
  readonly purchase: Readonly<Record<string, string>>;
  /** Promotions to test on past orders, and the days of those. */
  readonly promotions: readonly object[];
  readonly month: { readonly from: string; readonly to: string };
}

/** Counts all past orders in buckets and for the statistics, as a store has done that has grown to this size. */
async function countAll(store: TestStore, db: DataSource, count: number): Promise<void> {
  const sealed = async (): Promise<number> => {
    const [row] = await db.query<{ held: string | null }[]>('SELECT SUM(held) AS held FROM list_blocks');
    return Number(row?.held ?? 0);
  };
  // Each list counts what is in no bucket yet: asked without pause, they would take the database from the sealing.
  while ((await sealed()) < count - NEWEST) {
    await store.request('GET', '/v1/orders', { query: { limit: '1' } });
    await pause(1_000);
  }
  await db.query('UPDATE statistics_walk SET walked_at = ?', [new Date()]);
}

/** Fills a store on MariaDB: orders of one to five lines with discounts over {@link DAYS} days, half of them paid. */
export async function fillGrown(databaseUrl: string, count: number): Promise<GrownShop> {
  const store = await startStore(databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
  const db = store.app.get<DataSource>(getDataSourceToken());
  const { form } = await orderWorld(store);
  const shop = await Shop.open(store);
  const { orders, products } = await placeTemplates(shop);
  for (const [at, id] of orders.entries())
    if (at % 2 === 0) await shop.send('PUT', `/v1/orders/${id}`, { form: { status: 'paid' } });
  await copyPastOrders(db, { templates: orders, count, from: FROM, seconds: DAYS * 86_400 });
  await db.query('ANALYZE TABLE orders, order_items, order_discounts');
  await countAll(store, db, count);
  const sql = `SELECT id FROM orders WHERE id >= ? ORDER BY id LIMIT 100`;
  const ids: string[] = [];
  for (let part = 0; part < 10; part += 1) {
    const from = 1_000_000_000 + Math.floor((count * part) / 10);
    ids.push(...(await db.query<{ id: unknown }[]>(sql, [from])).map(({ id }) => String(id)));
  }
  await store.close();
  return {
    ...{ count, ids, month: MONTH, order: Object.fromEntries(new URLSearchParams(form)) },
    purchase: {
      ...{ gateway: 'dummy', 'customer[first_name]': 'Ada', 'customer[last_name]': 'Byron' },
      'customer[email]': 'buyer@example.com',
      'items[0][id]': products[0] ?? '',
      'items[0][quantity]': '2',
      'items[1][id]': products[7] ?? '',
      'items[1][quantity]': '1',
    },
    promotions: Array.from({ length: PROMOTIONS }, (_, i) => formOf(i + PROMOTIONS)),
  };
}
