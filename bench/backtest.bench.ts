import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Shop } from '../test/builders/cart-shop.builder';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { copyPastOrders } from '../test/support/past-orders.sql';
import { startRedis } from '../test/support/private-servers';
import { startStore, TEST_TOKEN, type TestStore } from '../test/support/store';
import { flatnessOf, LIMITS } from './soak/flatness';
import { WatchedProcess } from './soak/watched.process';
import { PRODUCTION } from './support/bench.process';
import { median } from './support/load';
import { orderWorld } from './support/order-world';
import { formOf, placeTemplates, PROMOTIONS } from './support/past-shop';
import { percentile, Senders } from './support/senders';

/**
 * A back-test of 20 promotions on 1,000,000 placed orders (promotions-at-scale.md 11), on MariaDB and Redis with a worker:
 * the 99th percentile of gets and creates of orders beside it and without it, alternating, and the time and the memory of the
 * worker over a whole back-test, on a store that is otherwise idle and beside the same requests. Words choose: `p99`, `speed`,
 * `beside`, a number of orders.
 * `npm run bench -- backtest` prints the tables that bench/README.md holds; it fails above 1.3, above 300 s on an idle store,
 * or with memory that grows.
 */
const WORDS = process.argv.slice(2);
const isAsked = (word: string): boolean => WORDS.every((each) => Number(each) > 0) || WORDS.includes(word);
const [ORDERS = 1_000_000] = WORDS.map(Number).filter((number) => number > 0);
const MAX_SECONDS = 300;
const MAX_RATIO = 1.3;
const FROM = '2026-01-01';
const DAYS = 90;
const TO = '2026-04-01';
/** Requests a second, on as many connections as they need. */
const RATES = { get: 100, create: 25 } as const;
const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_SECONDS = 6;
/** A worker looks for jobs every second; so long after the request or the end of a job counts for neither side. The requests go on. */
const SETTLE_SECONDS = 2;
const LOOK_MS = 1_000;

type Kind = keyof typeof RATES;
type Times = Readonly<Record<Kind, number>>;

interface World {
  readonly api: WatchedProcess;
  readonly worker: WatchedProcess;
  readonly senders: Senders;
  readonly send: Readonly<Record<Kind, () => Promise<void>>>;
  readonly tested: readonly object[];
  close(): Promise<void>;
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly looked_at: number };
  readonly result: { readonly orders: number; readonly touched: number } | null;
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** The promotions to test: others than the orders had, of which one has a limit and one a budget. */
function testedPromotions(): object[] {
  return Array.from({ length: PROMOTIONS }, (_, i) => ({
    ...formOf(i + PROMOTIONS),
    ...(i === 3 ? { max_uses: 5_000 } : {}),
    ...(i === 8 ? { budget: '10000' } : {}),
  }));
}

async function fill(databaseUrl: string): Promise<{ readonly form: string; readonly ids: readonly string[] }> {
  const store = await startStore(databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
  const { form } = await orderWorld(store);
  const { orders: templates } = await placeTemplates(await Shop.open(store));
  await copyPastOrders(dataSourceOf(store), { templates, count: ORDERS, from: FROM, seconds: DAYS * 86_400 });
  await requireLines(dataSourceOf(store));
  await finishWalk(dataSourceOf(store));
  const sql = 'SELECT id FROM orders WHERE created_at < ? ORDER BY created_at LIMIT 1000';
  const rows = await dataSourceOf(store).query<{ id: unknown }[]>(sql, [TO]);
  await store.close();
  return { form, ids: rows.map(({ id }) => String(id)) };
}

/** Orders without lines would cost a back-test next to nothing. */
async function requireLines(db: DataSource): Promise<void> {
  const [row] = await db.query<{ orders: unknown }[]>('SELECT COUNT(DISTINCT order_id) AS orders FROM order_items');
  if (Number(row?.orders) < ORDERS) throw new Error(`only ${String(row?.orders)} orders have lines`);
}

/** The worker would count orders that no event told of for many minutes: the store would not be idle. */
async function finishWalk(db: DataSource): Promise<void> {
  await db.query('UPDATE statistics_walk SET walked_at = ?', [new Date()]);
}

const dataSourceOf = (store: TestStore): DataSource => store.app.get<DataSource>(getDataSourceToken());

async function start(): Promise<World> {
  const [database, redis] = await Promise.all([startDatabase({ durable: true }), startRedis()]);
  await makeDatabase(database.url, 'bench');
  const databaseUrl = `${database.url}/bench`;
  const { form, ids } = await fill(databaseUrl);
  const env = {
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, BOOTSTRAP_TOKEN: TEST_TOKEN },
    ...PRODUCTION,
    PORT: '0',
  };
  const api = await WatchedProcess.start('API', 'dist/src/main.js', env, /"port":(\d+)/);
  const worker = await WatchedProcess.start('worker', 'dist/src/worker.js', env, /"msg":"working"/);
  const senders = new Senders(`http://127.0.0.1:${api.found}`, CONNECTIONS, TEST_TOKEN);
  const fields = Object.fromEntries(new URLSearchParams(form));
  let turn = 0;
  return {
    ...{ api: api.process, worker: worker.process, senders, tested: testedPromotions() },
    send: {
      get: () => senders.get(`/v1/orders/${ids[(turn += 7) % ids.length] ?? ''}`),
      create: () => senders.post('/v1/orders', fields),
    },
    close: async () => {
      await senders.close();
      await Promise.all([api.process.stop(), worker.process.stop()]);
      await Promise.all([database.stop(), redis.stop()]);
    },
  };
}

/** Sends both kinds of requests for a while. @returns the 99th percentile of each, in milliseconds */
async function drive({ senders, send }: World, seconds: number): Promise<Times> {
  const times = async (kind: Kind): Promise<number> =>
    percentile(await senders.pace(seconds, RATES[kind], send[kind]), 0.99);
  const [get, create] = await Promise.all([times('get'), times('create')]);
  return { get, create };
}

async function ask<R>({ senders }: World, method: string, path: string, body?: object): Promise<R> {
  const response = await fetch(`${senders.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { result: R }).result;
}

const PATH = '/v1/promotions/backtests';
const begin = (world: World): Promise<Row> =>
  ask<Row>(world, 'POST', PATH, { from: FROM, to: TO, promotions: world.tested });
const look = (world: World, id: string): Promise<Row> => ask<Row>(world, 'GET', `${PATH}/${id}`);

/** A round while a back-test runs, which is cancelled after it. */
async function driveBeside(world: World): Promise<Times> {
  const { id } = await begin(world);
  await drive(world, SETTLE_SECONDS);
  const times = await drive(world, ROUND_SECONDS);
  const { state } = await look(world, id);
  if (state !== 'running') throw new Error(`the back-test is ${state}: ${ORDERS} orders are too few for this machine`);
  await ask(world, 'DELETE', `${PATH}/${id}`);
  await drive(world, SETTLE_SECONDS);
  return times;
}

/** Takes turns, so that other load on the machine affects both. */
async function compare(world: World): Promise<void> {
  // Not counted: it warms all processes up.
  await drive(world, ROUND_SECONDS);
  await driveBeside(world);
  const rounds: { without: Times; beside: Times }[] = [];
  for (let i = 0; i < ROUNDS; i += 1)
    rounds.push({ without: await drive(world, ROUND_SECONDS), beside: await driveBeside(world) });
  say('| database | request | p99 ms | p99 ms beside a back-test | ratio |\n| --- | --- | --- | --- | --- |');
  for (const kind of ['get', 'create'] as const) {
    const p99 = (half: 'without' | 'beside'): number => median(rounds.map((round) => round[half][kind]));
    const ratio = p99('beside') / p99('without');
    const cells = [databaseKind, kind, p99('without').toFixed(1), p99('beside').toFixed(1), `**${ratio.toFixed(2)}**`];
    say(`| ${cells.join(' | ')} |`);
    if (ratio > MAX_RATIO) process.exitCode = 1;
  }
}

/** A series of values for each measure of memory. */
type Memory = Readonly<Record<'heapMb' | 'rssMb', [number, number][]>>;

/**
 * Two whole back-tests. The first is timed; over the second, memory is judged: what a process grows to once is no leak.
 * @param isBeside whether requests come meanwhile
 */
async function time(world: World, isBeside: boolean): Promise<void> {
  await timeOne(world, isBeside);
  const memory: Memory = { heapMb: [], rssMb: [] };
  await timeOne(world, isBeside, memory);
  judgeMemory(memory);
}

async function timeOne(world: World, isBeside: boolean, memory?: Memory): Promise<void> {
  const from = performance.now();
  const { id } = await begin(world);
  let row = await look(world, id);
  const isOver = (): boolean => row.state !== 'queued' && row.state !== 'running';
  const watch = async (): Promise<void> => {
    for (; !isOver(); row = await look(world, id)) {
      if (memory !== undefined) await measure(world, memory);
      await pause(LOOK_MS);
    }
  };
  const load = async (): Promise<void> => {
    while (isBeside && !isOver()) await drive(world, LOOK_MS / 1000);
  };
  await Promise.all([watch(), load()]);
  const seconds = (performance.now() - from) / 1000;
  if (row.result === null) throw new Error(`the back-test is ${row.state}`);
  const { orders, touched } = row.result;
  say('| database | store | orders | touched | seconds | orders/s |\n| --- | --- | --- | --- | --- | --- |');
  const cells = [
    databaseKind,
    isBeside ? 'with requests' : 'idle',
    orders,
    touched,
    `**${seconds.toFixed(0)}**`,
    (orders / seconds).toFixed(0),
  ];
  say(`| ${cells.join(' | ')} |`);
  if ((!isBeside && seconds > MAX_SECONDS) || orders < ORDERS) process.exitCode = 1;
}

/** Collects garbage and measures what is left. */
async function measure({ worker }: World, memory: Memory): Promise<void> {
  const use = await worker.use();
  for (const name of ['heapMb', 'rssMb'] as const) memory[name].push([performance.now() / 1000, use[name]]);
}

function judgeMemory(memory: Memory): void {
  const columns = ['worker memory, MB', 'first quarter', 'last quarter', 'growth, from slope', 'allowed'];
  say(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
  for (const name of ['heapMb', 'rssMb'] as const) {
    const limit = LIMITS[name];
    if (limit === undefined) throw new TypeError(`${name} has no limit`);
    const { first, last, growth, allowed, isFlat } = flatnessOf(name, memory[name], limit);
    const words = name === 'heapMb' ? 'heap' : 'resident';
    say(`| ${words} | ${[first, last, growth, allowed].map((each) => each.toFixed(1)).join(' | ')} |`);
    if (!isFlat) process.exitCode = 1;
  }
}

export async function main(): Promise<void> {
  const world = await start();
  try {
    if (isAsked('p99')) await compare(world);
    if (isAsked('speed')) await time(world, false);
    if (isAsked('beside')) await time(world, true);
  } finally {
    await world.close();
  }
}
