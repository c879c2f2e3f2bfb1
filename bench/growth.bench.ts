import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { makeDatabase } from '../test/support/database';
import { startDatabase } from '../test/support/database-server';
import { fillOldRows } from '../test/support/old-rows';
import { startRedis } from '../test/support/private-servers';
import { TEST_TOKEN } from '../test/support/store';
import { startApi, startWorker } from './support/bench.process';
import { fillGrown, type GrownShop } from './support/growth-world';
import { median } from './support/load';
import { Senders } from './support/senders';

/**
 * `npm run bench -- growth [orders…]`: what bends as a store grows. For each number of past orders, with items, customers and
 * discounts: a store of its own on MariaDB that syncs at every commit, filled by SQL, with Redis and a worker. Prints one table, a
 * column for each number.
 */
const ASKED = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const SIZES = ASKED.length > 0 ? ASKED.map(Number) : [100_000, 1_000_000, 10_000_000];
const CONNECTIONS = 16;
const SECONDS = 3;
const ROUNDS = 3;
/** A process that has just started compiles what it runs. */
const WARM_SECONDS = 2;
/** Requests of a list of which the median counts. */
const LOOKS = 15;
const LOOK_MS = 250;
/** Events that retention finds old. */
const OLD_EVENTS = 200_000;
/**
 * Memory for pages of the database: less than ten million orders take, more than their indexes. Pages are compressed on the disk, where
 * ten million orders would take 105 GB otherwise.
 */
const SERVER = [
  '--innodb-buffer-pool-size=8G',
  '--innodb-log-file-size=1G',
  // Only MariaDB has these.
  '--loose-innodb-compression-default=ON',
  '--loose-innodb-compression-level=1',
];

interface World {
  readonly shop: GrownShop;
  readonly senders: Senders;
  /** One connection, for what is measured one request at a time. */
  readonly single: Senders;
  readonly db: Pool;
}

/** A cell of the table, and what it is a ratio of: the same measure at another size. */
interface Figure {
  readonly value: number;
  readonly text: string;
}

const perSecond = (value: number): Figure => ({ value, text: `${value.toFixed(0)} /s` });
const milliseconds = (value: number): Figure => ({ value, text: `${value.toFixed(1)} ms` });
const seconds = (value: number): Figure => ({ value, text: `${value.toFixed(1)} s` });

async function rate({ senders }: World, step: () => Promise<void>): Promise<Figure> {
  await senders.drive(WARM_SECONDS, step);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rates.push((await senders.drive(SECONDS, step)).perSecond);
  return perSecond(median(rates));
}

async function timeOf({ single }: World, path: string): Promise<Figure> {
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const start = performance.now();
    await single.get(path);
    times.push(performance.now() - start);
  }
  return milliseconds(median(times));
}

async function rowOf(db: Pool, sql: string): Promise<RowDataPacket> {
  const [rows] = await db.query<RowDataPacket[]>(sql);
  return rows[0] ?? ({} as RowDataPacket);
}

async function ask<R>({ senders }: World, method: string, path: string, body?: object): Promise<R> {
  const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(`${senders.url}${path}`, init);
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { result: R }).result;
}

interface Backtest {
  readonly id: string;
  readonly state: string;
  readonly result: { readonly orders: number } | null;
}

/** A back-test of the last 30 of the 300 days. */
async function backtest(world: World): Promise<Figure> {
  const start = performance.now();
  const { promotions, month } = world.shop;
  let row = await ask<Backtest>(world, 'POST', '/v1/promotions/backtests', { ...month, promotions });
  while (row.state === 'queued' || row.state === 'running') {
    await pause(LOOK_MS);
    row = await ask<Backtest>(world, 'GET', `/v1/promotions/backtests/${row.id}`);
  }
  if (row.result === null) throw new Error(`the back-test is ${row.state}`);
  return perSecond((row.result.orders * 1000) / (performance.now() - start));
}

/** Removed a second of {@link OLD_EVENTS}, with the default share of the time. */
async function retention({ db }: World): Promise<Figure> {
  const left = async (): Promise<number> =>
    Number((await rowOf(db, "SELECT COUNT(*) AS n FROM events WHERE occurred_at < '2023-01-01'"))['n']);
  const server = { options: { type: 'mariadb' as const }, query: (sql: string) => db.query(sql) };
  await fillOldRows(server, 'events', OLD_EVENTS, new Date('2022-01-01T00:00:00.000Z'));
  const from = await left();
  const start = performance.now();
  let last = from;
  // It begins when the worker's timer comes round: what is timed runs from the first removal seen to half of all.
  let began: { at: number; left: number } | undefined;
  while (last > from / 2) {
    await pause(LOOK_MS);
    last = await left();
    if (began === undefined && last < from) began = { at: performance.now(), left: last };
    if (performance.now() - start > 600_000)
      throw new Error(`${last} of ${OLD_EVENTS} old events are left after ten minutes`);
  }
  const { at, left: first } = began ?? { at: start, left: from };
  return perSecond(((first - last) * 1000) / (performance.now() - at));
}

/** A change of the schema while orders are created one after the other. @returns its time, and the longest of those creates */
async function migrate(world: World, sql: string): Promise<readonly [Figure, Figure]> {
  let isOver = false;
  let longest = 0;
  const writers = (async () => {
    while (!isOver) {
      const start = performance.now();
      await world.single.post('/v1/orders', world.shop.order);
      longest = Math.max(longest, performance.now() - start);
    }
  })();
  const start = performance.now();
  await world.db.query(sql);
  const took = (performance.now() - start) / 1000;
  isOver = true;
  await writers;
  return [seconds(took), milliseconds(longest)];
}

async function measure(world: World): Promise<ReadonlyMap<string, Figure>> {
  const { shop, senders, db } = world;
  const figures = new Map<string, Figure>();
  // A run takes most of an hour: what it has found is shown at once.
  const found = (name: string, figure: Figure): void => {
    figures.set(name, figure);
    process.stderr.write(`${shop.count}: ${name}: ${figure.text}\n`);
  };
  let turn = 0;
  const step = {
    get: () => senders.get(`/v1/orders/${shop.ids[(turn += 7) % shop.ids.length] ?? ''}`),
    create: () => senders.post('/v1/orders', shop.order),
    purchase: () => senders.post('/v1/carts/checkout', shop.purchase),
  };
  const paid = '/v1/orders?limit=20&status=paid';
  const deep = (total: number): string => `&offset=${Math.floor(total * 0.9)}`;
  const count = async (where: string): Promise<number> =>
    Number((await rowOf(db, `SELECT COUNT(*) AS n FROM orders ${where}`))['n']);
  found('list, first page', await timeOf(world, '/v1/orders?limit=20'));
  found('list, 90 % deep', await timeOf(world, `/v1/orders?limit=20${deep(shop.count)}`));
  found('status=paid, first page', await timeOf(world, paid));
  found('status=paid, 90 % deep', await timeOf(world, paid + deep(await count("WHERE status = 'paid'"))));
  found('get an order', await rate(world, step.get));
  found('create an order', await rate(world, step.create));
  found('purchase in one request', await rate(world, step.purchase));
  found('back-test of a month, orders', await backtest(world));
  found('retention, old events removed', await retention(world));
  const [column, beside] = await migrate(world, 'ALTER TABLE orders ADD COLUMN bench_note varchar(64) NULL');
  found('migration: a column', column);
  found('longest create meanwhile', beside);
  const [index, besideIndex] = await migrate(world, 'CREATE INDEX bench_note ON orders (bench_note, id)');
  found('migration: an index', index);
  found('longest create beside it', besideIndex);
  const size = await rowOf(
    db,
    'SELECT SUM(data_length + index_length) / 1e9 AS gb FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const gb = Number(size['gb']);
  found('size, not compressed', { value: gb, text: `${gb.toFixed(2)} GB` });
  return figures;
}

async function grown(count: number, server: string, redisUrl: string): Promise<ReadonlyMap<string, Figure>> {
  const name = `growth_${count}`;
  await makeDatabase(server, name);
  const databaseUrl = `${server}/${name}`;
  const start = performance.now();
  const shop = await fillGrown(databaseUrl, count);
  process.stderr.write(`${count} orders in ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
  const db = createPool(databaseUrl.replace(/^mariadb:/, 'mysql:'));
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl };
  const api = await startApi(env);
  const worker = await startWorker(env);
  const world = {
    shop,
    senders: new Senders(api.url, CONNECTIONS, TEST_TOKEN),
    single: new Senders(api.url, 1, TEST_TOKEN),
    db,
  };
  try {
    return await measure(world);
  } finally {
    await Promise.all([world.senders.close(), world.single.close()]);
    await Promise.all([api.stop(), worker.stop()]);
    await db.end();
  }
}

export async function main(): Promise<void> {
  const [server, redis] = await Promise.all([startDatabase({ durable: true, args: SERVER }), startRedis()]);
  try {
    const stores: { readonly size: number; readonly figures: ReadonlyMap<string, Figure> }[] = [];
    // All of them stay until the server is removed: to drop the largest takes minutes.
    for (const size of SIZES) stores.push({ size, figures: await grown(size, server.url, redis.url) });
    stores.sort((a, b) => a.size - b.size);
    const columns = stores.map(({ figures }) => figures);
    const heads = stores.map(({ size }) => `${size.toLocaleString('en-GB')} orders`);
    process.stdout.write(`| | ${heads.join(' | ')} |\n|---|${heads.map(() => '---').join('|')}|\n`);
    for (const name of columns[0]?.keys() ?? []) {
      const cells = columns.map((column) => {
        const [first, own] = [columns[0]?.get(name), column.get(name)];
        const ratio = column === columns[0] ? '' : ` (**${((own?.value ?? NaN) / (first?.value ?? NaN)).toFixed(2)}**)`;
        return `${own?.text ?? ''}${ratio}`;
      });
      process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
    }
  } finally {
    await server.stop();
    await redis.stop();
  }
}
