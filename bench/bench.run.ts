/**
 * `npm run bench -- [name] [words…]`: one benchmark by its name, `orders` when none is named; each says what its words choose.
 */
const NAMES = [
  'orders',
  'find',
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
] as const;

const [word] = process.argv.slice(2);
const name = NAMES.find((one) => one === word) ?? 'orders';
// Each benchmark reads the words that follow its name.
if (name === word) process.argv.splice(2, 1);
import(`./${name}.bench`)
  .then(({ main }: { main: () => Promise<void> }) => main())
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  });
