import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type DataSource } from 'typeorm';
import { Payment } from '../src/modules/payments/data/payment.entity';
import { storeDataSource } from '../test/support/database';
import { numbers } from '../test/support/numbers.sql';
import { copyPastOrders } from '../test/support/past-orders.sql';
import { TEST_TOKEN } from '../test/support/store';
import { type Running, startApi } from './support/bench.process';
import { median } from './support/load';
import { loopSeconds } from './support/process-use';
import { readRequests } from './support/read-requests';

/**
 * `npm run bench -- reads [orders]`: the processor time of the API's event loop for each read of the document, with each filter and each sort
 * alone, on SQLite with 100,000 orders: meanwhile everybody else waits. Prints the 20 dearest. At most 100 ms is aimed at. With
 * `BENCH_STORE=<folder>` the store is kept there for the next run.
 */
const COUNT = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 100_000);
/** Orders of a seeded shop that the others are copies of. */
const TEMPLATES = 200;
const DAYS = 300;
const FROM = '2026-01-01';
const SHOWN = 20;
/** A request that takes less at once is not repeated. */
const CHEAP_MS = 20;
const ROUNDS = 5;
/** Lists count their newest records on each request until they are sealed. */
const SETTLED_MS = 15;
const PATIENCE_MS = 180_000;

/** Copies what promotions and payments keep of an order. */
async function copyLedgers(db: DataSource, templates: readonly string[]): Promise<void> {
  const template = `CASE n.seq % ${templates.length} ${templates.map((id, i) => `WHEN ${i} THEN ${id}`).join(' ')} END`;
  const copy = async (table: string, names: readonly string[], own: Readonly<Record<string, string>>) => {
    const columns = names.map((name) => `"${name}"`).join(', ');
    const values = names.map((name) => own[name] ?? `t."${name}"`).join(', ');
    await db.query(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM (${numbers(COUNT)}) n JOIN orders o ON o.id = 1000000000 + n.seq
       JOIN ${table} t ON t.order_id = ${template}`,
    );
  };
  const namesOf = (table: string) =>
    db.query<{ name: string }[]>(`PRAGMA table_info(${table})`).then((rows) => rows.map(({ name }) => name));
  const { tableName } = db.getMetadata(Payment);
  const times = { order_id: 'o.id', created_at: 'o.created_at' };
  const id = `o.id * 10 + t.id % 10`;
  await copy(tableName, await namesOf(tableName), { ...times, id, updated_at: 'o.created_at', request_key: 'NULL' });
  await copy('promotion_redemptions', await namesOf('promotion_redemptions'), times);
}

async function fill(url: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, NODE_ENV: 'development', LOG_LEVEL: 'silent' };
  await promisify(execFile)(process.execPath, ['dist/src/cli/store.js', 'seed', '--orders', String(TEMPLATES)], {
    env,
  });
  const db = storeDataSource(url);
  await db.initialize();
  // A store that a power cut ends is filled anew.
  await db.query('PRAGMA synchronous = OFF');
  const orders = await db.query<{ id: string }[]>('SELECT CAST(id AS TEXT) AS id FROM orders ORDER BY id');
  const templates = orders.map(({ id }) => id);
  await copyPastOrders(db, { templates, count: COUNT, from: FROM, seconds: DAYS * 86_400 });
  await copyLedgers(db, templates);
  // Seeded in development: with the mode of the API, as if it had counted them, no walk goes on beside the requests.
  await db.query('UPDATE statistics_walk SET counted_with = NULL, walked_at = ?', [
    new Date().toISOString().replace('T', ' ').slice(0, 23),
  ]);
  await db.query('PRAGMA wal_checkpoint(TRUNCATE)');
  await db.destroy();
}

class Reader {
  constructor(private readonly api: Running) {}

  async json(path: string): Promise<unknown> {
    const answer = await this.send(path);
    return answer.ok ? answer.json() : undefined;
  }

  /** Milliseconds of the processor for a request: the median of some, and its status. */
  async cost(path: string): Promise<{ readonly ms: number; readonly status: number }> {
    const times: number[] = [];
    let status = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = loopSeconds(this.api.pid);
      const answer = await this.send(path);
      await answer.arrayBuffer();
      status = answer.status;
      times.push((loopSeconds(this.api.pid) - before) * 1000);
      if ((times[0] ?? 0) < CHEAP_MS) break;
    }
    return { ms: median(times), status };
  }

  async settle(): Promise<void> {
    const start = performance.now();
    for (const path of ['/v1/orders?limit=1', '/v1/transactions?limit=1'])
      while ((await this.cost(path)).ms > SETTLED_MS) if (performance.now() - start > PATIENCE_MS) return;
  }

  private send(path: string): Promise<Response> {
    return fetch(this.api.url + path, { headers: { authorization: `Bearer ${TEST_TOKEN}` } });
  }
}

export async function main(): Promise<void> {
  const kept = process.env['BENCH_STORE'];
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'storekeeper-reads-')));
  const file = join(folder, 'store.sqlite');
  const url = `sqlite:${file}`;
  let api: Running | undefined;
  try {
    if (!existsSync(file)) await fill(url);
    api = await startApi({ DATABASE_URL: url });
    const reader = new Reader(api);
    await reader.settle();
    const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenAPIObject;
    const { paths, left } = await readRequests(document, (path) => reader.json(path));
    const costs: { readonly path: string; readonly ms: number; readonly status: number }[] = [];
    for (const path of paths) costs.push({ path, ...(await reader.cost(path)) });
    costs.sort((a, b) => b.ms - a.ms);
    process.stderr.write(`${paths.length} requests; without a record: ${left.join(', ')}\n`);
    process.stdout.write('| read | status | processor |\n|---|---|---|\n');
    for (const { path, ms, status } of costs.slice(0, SHOWN))
      process.stdout.write(`| ${path} | ${status} | ${ms.toFixed(0)} ms |\n`);
  } finally {
    await api?.stop();
    if (kept === undefined) await rm(folder, { recursive: true });
  }
}
