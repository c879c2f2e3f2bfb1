import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { makeDatabase } from '../test/support/database';
import { fillOldRows, OLD_ROW_KINDS } from '../test/support/old-rows';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { missingServers } from '../test/support/programs.cjs';
import { startStore, TEST_TOKEN } from '../test/support/store';
import { startApi } from './support/bench.process';
import { median, type Speed } from './support/load';
import { orderWorld } from './support/order-world';
import { Senders } from './support/senders';

/**
 * Measures writers during retention: orders are created without a pause in a store with 200,000 rows of each kind. The runs
 * alternate between settings by which no row is old, the default share of the time, and retention without any pause.
 * `npm run bench -- retention` prints the table that bench/README.md holds.
 */
const ROWS = 200_000;
const CONNECTIONS = 8;
const SECONDS = 4;
const ROUNDS = 3;
const OLD = new Date('2022-01-01T00:00:00.000Z');

interface Turn {
  readonly speed: Speed;
  /** Old rows removed a second meanwhile, of all kinds. */
  readonly removed: number;
}

/** With these nothing is old. */
const FOR_EVER = {
  EVENT_RETENTION_DAYS: '36500',
  CART_RETENTION_DAYS: '36500',
  IDEMPOTENCY_RETENTION_HOURS: '876000',
  EXPIRED_TOKEN_RETENTION_DAYS: '36500',
};

/** @returns the fields of the order that is created */
async function fill(databaseUrl: string): Promise<Record<string, string>> {
  const store = await startStore(databaseUrl);
  const { form } = await orderWorld(store);
  for (const kind of OLD_ROW_KINDS) await fillOldRows(store.app.get(DataSource), kind, ROWS, OLD);
  await store.close();
  return Object.fromEntries(new URLSearchParams(form));
}

/** Starts a store in a process of its own and writes to it for a while. */
async function turn(databaseUrl: string, fields: Record<string, string>, percent: number | undefined): Promise<Turn> {
  const env = {
    DATABASE_URL: databaseUrl,
    METRICS_ON_API: 'true',
    ...(percent === undefined ? FOR_EVER : { UPKEEP_LOAD_PERCENT: String(percent) }),
  };
  const api = await startApi(env);
  const senders = new Senders(api.url, CONNECTIONS, TEST_TOKEN);
  try {
    await senders.drive(1, () => senders.post('/v1/orders', fields));
    const before = await removedBy(api.url);
    const speed = await senders.drive(SECONDS, () => senders.post('/v1/orders', fields));
    return { speed, removed: ((await removedBy(api.url)) - before) / SECONDS };
  } finally {
    await senders.close();
    await api.stop();
  }
}

async function removedBy(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^upkeep_removed_rows_total\{.*\} (\d+)$/gm)].reduce(
    (sum, [, rows]) => sum + Number(rows),
    0,
  );
}

async function compare(name: string, databaseUrl: string): Promise<void> {
  const kinds: [string, number | undefined][] = [
    ['nothing to remove', undefined],
    ['20 % of the time (default)', 20],
    ['without a pause', 100],
  ];
  const fields = await fill(databaseUrl);
  const turns = kinds.map(() => [] as Turn[]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [, percent]] of kinds.entries()) turns[at]?.push(await turn(databaseUrl, fields, percent));
  }
  for (const [at, [title]] of kinds.entries()) {
    const of = (value: (one: Turn) => number): number => median((turns[at] ?? []).map(value));
    const times = `${of(({ speed }) => speed.p50Ms).toFixed(1)} / ${of(({ speed }) => speed.p99Ms).toFixed(1)} ms`;
    const rates = `${of(({ speed }) => speed.perSecond).toFixed(0)} | ${of(({ removed }) => removed).toFixed(0)}`;
    process.stdout.write(`| ${name} | ${title} | ${times} | ${rates} |\n`);
  }
}

export async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name);
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const isThere = !missingServers().includes('mariadb');
  const mariaDb = isThere && isAsked(databaseKind) ? await startDatabase({ durable: true }) : undefined;
  process.stdout.write(
    '| database | retention | order p50 / p99 | orders/s | rows removed/s |\n|---|---|---|---|---|\n',
  );
  try {
    if (isAsked('sqlite')) await compare('sqlite', `sqlite:${join(folder, 'bench.sqlite')}`);
    if (mariaDb !== undefined) {
      await makeDatabase(mariaDb.url, 'bench');
      await compare(databaseKind, `${mariaDb.url}/bench`);
    }
  } finally {
    await mariaDb?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
