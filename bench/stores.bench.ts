import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { TEST_TOKEN } from '../test/support/store';
import { type Shop, Town } from './stores/town';
import { type Running, startApi } from './support/bench.process';
import { median } from './support/load';
import { ownMb, processorSeconds, residentMb } from './support/process-use';
import { percentile, Senders } from './support/senders';

/**
 * Many stores on one database server: a database and a process each (API and workers in one, without Redis), migrated by one
 * command. `npm run bench -- stores 50` prints the tables that docs/scaling.md holds; a second number is DATABASE_POOL_SIZE.
 */
const [STORES = 50, POOL_SIZE = 20] = process.argv
  .slice(2)
  .map(Number)
  .filter((number) => number > 0);
/** Figures of a phase. */
const SECONDS = 20;
/** Requests to one store at once in a burst, as often as it is repeated. */
const BURST = 20;
const BURSTS = 3;
const RAISED = { table_open_cache: 20_000, table_definition_cache: 20_000 };

/** A store that runs, and the form of an order there. */
interface Open {
  readonly running: Running;
  readonly senders: Senders;
  readonly order: Readonly<Record<string, string>>;
}

/** Milliseconds of the requests of a phase. */
type Phase = (stores: readonly Open[]) => Promise<readonly number[]>;

const say = (cells: readonly (string | number)[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function head(...names: readonly string[]): void {
  say(names);
  say(names.map(() => '---'));
}

async function open({ settings }: Shop): Promise<Open> {
  const running = await startApi(settings);
  const headers = { authorization: `Bearer ${TEST_TOKEN}` };
  const response = await fetch(`${running.url}/v1/currencies?default=1`, { headers });
  const { result } = (await response.json()) as { result: readonly { id: string; code: string }[] };
  const [{ id, code } = { id: '', code: '' }] = result;
  const money = { subtotal: '10.00', total: '10.00', exchange_rate: '1' };
  const order = { status: 'unpaid', currency: id, currency_code: code, ...money };
  return { running, senders: new Senders(running.url, BURST, TEST_TOKEN), order };
}

async function timed(request: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await request();
  return performance.now() - from;
}

const idle: Phase = async () => {
  await pause(SECONDS * 1000);
  return [];
};

/** A request a second to each store, an order and a list alternating, the stores one after the other. */
const light: Phase = async (stores) => {
  const start = performance.now();
  const requests: Promise<number>[] = [];
  for (let i = 0; i < SECONDS * stores.length; i += 1) {
    await pause(Math.max(0, start + (i * 1000) / stores.length - performance.now()));
    const one = stores[i % stores.length];
    if (one === undefined) break;
    const isOrder = Math.floor(i / stores.length) % 2 === 0;
    const request = () =>
      isOrder ? one.senders.post('/v1/orders', one.order) : one.senders.get('/v1/orders?limit=10');
    requests.push(timed(request));
  }
  return Promise.all(requests);
};

/** Orders at all stores at once. */
const burst: Phase = async (stores) => {
  const times: number[] = [];
  for (let i = 0; i < BURSTS; i += 1) {
    const all = stores.flatMap(({ senders, order }) =>
      Array.from({ length: BURST }, () => timed(() => senders.post('/v1/orders', order))),
    );
    times.push(...(await Promise.all(all)));
  }
  return times;
};

/** Measures the stores and their server over a phase, and prints the row. */
async function measure(town: Town, stores: readonly Open[], name: string, phase: Phase): Promise<void> {
  const pids = stores.map(({ running: { pid } }) => pid);
  const used = () => ({ stores: sum(pids.map(processorSeconds)), server: processorSeconds(town.pid) });
  const [before, from, cpu] = [await town.status(), performance.now(), used()];
  const times = await phase(stores);
  const [after, passed, later] = [await town.status(), (performance.now() - from) / 1000, used()];
  const count = (counter: string): number => (after.get(counter) ?? 0) - (before.get(counter) ?? 0);
  const percent = (spent: number): string => `${((100 * spent) / passed).toFixed(0)} %`;
  say([
    name,
    after.get('Threads_connected') ?? 0,
    (count('Questions') / passed).toFixed(0),
    (count('Opened_tables') / passed).toFixed(0),
    `${sum(pids.map(ownMb)).toFixed(0)} / ${(sum(pids.map(residentMb)) / pids.length).toFixed(0)}`,
    residentMb(town.pid).toFixed(0),
    percent(later.stores - cpu.stores),
    percent(later.server - cpu.server),
    times.length === 0 ? '' : `${median(times).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)}`,
  ]);
}

async function migrateAll(town: Town): Promise<void> {
  const memory = (): string => `${residentMb(town.pid).toFixed(0)} / ${town.diskMb}`;
  head(`migrate --stores, ${STORES} stores`, 'seconds', 'server, MB of memory / disk');
  say(['before', '', memory()]);
  for (const [name, more] of [
    ['all migrations', []],
    ['nothing to do', []],
    ['with --check', ['--check']],
  ] as const)
    say([name, (await town.migrate(...more)).toFixed(1), memory()]);
  process.stdout.write('\n');
}

async function run(town: Town, stores: Open[]): Promise<void> {
  await migrateAll(town);
  const from = performance.now();
  // One after the other: fifty at once would measure the start alone.
  for (const shop of town.shops) stores.push(await open(shop));
  const each = (performance.now() - from) / 1000 / stores.length;
  process.stdout.write(
    `${stores.length} processes started, ${each.toFixed(1)} s each, DATABASE_POOL_SIZE=${POOL_SIZE}\n\n`,
  );
  const memory = ['stores, MB of all / resident of one', 'server, MB'];
  head(
    'phase',
    'connections',
    'statements/s',
    'tables opened/s',
    ...memory,
    'CPU of the stores',
    'of the server',
    'p50 / p99, ms',
  );
  await measure(town, stores, 'idle', idle);
  await measure(town, stores, 'a request a second each', light);
  await measure(town, stores, `${BURST} orders at once at each`, burst);
  await town.set(RAISED);
  // The first look fills the caches.
  await light(stores);
  await measure(town, stores, 'idle, larger table caches', idle);
  await measure(town, stores, 'a request a second each, larger table caches', light);
}

export async function main(): Promise<void> {
  const town = await Town.build(STORES, POOL_SIZE);
  const stores: Open[] = [];
  try {
    await run(town, stores);
  } finally {
    await Promise.all(stores.map(({ senders }) => senders.close()));
    await Promise.all(stores.map(({ running }) => running.stop()));
    await town.stop();
  }
}
