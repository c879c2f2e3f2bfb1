import 'reflect-metadata';
import { getDataSourceToken } from '@nestjs/typeorm';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataSource } from 'typeorm';
import { Order } from '../src/modules/orders/data/order.entity';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { missingServers } from '../test/support/programs.cjs';
import { recordStatements, type Statement } from '../test/support/recorded-statements';
import { startStore, TEST_TOKEN, type TestStore } from '../test/support/store';
import { type Running, startApi, startScript, startWorker } from './support/bench.process';
import { ORDERS_OPERATIONS, ORDERS_PLACES, SEARCH } from './support/asked-benchmark';
import { copyDatabase, copyFile } from './support/copied-database';
import { type FatOrders, fatOrders, SEARCHED } from './support/fat-orders';
import { load, median, type Shot, type Speed } from './support/load';
import { fillOrders, multiplyOrders, orderWorld } from './support/order-world';
import { processorSeconds } from './support/process-use';

/**
 * Create, get, list and search orders as fat as those of a checkout, each beside two floors in the same run: plain node:http that
 * replays the same SQL (floor-server.ts), and plain node:http with SQL of its own (independent-floor.ts). The worker runs too.
 * Words choose: databases, operations, `lists`; numbers: connections, and from 1,000 on orders. bench/README.md shows the tables.
 */
const ASKED = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const ASKED_NUMBERS = process.argv.slice(2).flatMap((word) => (/^\d+$/.test(word) ? [Number(word)] : []));
const ASKED_CONNECTIONS = ASKED_NUMBERS.filter((number) => number < 1000);
const ROUNDS = 3;
const SECONDS = 1.5;
const CONNECTIONS = ASKED_CONNECTIONS.length > 0 ? ASKED_CONNECTIONS : [1, 16, 64];
const POOL_SIZE = 20;
const ORDERS = ASKED_NUMBERS.find((number) => number >= 1000) ?? 10_000;
const MAX_BLOCKS = 200;
const SMALL = 1_000;
const LARGE = 1_000_000;
const DEEP = 100_000;

const WHOLE = { include: 'items,discounts,payments' };

type Name = (typeof ORDERS_OPERATIONS)[number];

/** A read or a write of each server. */
interface Operation {
  readonly title: string;
  /** Path of the store; `:id` stands for an order's. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Path of the independent floor. */
  readonly own: string;
}

const search = (status: string): Pick<Operation, 'path' | 'query' | 'own'> => ({
  path: '/v1/orders/search',
  query: { status, limit: '20', strict: '1' },
  own: `search/${status}`,
});

/** `:id` stands for the id of an order. */
const OPERATIONS = {
  get: { title: 'get', path: '/v1/orders/:id', own: 'get/:id' },
  whole: { title: 'get with items, discounts, payments', path: '/v1/orders/:id', query: WHOLE, own: 'whole/:id' },
  list: { title: 'list', path: '/v1/orders', query: { limit: '20' }, own: 'list/' },
  search1: { title: 'search, 1 hit', ...search(SEARCHED.one) },
  search100: { title: 'search, 100 hits', ...search(SEARCHED.hundred) },
  searchHalf: { title: 'search, half of them', ...search(SEARCHED.half) },
  create: { title: 'create', path: '/v1/orders', own: 'create/' },
} as const satisfies Record<Name, Operation>;

/** Records what each operation asks, with marks where each request has values of its own. */
async function recorded(store: TestStore, orders: FatOrders): Promise<Record<Name, Statement[]>> {
  const create = async (): Promise<string> =>
    (await store.request<{ result: { id: string } }>('POST', '/v1/orders', { form: orders.form })).body.result.id;
  await create();
  let made = '';
  const creating = await recordStatements(store, async () => {
    made = await create();
  });
  const [, asked = ''] = orders.ids;
  const reading = async (name: Name): Promise<Statement[]> => {
    const { path, query }: Operation = OPERATIONS[name];
    const request = (): Promise<unknown> => store.request('GET', path.replace(':id', asked), { query });
    // Lists of a store that was just filled also write the blocks that count its rows.
    for (let i = 0; i < MAX_BLOCKS; i += 1) {
      const statements = await recordStatements(store, request);
      if (i > 0 && statements.every(({ sql }) => sql.startsWith('SELECT'))) return marked(statements, asked, '@asked');
    }
    throw new Error(`${name} still writes after ${MAX_BLOCKS} requests`);
  };
  const statements: [Name, Statement[]][] = [];
  for (const name of ORDERS_OPERATIONS)
    statements.push([name, name === 'create' ? marked(creating, made, '@id') : await reading(name)]);
  return Object.fromEntries(statements) as Record<Name, Statement[]>;
}

const marked = (statements: readonly Statement[], id: string, mark: string): Statement[] =>
  statements.map(({ sql, parameters }) => ({
    sql,
    parameters: parameters.map((value) => {
      if (value === id) return mark;
      return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value) ? '@uuid' : value;
    }),
  }));

type Contestant = 'store' | 'replaying' | 'independent';

function shotsOf(who: Contestant, name: Name, { ids, form }: FatOrders): Shot[] {
  const { path, query, own }: Operation = OPERATIONS[name];
  const words = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const template = { store: `${path}${words}`, replaying: `/${name}/:id`, independent: `/${own}` }[who];
  if (name === 'create') return [{ method: 'POST', path: template.replace(':id', ''), body: form }];
  const paths = new Set(ids.slice(0, 200).map((id) => template.replace(':id', id)));
  return [...paths].map((each) => ({ method: 'GET', path: each }));
}

interface Run {
  readonly name: string;
  readonly servers: Readonly<Record<Contestant, Running>>;
  readonly orders: FatOrders;
}

/** The store's database, and the floors': copies, whose events no worker sends. */
interface Place {
  readonly name: string;
  readonly url: string;
  readonly redisUrl?: string;
  copy(floor: string): Promise<string>;
}

async function compare(place: Place, folder: string): Promise<void> {
  const { name, url, redisUrl } = place;
  const store = await startStore(url);
  const orders = await fatOrders(store, ORDERS);
  const operations = await recorded(store, orders);
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  const rows = { orders: await manager.query<object[]>('SELECT * FROM orders WHERE id = ?', [orders.ids[1]]) };
  const shown = manager.dataSource
    .getMetadata(Order)
    .columns.flatMap((column) => (column.isSelect ? [column.databaseName] : []));
  await store.close();
  const floor = async (script: string): Promise<Running> => {
    const planFile = join(folder, `${name}-${script}.json`);
    const databaseUrl = await place.copy(script);
    writeFileSync(planFile, JSON.stringify({ databaseUrl, poolSize: POOL_SIZE, operations, rows, shown }));
    return startScript(script, planFile);
  };
  const env = {
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  };
  // As in production: beside Redis the worker is a process of its own.
  const worker = redisUrl === undefined ? undefined : await startWorker(env);
  const servers = {
    store: await startApi(env),
    replaying: await floor('floor-server'),
    independent: await floor('independent-floor'),
  };
  try {
    for (const operation of ORDERS_OPERATIONS.filter(isAskedOperation))
      for (const connections of CONNECTIONS) await row({ name, servers, orders }, operation, connections);
    const counts = ORDERS_OPERATIONS.map(
      (operation) => `${OPERATIONS[operation].title}: ${operations[operation].length}`,
    );
    process.stdout.write(`\nStatements of the store on ${name}: ${counts.join('; ')}.\n`);
  } finally {
    await Promise.all([worker?.stop(), ...Object.values(servers).map((server) => server.stop())]);
  }
}

/** Without the name of a place, all of them are measured. */
function isAskedPlace(place: string): boolean {
  const words = ASKED.filter((word) => ORDERS_PLACES.includes(word));
  return words.length === 0 || words.includes(place);
}

/** Without the name of an operation, all of them are measured; `search` names all three. */
function isAskedOperation(name: Name): boolean {
  const words = ASKED.filter((word) => word === SEARCH || ORDERS_OPERATIONS.some((each) => each === word));
  return words.length === 0 || words.some((word) => word === name || (word === SEARCH && name.startsWith(SEARCH)));
}

/** A response without what was asked for. */
const EMPTY = /"(?:result|rows|order_items)":(?:\[\]|null)/;

/** @throws Error when a server finds nothing: an empty answer would be a fast one */
async function demandRows({ servers, orders }: Run, name: Name): Promise<void> {
  if (name === 'create') return;
  for (const who of ['store', 'replaying', 'independent'] as const) {
    const [shot] = shotsOf(who, name, orders);
    const answer = await fetch(servers[who].url + (shot?.path ?? ''), {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });
    const text = await answer.text();
    if (!answer.ok || EMPTY.test(text)) throw new Error(`${who} found nothing for ${name}: ${text.slice(0, 500)}`);
  }
}

/** Alternates the three servers in each round, so that other load on the machine affects all of them. */
async function row(run: Run, operation: Name, connections: number): Promise<void> {
  const { name, servers, orders } = run;
  await demandRows(run, operation);
  const rounds: (Record<Contestant, Speed> & { cpuMs: number })[] = [];
  const drive = (who: Contestant): Promise<Speed> =>
    load(servers[who].url, shotsOf(who, operation, orders), connections, SECONDS, TEST_TOKEN);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const replaying = await drive('replaying');
    const independent = await drive('independent');
    const before = processorSeconds(servers.store.pid);
    const store = await drive('store');
    const cpuMs = ((processorSeconds(servers.store.pid) - before) * 1000) / store.count;
    // The first round warms them up.
    if (round > 0) rounds.push({ store, replaying, independent, cpuMs });
  }
  const rate = (who: Contestant): string => median(rounds.map((each) => each[who].perSecond)).toFixed(0);
  const ratio = (who: Contestant): string =>
    `**${median(rounds.map((each) => each.store.perSecond / each[who].perSecond)).toFixed(2)}**`;
  const times = `${median(rounds.map(({ store }) => store.p50Ms))} / ${median(rounds.map(({ store }) => store.p99Ms))}`;
  const cpu = median(rounds.map(({ cpuMs }) => cpuMs)).toFixed(2);
  const cells = [name, OPERATIONS[operation].title, connections, rate('store'), rate('replaying'), ratio('replaying')];
  process.stdout.write(`| ${[...cells, rate('independent'), ratio('independent'), times, cpu].join(' | ')} |\n`);
}

/** Times of one list of 100 with its total, at two sizes and three depths, one request at a time. */
async function longLists(databaseUrl: string): Promise<string[]> {
  const store = await startStore(databaseUrl);
  const world = await orderWorld(store);
  const time = async (offset: number): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      const start = performance.now();
      const answer = await fetch(`${store.url}/v1/orders?limit=100&offset=${offset}`, {
        headers: { authorization: `Bearer ${TEST_TOKEN}` },
      });
      await answer.arrayBuffer();
      if (i >= 20) times.push(performance.now() - start);
    }
    return median(times);
  };
  await fillOrders(store, world, SMALL);
  const small = await time(0);
  await multiplyOrders(store, world, LARGE);
  const times = { first: await time(0), deep: await time(DEEP), middle: await time(LARGE / 2) };
  await store.close();
  const row = (offset: number, ms: number): string =>
    `| ${LARGE} orders, offset ${offset} | ${ms.toFixed(2)} ms | **${(ms / small).toFixed(2)}** |`;
  return [
    `| ${SMALL} orders, offset 0 | ${small.toFixed(2)} ms | 1.00 |`,
    row(0, times.first),
    row(DEEP, times.deep),
    row(LARGE / 2, times.middle),
  ];
}

async function freshDatabase(server: string, name: string): Promise<string> {
  await makeDatabase(server, name);
  return `${server}/${name}`;
}

async function startedRedis(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  return missingServers().includes('redis') ? undefined : startRedis();
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const server = missingServers().includes('mariadb') ? undefined : await startDatabase({ durable: true });
  const redis = await startedRedis();
  try {
    process.stdout.write(
      `| ${ORDERS} orders | operation | connections | requests/s | replaying floor/s | ratio | independent floor/s | ratio | p50 / p99 ms | CPU ms of the API |\n|---|---|---|---|---|---|---|---|---|---|\n`,
    );
    if (server && isAskedPlace(databaseKind)) {
      const url = await freshDatabase(server.url, 'bench');
      const copy = (floor: string): Promise<string> =>
        copyDatabase(server.url, 'bench', `bench_${floor.replace('-', '_')}`);
      await compare({ name: databaseKind, url, copy, ...(redis === undefined ? {} : { redisUrl: redis.url }) }, folder);
    }
    const file = join(folder, 'bench.sqlite');
    if (isAskedPlace('sqlite'))
      await compare(
        { name: 'sqlite', url: `sqlite:${file}`, copy: (floor) => Promise.resolve(copyFile(file, floor)) },
        folder,
      );
    if (server && isAskedPlace('lists')) {
      const lines = await longLists(await freshDatabase(server.url, 'lists'));
      process.stdout.write(
        `\n| list of 100 with its exact total | p50 | to 1,000 orders |\n|---|---|---|\n${lines.join('\n')}\n`,
      );
    }
  } finally {
    await server?.stop();
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
