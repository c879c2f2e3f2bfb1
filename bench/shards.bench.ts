import 'reflect-metadata';
import { makeDatabase } from '../test/support/database';
import { startDatabase } from '../test/support/database-server';
import { startStore } from '../test/support/store';
import { cartsOf, type HomeOf, type Operation, replay, type Tally } from './shards/sharded-replay';
import { shopDays } from './shards/shop-days';

/**
 * Counts what orders split by their id over several databases would cost: records the statements that the store sends for a shop in
 * use, and sorts them to shards by `bench/shards/shard-plan.ts`. Nothing is sharded. `npm run bench -- shards` prints the tables
 * that docs/scaling.md holds; a number says how many operations.
 */
const [OPERATIONS = 3_000] = process.argv
  .slice(2)
  .map(Number)
  .filter((number) => number > 0);
const SHARDS = [2, 4, 16, 64];
const USUAL = 16;

const say = (cells: readonly (string | number)[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
function head(...names: readonly string[]): void {
  say(names);
  say(names.map(() => '---'));
}
const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(0)} %`);

function perOperation(operations: readonly Operation[], homeOf: HomeOf): void {
  const { byName, all } = replay(operations, USUAL, homeOf);
  head(
    'operation',
    'share',
    'statements',
    'to all shards',
    'to the shared database',
    'transactions that write',
    'on two or more',
    'two-phase commits',
  );
  const row = (name: string, tally: Tally, count: number): void => {
    const { statements, scattered, shared, transactions, wide, spread } = tally;
    const each = [statements, scattered, shared, transactions, wide, spread].map((sum) => (sum / count).toFixed(1));
    say([name, percent(count, operations.length), ...each]);
  };
  for (const [name, tally] of byName) row(name, tally, operations.filter((one) => one.name === name).length);
  row('all', all, operations.length);
}

function perCount(operations: readonly Operation[], layouts: Readonly<Record<string, HomeOf>>): void {
  head(
    'orders are split by',
    'shards',
    'on two or more',
    'two-phase commits',
    'writes of the shared database',
    'busiest shard to the mean',
    'writes, to one server',
  );
  for (const [name, homeOf] of Object.entries(layouts)) {
    for (const shards of SHARDS) {
      const { all, load, writes } = replay(operations, shards, homeOf);
      const own = load.slice(0, shards);
      const mean = own.reduce((sum, each) => sum + each, 0) / shards;
      const shares = [
        percent(all.wide, all.transactions),
        percent(all.spread, all.transactions),
        percent(load[shards] ?? 0, writes),
      ];
      say([
        name,
        shards,
        ...shares,
        (Math.max(...own) / mean).toFixed(2),
        `**${(writes / Math.max(...load)).toFixed(1)} ×**`,
      ]);
    }
  }
}

function scattered(operations: readonly Operation[], homeOf: HomeOf): void {
  head('statement of all shards', 'in', 'in 1,000 operations');
  const sum = (times: ReadonlyMap<string, number>): number => [...times.values()].reduce((all, each) => all + each, 0);
  const all = [...replay(operations, USUAL, homeOf).scattered].sort(([, a], [, b]) => sum(b) - sum(a));
  for (const [title, times] of all)
    say([title, [...times.keys()].join(', '), ((1000 * sum(times)) / operations.length).toFixed(0)]);
}

export async function main(): Promise<void> {
  const server = await startDatabase();
  try {
    await makeDatabase(server.url, 'bench');
    const store = await startStore(`${server.url}/bench`);
    const operations = await shopDays(store, OPERATIONS);
    await store.close();
    const carts = cartsOf(operations);
    const layouts = {
      'their id': (order: string) => order,
      'the id of their cart': (order: string) => carts.get(order) ?? order,
    };
    perOperation(operations, layouts['their id']);
    process.stdout.write('\n');
    perCount(operations, layouts);
    process.stdout.write('\n');
    scattered(operations, layouts['their id']);
  } finally {
    await server.stop();
  }
}
