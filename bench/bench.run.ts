import { saveResults } from './support/results';

/**
 * `npm run bench -- [name] [words…]`: one benchmark by its name, `orders` when none is named; each says what its words choose. The
 * tables that it prints are saved in bench/results, from where `npm run generated` takes those of bench/README.md.
 */
const NAMES = [
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
  'shards',
  'stores',
  'growth',
  'partitions',
] as const;

const [word] = process.argv.slice(2);
const name = NAMES.find((one) => one === word) ?? 'orders';
// Each benchmark reads the words that follow its name.
if (name === word) process.argv.splice(2, 1);
const words = process.argv.slice(2);
const printed: string[] = [];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (chunk: string | Uint8Array, ...rest: never[]): boolean => {
  printed.push(String(chunk));
  return write(chunk, ...rest);
};
import(`./${name}.bench`)
  .then(({ main }: { main: () => Promise<void> }) => main())
  .then(() => {
    // A benchmark that failed leaves no figures.
    if (process.exitCode === undefined || process.exitCode === 0) saveResults(name, words, printed.join(''));
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  });
