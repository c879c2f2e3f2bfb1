import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteConnection } from '../src/platform/database/connection/sqlite-connection';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { missingServers } from '../test/support/programs.cjs';
import { startStore, TEST_TOKEN, type TestStore } from '../test/support/store';
import { type Running, startApi, startScript } from './support/bench.process';
import { load, median, type Shot } from './support/load';
import { fillOrders, multiplyOrders, orderWorld } from './support/order-world';
import { recordStatements, type Statement } from '../test/support/recorded-statements';

/**
 * Create, get, list and search orders, each beside its floor in the same run: plain node:http that replays the same
 * SQL. `npm run bench` prints the table that bench/README.md holds.
 */
const ASKED = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const ASKED_CONNECTIONS = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const ROUNDS = 3;
const SECONDS = 2;
const CONNECTIONS = ASKED_CONNECTIONS.length > 0 ? ASKED_CONNECTIONS.map(Number) : [1, 16, 64];
const POOL_SIZE = 20;
const SMALL = 1_000;
const LARGE = 1_000_000;
const DEEP = 100_000;

type Operations = Record<'create' | 'get' | 'list' | 'search', Statement[]>;

/** Records what each operation asks, with marks where each request has values of its own. */
async function operationsOf(store: TestStore, form: string, asked: string): Promise<Operations> {
  const warm = async (): Promise<string> =>
    (await store.request<{ result: { id: string } }>('POST', '/v1/orders', { form })).body.result.id;
  await warm();
  let made = '';
  const create = await recordStatements(store, async () => {
    made = await warm();
  });
  const marked = (statements: Statement[], id: string, mark: string): Statement[] =>
    statements.map(({ sql, parameters }) => ({
      sql,
      parameters: parameters.map((value) => {
        if (value === id) return mark;
        return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value) ? '@uuid' : value;
      }),
    }));
  return {
    create: marked(create, made, '@id'),
    get: marked(await recordStatements(store, () => store.request('GET', `/v1/orders/${asked}`)), asked, '@asked'),
    list: await recordStatements(store, () => store.request('GET', '/v1/orders', { query: { limit: '20' } })),
    search: await recordStatements(store, () => store.request('GET', '/v1/orders/search', { query: SEARCH })),
  };
}

const SEARCH = { status: 'paid', limit: '20', strict: '1' };

function shotsOf(operation: keyof Operations, form: string, ids: readonly string[], isFloor: boolean): Shot[] {
  const sample = ids.slice(0, 200);
  switch (operation) {
    case 'create':
      return [{ method: 'POST', path: isFloor ? '/create/' : '/v1/orders', body: form }];
    case 'get':
      return sample.map((id) => ({ method: 'GET', path: isFloor ? `/get/${id}` : `/v1/orders/${id}` }));
    case 'list':
      return [{ method: 'GET', path: isFloor ? '/list/' : '/v1/orders?limit=20' }];
    case 'search':
      return [
        { method: 'GET', path: isFloor ? '/search/' : `/v1/orders/search?${new URLSearchParams(SEARCH).toString()}` },
      ];
  }
}

async function compare(name: string, databaseUrl: string, folder: string, redisUrl?: string): Promise<string[]> {
  const store = await startStore(databaseUrl);
  const world = await orderWorld(store);
  const ids = await fillOrders(store, world, SMALL);
  await store.request('PUT', `/v1/orders/${ids[0]}`, { form: { status: 'paid' } });
  const operations = await operationsOf(store, world.form, ids[1] ?? '');
  await store.close();
  const planFile = join(folder, `${name}.json`);
  writeFileSync(planFile, JSON.stringify({ databaseUrl: floorDatabase(databaseUrl), poolSize: POOL_SIZE, operations }));
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    // As in production: the workers are processes of their own, and none runs here.
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  };
  const api = await startApi(env);
  const floor = await startScript('floor-server', planFile);
  const lines: string[] = [];
  try {
    // Reads first: what creating adds to the table is not theirs to count.
    for (const operation of (['get', 'list', 'search', 'create'] as const).filter(isAsked)) {
      for (const connections of CONNECTIONS)
        lines.push(await row({ name, operation, connections, api, floor, form: world.form, ids }));
    }
    lines.push(
      `| ${name} | statements of one create / get / list / search | | ${Object.values(operations)
        .map((all) => all.length)
        .join(' / ')} | | | |`,
    );
  } finally {
    await Promise.all([api.stop(), floor.stop()]);
  }
  return lines;
}

/** Words of the command line choose: databases, operations, `lists`; without any, all. */
function isAsked(word: string): boolean {
  return ASKED.length === 0 || ASKED.includes(word);
}

/** A SQLite file serves one process only: the floor gets a copy, also of what is still in the write-ahead log. */
function floorDatabase(databaseUrl: string): string {
  if (!databaseUrl.startsWith('sqlite:')) return databaseUrl;
  const path = databaseUrl.slice('sqlite:'.length);
  const connection = new SqliteConnection(path);
  connection.exec(`VACUUM INTO '${path}.floor'`);
  connection.close();
  return `sqlite:${path}.floor`;
}

interface Row {
  readonly name: string;
  readonly operation: keyof Operations;
  readonly connections: number;
  readonly api: Running;
  readonly floor: Running;
  readonly form: string;
  readonly ids: readonly string[];
}

async function row({ name, operation, connections, api, floor, form, ids }: Row): Promise<string> {
  const rates: { api: number[]; floor: number[]; ratio: number[]; p50: number[]; p99: number[] } = {
    api: [],
    floor: [],
    ratio: [],
    p50: [],
    p99: [],
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const below = await load(floor.url, shotsOf(operation, form, ids, true), connections, SECONDS, TEST_TOKEN);
    const ours = await load(api.url, shotsOf(operation, form, ids, false), connections, SECONDS, TEST_TOKEN);
    // The first round warms both up.
    if (round === 0) continue;
    rates.floor.push(below.perSecond);
    rates.api.push(ours.perSecond);
    rates.ratio.push(ours.perSecond / below.perSecond);
    rates.p50.push(ours.p50Ms);
    rates.p99.push(ours.p99Ms);
  }
  const line = `| ${name} | ${operation} | ${connections} | ${median(rates.api).toFixed(0)} | ${median(rates.floor).toFixed(0)} | **${median(rates.ratio).toFixed(2)}** | ${median(rates.p50)} / ${median(rates.p99)} |`;
  process.stdout.write(`${line}\n`);
  return line;
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
  const mariaDb = missingServers().includes('mariadb') ? undefined : await startDatabase({ durable: true });
  const redis = await startedRedis();
  try {
    process.stdout.write(
      '| database | operation | connections | requests/s | floor/s | ratio | p50 / p99 ms |\n|---|---|---|---|---|---|---|\n',
    );
    if (mariaDb && isAsked(databaseKind))
      await compare(databaseKind, await freshDatabase(mariaDb.url, 'bench'), folder, redis?.url);
    if (isAsked('sqlite')) await compare('sqlite', `sqlite:${join(folder, 'bench.sqlite')}`, folder);
    process.stdout.write('\n| list of 100 with its exact total | p50 | to 1,000 orders |\n|---|---|---|\n');
    if (mariaDb && isAsked('lists'))
      process.stdout.write(`${(await longLists(await freshDatabase(mariaDb.url, 'lists'))).join('\n')}\n`);
  } finally {
    await mariaDb?.stop();
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
