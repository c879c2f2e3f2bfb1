import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Bull from 'bull';
import { IdGenerator } from '../src/kernel/ids';
import { SystemClock } from '../src/kernel/clock';
import { makeDatabase, openDatabase, type TestDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { type PrivateServer, startRedis } from '../test/support/private-servers';
import { missingServers } from '../test/support/programs.cjs';
import { TEST_TOKEN } from '../test/support/store';
import { type Running, startApi, startScript, startWorker } from './support/bench.process';
import { median } from './support/load';
import { FLOOR_QUEUE } from './support/webhook-floor';

/**
 * Deliveries a second, 64 at once, to a local receiver of its own process, each beside a floor in the same run; and the
 * time from an event to its first attempt. `npm run bench -- webhooks` prints the tables that bench/README.md holds.
 */
/** Words of the command line: `bull`, `sqlite`; `rates` leaves the lags out. None: all. */
const ASKED = process.argv.slice(2);
const ROUNDS = 3;
const DELIVERIES = 8_000;
/** Webhooks that share them: with the default limit of four each, 64 are under way at once. */
const WEBHOOKS = 16;
const AT_ONCE = 64;
const EVENTS_A_SECOND = 200;
const LAG_SECONDS = 30;

const SETTINGS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' };

interface Report {
  readonly calls: number;
  readonly tookMs: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** The receiver, asked for what came. */
class Counter {
  constructor(private readonly receiver: Running) {}

  async reset(): Promise<void> {
    await fetch(this.receiver.url, { method: 'DELETE' });
  }

  async report(): Promise<Report> {
    return (await (await fetch(this.receiver.url)).json()) as Report;
  }

  /** Resolves when that many calls came. @throws after five minutes */
  async reached(calls: number): Promise<Report> {
    for (const end = performance.now() + 300_000; performance.now() < end;) {
      const report = await this.report();
      if (report.calls >= calls) return report;
      await pause(50);
    }
    throw new Error(`only ${(await this.report()).calls} of ${calls} calls came`);
  }

  /** Calls a second that `work` makes the receiver see. */
  async rate(calls: number, work: () => Promise<unknown>): Promise<number> {
    await this.reset();
    await work();
    const { tookMs } = await this.reached(calls);
    return ((calls - 1) * 1000) / tookMs;
  }
}

async function ask(api: Running, method: string, path: string, form?: Record<string, string>): Promise<Response> {
  const headers = { authorization: `Bearer ${TEST_TOKEN}` };
  const body = form === undefined ? undefined : new URLSearchParams(form);
  const answer = await fetch(api.url + path, { method, headers, body });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function hooks(api: Running, receiver: Running, count: number, events: string): Promise<void> {
  const kinds = { create: '1', update: '1', delete: '1', enabled: '1', content_type: 'json', 'events[]': events };
  for (let i = 0; i < count; i += 1) await ask(api, 'POST', '/v1/webhooks', { url: `${receiver.url}/${i}`, ...kinds });
}

/** Commits events in one transaction, as nobody's request: the sweep finds them. */
async function commitEvents(database: TestDatabase, ids: IdGenerator, count: number): Promise<void> {
  const now = new Date().toISOString().slice(0, 23).replace('T', ' ');
  await database.transactions.run(async (tx) => {
    for (let done = 0; done < count; done += 100) {
      const rows = Array.from({ length: Math.min(100, count - done) }, () => [ids.nextUuid(), now]);
      const one = `(?, 'brand.updated', 'brand', '1', 1, 'update', ?, '{"id":"1","title":"A brand"}')`;
      await tx.query(
        `INSERT INTO events (id, type, object, object_id, object_version, event, occurred_at, data)
         VALUES ${rows.map(() => one).join()}`,
        rows.flat(),
      );
    }
  });
}

/** Runs the two in turn; the first round warms both up. @returns a row of the table */
async function inTurn(name: string, floor: () => Promise<number>, ours: () => Promise<number>): Promise<string> {
  const rounds: { floor: number; ours: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push({ floor: await floor(), ours: await ours() });
  const counted = rounds.slice(1);
  const ratio = median(counted.map((round) => round.ours / round.floor));
  const [below, above] = [median(counted.map((round) => round.floor)), median(counted.map((round) => round.ours))];
  return `| ${name} | ${above.toFixed(0)} | ${below.toFixed(0)} | **${ratio.toFixed(2)}** |`;
}

/** Writes at a steady pace through the API and tells how late the first attempts came. @returns a row of the table */
async function lags(name: string, api: Running, counter: Counter): Promise<string> {
  const write = (i: number): Promise<Response> =>
    ask(api, 'POST', '/v1/customers', {
      first_name: 'Lag',
      last_name: `${i}`,
      email: `lag-${randomUUID()}@shop.example`,
    }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer;
    });
  const writeAll = async (count: number): Promise<void> => {
    const begun = performance.now();
    const writes: Promise<Response>[] = [];
    for (let i = 0; i < count; i += 1) {
      const early = begun + (i * 1000) / EVENTS_A_SECOND - performance.now();
      if (early > 1) await pause(early);
      writes.push(write(i));
    }
    await Promise.all(writes);
  };
  await counter.reset();
  await writeAll(EVENTS_A_SECOND * 5);
  await counter.reached(EVENTS_A_SECOND * 5);
  await counter.reset();
  await writeAll(EVENTS_A_SECOND * LAG_SECONDS);
  const { p50, p99, p999 } = await counter.reached(EVENTS_A_SECOND * LAG_SECONDS);
  return `| ${name} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms | ${p999.toFixed(1)} ms |`;
}

interface Bench {
  readonly receiver: Running;
  readonly counter: Counter;
  readonly ids: IdGenerator;
  readonly rates: string[];
  readonly lags: string[];
}

async function overBull(bench: Bench, mariaDb: PrivateServer, redis: PrivateServer): Promise<void> {
  await makeDatabase(mariaDb.url, 'bench');
  const databaseUrl = `${mariaDb.url}/bench`;
  const database = await openDatabase(databaseUrl);
  const env = { ...SETTINGS, DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
  const api = await startApi(env);
  const worker = await startWorker(env);
  const floor = await startScript('bull-floor', redis.url, bench.receiver.url, String(AT_ONCE));
  const queue = new Bull(FLOOR_QUEUE, redis.url);
  try {
    const bare = async (): Promise<void> => {
      await queue.pause();
      const jobs = Array.from({ length: DELIVERIES }, (_, i) => ({ data: { i }, opts: { removeOnComplete: true } }));
      await queue.addBulk(jobs);
      await queue.resume();
    };
    await hooks(api, bench.receiver, WEBHOOKS, 'brand.*');
    const row = await inTurn(
      `Bull, ${databaseKind}; floor: a bare Bull worker with undici`,
      () => bench.counter.rate(DELIVERIES, bare),
      () => bench.counter.rate(DELIVERIES, () => commitEvents(database, bench.ids, DELIVERIES / WEBHOOKS)),
    );
    bench.rates.push(row);
    if (ASKED.includes('rates')) return;
    await hooks(api, bench.receiver, 1, 'customer.*');
    bench.lags.push(await lags(`Bull, ${databaseKind}`, api, bench.counter));
  } finally {
    await Promise.all([queue.close(), floor.stop(), worker.stop(), api.stop(), database.close()]);
  }
}

async function inProcess(bench: Bench, folder: string): Promise<void> {
  const databaseUrl = `sqlite:${join(folder, 'bench.sqlite')}`;
  const database = await openDatabase(databaseUrl);
  const api = await startApi({ ...SETTINGS, DATABASE_URL: databaseUrl });
  const floor = await startScript('loop-floor', bench.receiver.url, String(AT_ONCE));
  try {
    await hooks(api, bench.receiver, WEBHOOKS, 'brand.*');
    const row = await inTurn(
      'in process, SQLite; floor: a bare undici loop',
      () => bench.counter.rate(DELIVERIES, () => fetch(`${floor.url}/${DELIVERIES}`)),
      () => bench.counter.rate(DELIVERIES, () => commitEvents(database, bench.ids, DELIVERIES / WEBHOOKS)),
    );
    bench.rates.push(row);
    if (ASKED.includes('rates')) return;
    await hooks(api, bench.receiver, 1, 'customer.*');
    bench.lags.push(await lags('in process, SQLite', api, bench.counter));
  } finally {
    await Promise.all([floor.stop(), api.stop(), database.close()]);
  }
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const isAsked = (word: string): boolean => ASKED.length === 0 || ASKED.includes(word);
  const receiver = await startScript('webhook-receiver');
  const ids = new IdGenerator(new SystemClock());
  const bench: Bench = { receiver, counter: new Counter(receiver), ids, rates: [], lags: [] };
  const servers = isAsked('bull') && missingServers().length === 0;
  const [mariaDb, redis] = servers ? await Promise.all([startDatabase({ durable: true }), startRedis()]) : [];
  try {
    if (mariaDb && redis) await overBull(bench, mariaDb, redis);
    if (isAsked('sqlite')) await inProcess(bench, folder);
    const rates = ['| deliveries a second, 64 at once | ours | floor | ratio |', '|---|---|---|---|', ...bench.rates];
    const late = [
      `| event to first attempt, ${EVENTS_A_SECOND}/s | p50 | p99 | p99.9 |`,
      '|---|---|---|---|',
      ...bench.lags,
    ];
    process.stdout.write(`\n${[...rates, '', ...late].join('\n')}\n`);
  } finally {
    await Promise.all([receiver.stop(), mariaDb?.stop(), redis?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
