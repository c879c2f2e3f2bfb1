import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { startStore, TEST_TOKEN } from '../test/support/store';
import { WatchedProcess } from './soak/watched.process';
import { PRODUCTION, startScript } from './support/bench.process';
import { Senders } from './support/senders';

/**
 * The time from an event (before its commit) to its arrival on a stream, with one reader at 200 events a second and with 1,000 on
 * one API process, and the memory of that process (events.md 7 and 8). MariaDB with a durable commit, Redis, an API and a worker.
 * `npm run bench -- feed` prints the table that bench/README.md holds; it fails where a goal is missed.
 */
const WORLDS = [
  { readers: 1, perSecond: 200, seconds: 30, mostP50: 50, mostP99: 500 },
  { readers: 1_000, perSecond: 5, seconds: 20, mostP50: 100, mostP99: Infinity },
] as const;
const MAX_MB = 300;
const WARM_SECONDS = 5;
const CONNECTIONS = 16;
const PATIENCE_MS = 60_000;

interface Report {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

async function reached(readers: string, calls: number): Promise<Report> {
  for (const end = performance.now() + PATIENCE_MS; ;) {
    const report = (await (await fetch(readers)).json()) as Report;
    if (report.calls >= calls) return report;
    if (performance.now() > end) throw new Error(`only ${report.calls} of ${calls} events came`);
    await pause(50);
  }
}

async function measure(env: Readonly<Record<string, string>>, world: (typeof WORLDS)[number]): Promise<string> {
  const { process: api, found } = await WatchedProcess.start('API', 'dist/src/main.js', env, /"port":(\d+)/);
  const url = `http://127.0.0.1:${found}`;
  const readers = await startScript('stream-readers', url, TEST_TOKEN, String(world.readers));
  const senders = new Senders(url, CONNECTIONS, TEST_TOKEN);
  const write = (): Promise<void> => senders.post('/v1/brands', { title: 'A brand', slug: randomUUID() });
  try {
    await senders.pace(WARM_SECONDS, world.perSecond, write);
    await reached(readers.url, WARM_SECONDS * world.perSecond * world.readers);
    await fetch(readers.url, { method: 'DELETE' });
    await senders.pace(world.seconds, world.perSecond, write);
    const { p50, p99, p999 } = await reached(readers.url, world.seconds * world.perSecond * world.readers);
    const mb = api.residentMb;
    if (p50 > world.mostP50 || p99 > world.mostP99 || mb > MAX_MB) process.exitCode = 1;
    const times = [p50, p99, p999].map((ms) => `${ms.toFixed(1)} ms`);
    return `| ${[databaseKind, world.readers, world.perSecond, ...times, `${mb.toFixed(0)} MB`].join(' | ')} |`;
  } finally {
    await Promise.all([readers.stop(), senders.close()]);
    await api.stop();
  }
}

export async function main(): Promise<void> {
  const [database, redis] = await Promise.all([startDatabase({ durable: true }), startRedis()]);
  await makeDatabase(database.url, 'bench');
  const databaseUrl = `${database.url}/bench`;
  // It makes the tables.
  await (await startStore(databaseUrl)).close();
  const env = {
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, BOOTSTRAP_TOKEN: TEST_TOKEN },
    ...PRODUCTION,
    PORT: '0',
  };
  const worker = await WatchedProcess.start('worker', 'dist/src/worker.js', env, /"msg":"working"/);
  try {
    const rows: string[] = [];
    for (const world of WORLDS) rows.push(await measure(env, world));
    process.stdout.write(
      `\n| database | streams | events/s | p50 | p99 | p99.9 | API resident |\n|${' --- |'.repeat(7)}\n${rows.join('\n')}\n`,
    );
  } finally {
    await worker.process.stop();
    await Promise.all([database.stop(), redis.stop()]);
  }
}
