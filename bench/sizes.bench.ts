import 'reflect-metadata';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase } from '../test/support/database';
import { databaseKind, databaseQuery, startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { TEST_SECRETS_KEY, TEST_TOKEN } from '../test/support/store';
import { runCommand } from '../test/support/store.process';
import { WatchedProcess } from './soak/watched.process';
import { PRODUCTION } from './support/bench.process';
import { Senders } from './support/senders';

/**
 * The memory of the processes of a store, and the size of its database: after the start, and the most while 16 connections read lists and
 * orders and write brands, whose events go to the feed. Shops of `store seed`: 60 products, 500 customers, webhooks with deliveries.
 * `npm run bench -- sizes` (numbers: orders, default 1,000) prints the table of bench/README.md.
 */
const ORDERS = [1_000];
const CONNECTIONS = 16;
const SECONDS = 15;
const LOOK_MS = 200;
const MEGABYTE = 1024 * 1024;

type Env = Readonly<Record<string, string>>;

interface Started {
  readonly name: string;
  readonly process: WatchedProcess;
}

/** Loads the API and looks at the memory of all processes meanwhile. @returns the most of each, in megabytes */
async function loaded(url: string, all: readonly Started[]): Promise<number[]> {
  const most = all.map(({ process: { residentMb } }) => residentMb);
  const look = setInterval(() => {
    for (const [at, { process }] of all.entries()) most[at] = Math.max(most[at] ?? 0, process.residentMb);
  }, LOOK_MS);
  const senders = new Senders(url, CONNECTIONS, TEST_TOKEN);
  let turn = 0;
  try {
    await senders.drive(SECONDS, () => {
      turn += 1;
      if (turn % 4 === 0) return senders.post('/v1/brands', { title: 'A brand', slug: `brand-${turn}` });
      return senders.get(turn % 4 === 1 ? '/v1/orders?limit=100&include=items' : `/v1/orders?offset=${turn}`);
    });
  } finally {
    clearInterval(look);
    await senders.close();
  }
  return most;
}

async function measure(store: string, orders: number, env: Env, databaseMb: () => Promise<number>): Promise<string[]> {
  const isSplit = env['REDIS_URL'] !== undefined;
  const { process: api, found } = await WatchedProcess.start('API', 'dist/src/main.js', env, /"port":(\d+)/);
  const all: Started[] = [{ name: isSplit ? 'API' : 'API with workers', process: api }];
  if (isSplit) {
    const worker = await WatchedProcess.start('worker', 'dist/src/worker.js', env, /"msg":"working"/);
    all.push({ name: 'worker', process: worker.process });
  }
  try {
    const first = all.map(({ process }) => process.residentMb);
    const most = await loaded(`http://127.0.0.1:${found}`, all);
    const size = (await databaseMb()).toFixed(0);
    return all.map(({ name }, at) => {
      const megabytes = [first[at], most[at]].map((mb) => (mb ?? 0).toFixed(0));
      return `| ${[store, orders, name, ...megabytes, size].join(' | ')} |`;
    });
  } finally {
    for (const { process } of all) await process.stop();
  }
}

export async function main(): Promise<void> {
  const asked = process.argv.slice(2).map(Number);
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const [server, redis] = await Promise.all([startDatabase(), startRedis()]);
  const rows: string[] = [];
  try {
    for (const orders of asked.length > 0 ? asked : ORDERS) {
      const secrets = { SECRETS_KEY: TEST_SECRETS_KEY, BOOTSTRAP_TOKEN: TEST_TOKEN };
      const file = join(folder, `of-${orders}.sqlite`);
      const embedded = { DATABASE_URL: `sqlite:${file}`, ...secrets };
      await runCommand(folder, embedded, 'seed', '--orders', String(orders));
      const inProduction = { ...PRODUCTION, PORT: '0' };
      const fileMb = () => Promise.resolve(statSync(file).size / MEGABYTE);
      rows.push(...(await measure('sqlite', orders, { ...embedded, ...inProduction }, fileMb)));
      const name = `of_${orders}`;
      await makeDatabase(server.url, name);
      const served = { DATABASE_URL: `${server.url}/${name}`, ...secrets };
      await runCommand(folder, served, 'seed', '--orders', String(orders));
      const tablesMb = async (): Promise<number> => {
        const size = `SELECT SUM(data_length + index_length) AS bytes FROM information_schema.tables WHERE table_schema = '${name}'`;
        return Number((await databaseQuery(server.port, size))[0]?.['bytes'] ?? 0) / MEGABYTE;
      };
      const split = { ...served, ...inProduction, REDIS_URL: redis.url };
      rows.push(...(await measure(databaseKind, orders, split, tablesMb)));
    }
    process.stdout.write(
      `\n| database | orders | process | MB after the start | most MB | MB of the database |\n|${' --- |'.repeat(6)}\n${rows.join('\n')}\n`,
    );
  } finally {
    await Promise.all([server.stop(), redis.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
