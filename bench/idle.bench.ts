import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool, type Pool, type RowDataPacket } from 'mysql2/promise';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { shortForm } from '../test/support/recorded-statements';
import { startStore } from '../test/support/store';
import { type Running, startApi, startWorker } from './support/bench.process';
import { processorSeconds } from './support/process-use';

/**
 * Measures a store that nobody uses: statements a second, and processor time of each process. `npm run bench -- idle` prints the table,
 * a number in place of 60 the seconds of a measure, and the statements on the error output. `BENCH_BEFORE=<folder of another build>`
 * adds its rows.
 */
const BUILDS = ['dist', process.env['BENCH_BEFORE']].filter((folder) => folder !== undefined);
/** A process that has just started compiles, warms up and searches for what another one left. */
const SETTLE_MS = 20_000;

interface Idle {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly hasWorker: boolean;
  readonly server: Server | undefined;
}

interface Server {
  readonly pid: number;
  readonly pool: Pool;
}

/** The statements of a server so far, by their short form, without those of this process. */
async function statementsOf({ pool }: Server): Promise<ReadonlyMap<string, number>> {
  const [rows] = await pool.query<RowDataPacket[]>(
    `SELECT command_type AS command, CONVERT(argument USING utf8mb4) AS statement FROM mysql.general_log
     WHERE thread_id <> CONNECTION_ID() AND command_type IN ('Query', 'Execute', 'Ping')`,
  );
  const counts = new Map<string, number>();
  for (const { command, statement } of rows as { command: string; statement: string }[]) {
    const form = command === 'Ping' ? 'ping' : shortForm({ sql: statement, parameters: [] });
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return counts;
}

async function measure(build: string, { name, env, hasWorker, server }: Idle, seconds: number): Promise<string> {
  const running: Running[] = [await startApi(env, build)];
  if (hasWorker) running.push(await startWorker(env, build));
  try {
    await pause(SETTLE_MS);
    await server?.pool.query('TRUNCATE mysql.general_log');
    const pids = [...running.map(({ pid }) => pid), ...(server === undefined ? [] : [server.pid])];
    const before = pids.map(processorSeconds);
    await pause(seconds * 1000);
    const percents = pids.map((pid, at) => (100 * (processorSeconds(pid) - (before[at] ?? 0))) / seconds);
    const counts = server === undefined ? new Map<string, number>() : await statementsOf(server);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    for (const [form, count] of [...counts].sort(([, a], [, b]) => b - a))
      process.stderr.write(`${(count / seconds).toFixed(2)} a second: ${form}\n`);
    const ofServer = server === undefined ? '' : (percents.pop() ?? 0).toFixed(2);
    const rate = server === undefined ? '' : (all / seconds).toFixed(2);
    return `| ${name}, ${build} | ${rate} | ${percents.map((percent) => percent.toFixed(2)).join(' + ')} | ${ofServer} |\n`;
  } finally {
    for (const one of running.reverse()) await one.stop();
  }
}

export async function main(): Promise<void> {
  const seconds = Number(process.argv[2] ?? 60);
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const args = ['--log-output=TABLE', '--general-log=ON'];
  const [database, redis] = await Promise.all([startDatabase({ args }), startRedis()]);
  const names = ['bench', 'split'];
  for (const name of names) await makeDatabase(database.url, name);
  const urls = [`sqlite:${join(folder, 'bench.sqlite')}`, ...names.map((name) => `${database.url}/${name}`)];
  for (const url of urls) await (await startStore(url)).close();
  const pool = createPool({ uri: `${urls[1] ?? ''}`.replace(/^mariadb:/, 'mysql:'), connectionLimit: 1 });
  const server = { pid: database.pid, pool };
  const [embedded = '', one = '', two = ''] = urls.map((url) => url);
  const idles: Idle[] = [
    { name: 'sqlite, one process', env: { DATABASE_URL: embedded }, hasWorker: false, server: undefined },
    { name: `${databaseKind}, one process`, env: { DATABASE_URL: one }, hasWorker: false, server },
    {
      name: `${databaseKind}, API and worker`,
      env: { DATABASE_URL: two, REDIS_URL: redis.url },
      hasWorker: true,
      server,
    },
  ];
  process.stdout.write(
    '| idle store | statements a second | processes, % of a core | database, % of a core |\n|---|---|---|---|\n',
  );
  try {
    for (const idle of idles) for (const build of BUILDS) process.stdout.write(await measure(build, idle, seconds));
  } finally {
    await pool.end();
    await Promise.all([database.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
