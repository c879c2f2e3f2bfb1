import 'reflect-metadata';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { startStore, TEST_SECRETS_KEY, TEST_TOKEN } from '../test/support/store';
import { type Running, startProcess, startScript } from './support/bench.process';
import { load, median } from './support/load';
import { orderWorld } from './support/order-world';

/**
 * Measures how many orders the API creates a second without a worker, with a worker and no webhook, and with a worker and one
 * fast receiver, by turns in one run on the same cores. `npm run bench -- workers` prints the table.
 * `BENCH_BEFORE=<folder of another build, with its package.json>` adds its rows.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4);
const SECONDS = 4;
const CONNECTIONS = 16;
/** `BENCH_PROFILE=1` leaves CPU profiles of the workers in `bench-profiles/`. */
const PROFILE = process.env['BENCH_PROFILE'] === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir=bench-profiles'];
const BUILDS = ['dist', process.env['BENCH_BEFORE']].filter((folder) => folder !== undefined);
const PHASES = ['no worker', 'no webhook', 'one webhook'] as const;

interface World {
  readonly env: Readonly<Record<string, string>>;
  readonly pool: Pool;
  readonly form: string;
  readonly receiver: Running;
}

async function countOf(pool: Pool, sql: string): Promise<number> {
  const [rows] = await pool.query<RowDataPacket[]>(sql);
  return Number((rows[0] as { count: unknown } | undefined)?.count);
}

async function waitForNone(pool: Pool, from: string): Promise<void> {
  while ((await countOf(pool, `SELECT COUNT(*) AS count FROM ${from}`)) > 0) await pause(50);
}

async function createHook(api: Running, receiver: Running): Promise<void> {
  const form = { url: receiver.url, create: '1', update: '1', delete: '1', enabled: '1', content_type: 'json' };
  const headers = { authorization: `Bearer ${TEST_TOKEN}` };
  const answer = await fetch(`${api.url}/v1/webhooks`, { method: 'POST', headers, body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Orders a second of one phase. What it leaves is worked off before it ends. */
async function rateOf(
  phase: (typeof PHASES)[number],
  build: string,
  { env, pool, form, receiver }: World,
): Promise<number> {
  const api = await startProcess([join(build, 'src/main.js')], env, /"port":(\d+)/);
  if (phase === 'one webhook') await createHook(api, receiver);
  const start = (): Promise<Running> =>
    startProcess([...PROFILE, join(build, 'src/worker.js')], env, /"msg":"(working)"/);
  const shots = [{ method: 'POST' as const, path: '/v1/orders', body: form }];
  const first = phase === 'no worker' ? undefined : await start();
  // Warms both up.
  await load(api.url, shots, CONNECTIONS, 2, TEST_TOKEN);
  const { perSecond } = await load(api.url, shots, CONNECTIONS, SECONDS, TEST_TOKEN);
  const worker = first ?? (await start());
  await waitForNone(pool, 'events WHERE position IS NULL');
  await waitForNone(pool, `webhook_deliveries WHERE state = 'pending'`);
  await Promise.all([worker.stop(), api.stop()]);
  await pool.query('DELETE FROM webhooks');
  return perSecond;
}

export async function main(): Promise<void> {
  const [mariaDb, redis, receiver] = await Promise.all([
    startDatabase({ durable: true }),
    startRedis(),
    startScript('webhook-receiver'),
  ]);
  await makeDatabase(mariaDb.url, 'bench');
  const databaseUrl = `${mariaDb.url}/bench`;
  const store = await startStore(databaseUrl);
  const { form } = await orderWorld(store);
  await store.close();
  const pool = createPool(databaseUrl.replace(/^mariadb:/, 'mysql:'));
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    BOOTSTRAP_TOKEN: TEST_TOKEN,
    SECRETS_KEY: TEST_SECRETS_KEY,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    PORT: '0',
    LOG_LEVEL: 'info',
  };
  const rates = new Map<string, number[]>();
  try {
    const turns = PHASES.flatMap((phase) => BUILDS.map((build) => ({ phase, build })));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { phase, build } of turns) {
        const key = `${build} ${phase}`;
        const rate = await rateOf(phase, build, { env, pool, form, receiver });
        rates.set(key, [...(rates.get(key) ?? []), rate]);
      }
    }
    const rows = BUILDS.flatMap((build) => {
      const of = (phase: string): number => median(rates.get(`${build} ${phase}`) ?? []);
      return PHASES.map((phase) => {
        const lost = (100 * (1 - of(phase) / of('no worker'))).toFixed(0);
        return `| ${databaseKind}, ${build} | ${phase} | ${of(phase).toFixed(0)} | **${lost} %** |`;
      });
    });
    process.stdout.write(
      `\n| orders created, 16 connections | worker | a second | lost |\n|---|---|---|---|\n${rows.join('\n')}\n`,
    );
  } finally {
    await pool.end();
    await Promise.all([receiver.stop(), mariaDb.stop(), redis.stop()]);
  }
}
