import 'reflect-metadata';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { OrderItem } from '../src/modules/orders/data/order-item.entity';
import { makeDatabase } from '../test/support/database';
import { startDatabase } from '../test/support/database-server';
import { startStore, TEST_TOKEN, type TestStore } from '../test/support/store';
import { median } from './support/load';
import { multiplyOrders, orderWorld } from './support/order-world';

/**
 * `npm run bench -- find [orders]`: how long `q` and other filters take on MariaDB with a million orders, one request at a
 * time over HTTP, with the exact total. At most 50 ms is aimed at for `q`.
 */
const COUNT = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const ROUNDS = 30;
const WARM = 5;
/** Rows of one statement in which the database makes items by itself. */
const BULK = 100_000;

/** Four orders a person, names that thousands share. */
const COLUMNS = {
  customer_email: `CONCAT('buyer', seq % ${COUNT / 4}, '@example.com')`,
  name_key: "CONCAT('first', seq % 5000, ' last', seq % 40000)",
  surname_key: "CONCAT('last', seq % 40000, ' first', seq % 5000)",
  number: "CONCAT('SK-', LPAD(seq, 7, '0'))",
};
/** One product is in a tenth of the orders, the others in a thousandth of the rest each. */
const ofTenth = (hot: string, other: string): string =>
  `IF(((o.id >> 22) DIV 1000) % 10 = 0, ${hot}, CONCAT('${other}', ((o.id >> 22) DIV 1000) % 1000))`;
const SKU = ofTenth("'HOT'", 'SKU-');

/** One item for each order, copies of one made over HTTP. */
async function fillItems(store: TestStore, band: string): Promise<void> {
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  const [order] = await manager.query<{ id: string }[]>('SELECT MAX(id) AS id FROM orders');
  const form = { sku: 'MODEL', title: 'Tea', quantity: '1', tax_rate: '20', tax_band: band, price: '5' };
  await store.request('POST', `/v1/orders/${order?.id}/items`, { form });
  const names = manager.dataSource.getMetadata(OrderItem).columns.map(({ databaseName }) => databaseName);
  const titles = { title: ofTenth("'Hot chocolate'", 'Tea '), title_key: ofTenth("'hot chocolate'", 'tea ') };
  const own: Record<string, string> = {
    id: 'o.id',
    order_id: 'o.id',
    sku: SKU,
    product_id: ofTenth('1', '1'),
    ...titles,
  };
  const values = names.map((name) => own[name] ?? `model.\`${name}\``).join(', ');
  let last = '0';
  for (let done = 0; done < COUNT; done += BULK) {
    await manager.query(
      `INSERT INTO order_items (${names.map((name) => `\`${name}\``).join(', ')}) SELECT ${values}
       FROM (SELECT id FROM orders WHERE id > ? ORDER BY id LIMIT ${BULK}) o JOIN order_items model ON model.sku = 'MODEL'`,
      [last],
    );
    const [row] = await manager.query<{ id: string }[]>("SELECT MAX(id) AS id FROM order_items WHERE sku <> 'MODEL'");
    last = String(row?.id);
  }
  for (const table of ['orders', 'order_items']) await manager.query(`ANALYZE TABLE ${table}`);
}

async function time(store: TestStore, query: Record<string, string>): Promise<string> {
  const times: number[] = [];
  let total = 0;
  for (let round = 0; round < ROUNDS + WARM; round += 1) {
    const start = performance.now();
    const answer = await fetch(`${store.url}/v1/orders?${new URLSearchParams({ limit: '20', ...query }).toString()}`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });
    const body = (await answer.json()) as { pagination: { total: number } };
    if (round >= WARM) times.push(performance.now() - start);
    total = body.pagination.total;
  }
  const [word] = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `| ${String(word)} | ${total} | ${median(times).toFixed(1)} ms | ${Math.max(...times).toFixed(1)} ms |`;
}

export async function main(): Promise<void> {
  const server = await startDatabase();
  await makeDatabase(server.url, 'bench_find');
  const store = await startStore(`${server.url}/bench_find`);
  try {
    const world = await orderWorld(store);
    await multiplyOrders(store, world, COUNT, COLUMNS);
    const { body } = await store.request<{ result: { id: string }[] }>('GET', '/v1/taxes');
    await fillItems(store, body.result[0]?.id ?? '');
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    const [middle] = await manager.query<{ id: string }[]>(
      `SELECT id FROM orders ORDER BY id LIMIT 1 OFFSET ${COUNT / 2}`,
    );
    const queries: Record<string, string>[] = [
      ...[
        String(middle?.id),
        'SK-0500000',
        'buyer777@example.com',
        'buyer77',
        'buyer',
        'first77 last77',
        'last39',
        'first',
      ],
      ...['SKU-7', 'HOT', 'tea 7', 'Hot chocolate', 'hot', 'te', 'nobody'],
    ].map((q) => ({ q }));
    queries.push({ customer: 'buyer777@example.com' }, { number: 'SK-0500000' }, { product: '17' }, { product: '1' });
    process.stdout.write(`| ${COUNT} orders, MariaDB | found | p50 | most |\n| --- | --- | --- | --- |\n`);
    for (const query of queries) process.stdout.write(`${await time(store, query)}\n`);
  } finally {
    await store.close();
    await server.stop();
  }
}
