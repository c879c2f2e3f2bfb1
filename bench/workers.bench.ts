import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { startStore, TEST_TOKEN } from '../test/support/store';
import { type Running, startApi, startScript, startWorker } from './support/bench.process';
import { load, median } from './support/load';
import { orderWorld } from './support/order-world';

/**
 * Measures how many orders the API creates a second without a worker, with a worker and no webhook, and with a worker and one
 * fast receiver, by turns in one run on the same cores. `npm run bench -- workers` prints the table.
 * `BENCH_BEFORE=<folder of another build, with its package.json>` adds its rows.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 4);
const SECONDS = 6;
/** A process that has just started compiles what it runs. */
const WARM_SECONDS = 6;
const CONNECTIONS = 16;
const BUILDS = ['dist', process.env['BENCH_BEFORE']].filter((folder) => folder !== undefined);
const PROCESSES = ['API', 'worker', 'database', 'Redis', 'receiver'] as const;
const PHASES = ['no worker', 'no webhook', 'one webhook'] as const;

/** Clock ticks of the kernel in a second. */
const TICKS = 100;

/** Milliseconds of processor time that a process has taken. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (1000 * (Number(fields[11]) + Number(fields[12]))) / TICKS;
}

interface World {
  /** Processes that serve all phases, by name. */
  readonly servers: Readonly<Record<string, number>>;
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

interface Turn {
  readonly perSecond: number;
  /** Milliseconds of processor time for each order, by process. */
  readonly cpu: Readonly<Record<string, number>>;
}

/** Orders a second of one phase. What it leaves is finished before it ends. */
async function turnOf(
  phase: (typeof PHASES)[number],
  build: string,
  { servers, env, pool, form, receiver }: World,
): Promise<Turn> {
  const api = await startApi(env, build);
  if (phase === 'one webhook') await createHook(api, receiver);
  const start = () => startWorker(env, build);
  const shots = [{ method: 'POST' as const, path: '/v1/orders', body: form }];
  const first = phase === 'no worker' ? undefined : await start();
  // Warms both up.
  await load(api.url, shots, CONNECTIONS, WARM_SECONDS, TEST_TOKEN);
  const pids = { API: api.pid, worker: first?.pid ?? 0, ...servers };
  const taken = (): number[] => Object.values(pids).map((pid) => (pid === 0 ? 0 : cpuMs(pid)));
  const before = taken();
  const { perSecond } = await load(api.url, shots, CONNECTIONS, SECONDS, TEST_TOKEN);
  const after = taken();
  const orders = perSecond * SECONDS;
  const cpu = Object.fromEntries(
    Object.keys(pids).map((name, i) => [name, ((after[i] ?? 0) - (before[i] ?? 0)) / orders]),
  );
  const worker = first ?? (await start());
  await waitForNone(pool, 'events WHERE position IS NULL');
  await waitForNone(pool, 'statistics_changes');
  await waitForNone(pool, `webhook_deliveries WHERE state = 'pending'`);
  await Promise.all([worker.stop(), api.stop()]);
  await pool.query('DELETE FROM webhooks');
  return { perSecond, cpu };
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
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const turnsOf = new Map<string, Turn[]>();
  const servers = { database: mariaDb.pid, Redis: redis.pid, receiver: receiver.pid };
  try {
    const turns = PHASES.flatMap((phase) => BUILDS.map((build) => ({ phase, build })));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { phase, build } of turns) {
        const key = `${build} ${phase}`;
        const turn = await turnOf(phase, build, { servers, env, pool, form, receiver });
        process.stderr.write(`${key}: ${turn.perSecond.toFixed(0)}\n`);
        turnsOf.set(key, [...(turnsOf.get(key) ?? []), turn]);
      }
    }
    const rows = BUILDS.flatMap((build) => {
      const all = (phase: string): readonly Turn[] => turnsOf.get(`${build} ${phase}`) ?? [];
      const rate = (phase: string): number => median(all(phase).map(({ perSecond }) => perSecond));
      return PHASES.map((phase) => {
        const lost = (100 * (1 - rate(phase) / rate('no worker'))).toFixed(0);
        const cpu = PROCESSES.map((name) => median(all(phase).map((turn) => turn.cpu[name] ?? 0)).toFixed(2));
        return `| ${databaseKind}, ${build} | ${phase} | ${rate(phase).toFixed(0)} | **${lost} %** | ${cpu.join(' | ')} |`;
      });
    });
    process.stdout.write(
      `\n| orders created, 16 connections | worker | a second | lost | ${PROCESSES.map((name) => `${name}, ms of CPU an order`).join(' | ')} |\n` +
        `|---|---|---|---|${'---|'.repeat(PROCESSES.length)}\n${rows.join('\n')}\n`,
    );
  } finally {
    await pool.end();
    await Promise.all([receiver.stop(), mariaDb.stop(), redis.stop()]);
  }
}
