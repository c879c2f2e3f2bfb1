import { databaseKind } from '../../test/support/database-server';

/** The benchmarks by name: each is a file of the folder above. */
export const BENCHMARKS = [
  'orders',
  'find',
  'peers',
  'lists',
  'checkout',
  'payments-slow',
  'products',
  'stock',
  'storefront',
  'webhooks',
  'promotions',
  'codes',
  'backtest',
  'retention',
  'soak',
  'workers',
  'fan-out',
  'console',
  'feed',
  'sizes',
  'reads',
  'idle',
] as const;

/** The places that `orders` measures: databases, and long lists. */
export const ORDERS_PLACES: readonly string[] = [databaseKind, 'sqlite', 'lists'];
/** The operations that `orders` measures. Reads first: what creates add to the table is not for reads to count. */
export const ORDERS_OPERATIONS = ['get', 'whole', 'list', 'search1', 'search100', 'searchHalf', 'create'] as const;
/** Stands for all operations that search. */
export const SEARCH = 'search';

const OF_ORDERS: ReadonlySet<string> = new Set([...ORDERS_PLACES, ...ORDERS_OPERATIONS, SEARCH]);

/** A benchmark, and the words that it reads. */
export interface AskedBenchmark {
  readonly name: (typeof BENCHMARKS)[number];
  readonly words: readonly string[];
}

/**
 * The benchmark that the words of a command ask for: `orders` when they begin with none. Undefined when `orders` does not know them:
 * a misspelt name is no reason to measure all of it for minutes.
 */
export function askedBenchmark(words: readonly string[]): AskedBenchmark | undefined {
  const named = BENCHMARKS.find((name) => name === words[0]);
  const asked = { name: named ?? 'orders', words: named === undefined ? words : words.slice(1) } as const;
  const isKnown = asked.words.every((word) => OF_ORDERS.has(word) || /^\d+$/.test(word));
  return asked.name !== 'orders' || isKnown ? asked : undefined;
}
