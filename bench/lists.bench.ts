import 'reflect-metadata';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { makeDatabase } from '../test/support/database';
import { startDatabase } from '../test/support/database-server';
import { startStore, TEST_TOKEN, type TestStore } from '../test/support/store';
import { median } from './support/load';
import { multiplyOrders, orderWorld } from './support/order-world';

/**
 * `npm run bench -- lists [orders]`: how long the first and a deep page of filtered and sorted lists of orders take on MariaDB, one
 * request at a time over HTTP, with 1,000 orders and with a million, and how many times as long. At most 2 times is aimed at for first
 * pages, 4 times for deep ones.
 */
const COUNT = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const FEW = 1_000;
/** Rounds of a cell, of which the first ones are not counted: as many as fit into its time, and a few in any case. */
const ROUNDS = 20;
const LEAST_ROUNDS = 3;
const WARM = 2;
const CELL_MS = 1_500;
/** Share of the rows before a deep page. */
const DEEP = 0.9;

/** Half of the orders are paid; twenty are of one customer; totals and dates of changes are in no order. */
const COLUMNS = {
  status:
    "ELT(1 + seq % 10, 'paid', 'paid', 'paid', 'paid', 'paid', 'unpaid', 'dispatched', 'dispatched', 'refunded', 'cancelled')",
  total: '100000 + (seq * 7919) % 1000003',
  subtotal: '100000 + (seq * 7919) % 1000003',
  shipping_price: '(seq * 31) % 97 * 1000',
  item_count: '1 + seq % 7',
  customer_id: '1 + seq DIV 20',
  gateway_slug: "ELT(1 + seq % 4, 'stripe', 'stripe', 'manual', NULL)",
  updated_at: 'FROM_UNIXTIME(1600000000 + (seq * 7919) % 1000003)',
};

const LISTS: readonly Readonly<Record<string, string>>[] = [
  {},
  { status: 'paid' },
  { status: 'paid,dispatched' },
  { gateway: 'manual' },
  { currency_code: 'GBP' },
  { customer: '7' },
  { promotion: '7' },
  { to_ship: '1' },
  { payment_due: '1' },
  { sort: 'updated_at' },
  { sort: 'total' },
  { sort: 'subtotal' },
  { sort: 'shipping_price' },
  { sort: 'count' },
  { sort: 'status' },
  { sort: 'currency_code' },
  { status: 'paid', sort: 'total' },
];

/** A promotion that a third of the orders have. */
const DISCOUNTS = `INSERT IGNORE INTO order_discounts
  (order_id, position, promotion_id, title, action, amount, shipping_amount, shares)
  SELECT id, 0, 7, 'A tenth', 'discount_by_percent', 10000, 0, '[]' FROM orders WHERE (id >> 22) % 3 = 0`;

interface Timed {
  readonly total: number;
  readonly ms: number;
}

async function time(store: TestStore, query: Record<string, string>): Promise<Timed> {
  const times: number[] = [];
  let total = 0;
  const began = performance.now();
  for (let round = 0; round < ROUNDS + WARM; round += 1) {
    const start = performance.now();
    if (times.length >= LEAST_ROUNDS && start - began > CELL_MS) break;
    const answer = await fetch(`${store.url}/v1/orders?${new URLSearchParams({ limit: '20', ...query }).toString()}`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });
    const body = (await answer.json()) as { pagination: { total: number } };
    if (round >= WARM) times.push(performance.now() - start);
    total = body.pagination.total;
  }
  return { total, ms: median(times) };
}

/** The first page of a list, and a deep one. */
async function measure(store: TestStore, list: Record<string, string>): Promise<readonly [first: Timed, deep: Timed]> {
  const first = await time(store, list);
  return [first, await time(store, { ...list, offset: String(Math.floor(first.total * DEEP)) })];
}

export async function main(): Promise<void> {
  const server = await startDatabase();
  await makeDatabase(server.url, 'bench_lists');
  const store = await startStore(`${server.url}/bench_lists`);
  try {
    const world = await orderWorld(store);
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    const fill = async (count: number): Promise<void> => {
      await multiplyOrders(store, world, count, COLUMNS, [DISCOUNTS]);
      await manager.query('ANALYZE TABLE orders, order_discounts');
    };
    await fill(FEW);
    const few: (readonly [Timed, Timed])[] = [];
    for (const list of LISTS) few.push(await measure(store, list));
    await fill(COUNT);
    process.stdout.write(
      `| list | found | first page | of ${FEW} | 90 % deep | of ${FEW} |\n|---|---|---|---|---|---|\n`,
    );
    for (const [at, list] of LISTS.entries()) {
      const many = await measure(store, list);
      const cells = many.flatMap(({ ms }, i) => [
        `${ms.toFixed(1)} ms`,
        `**${(ms / (few[at]?.[i]?.ms ?? 0)).toFixed(1)}**`,
      ]);
      const name = new URLSearchParams(list).toString() || 'all';
      process.stdout.write(`| ${name} | ${many[0].total} | ${cells.join(' | ')} |\n`);
    }
  } finally {
    await store.close();
    await server.stop();
  }
}
