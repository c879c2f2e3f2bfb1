/**
 * `npm run bench -- [name] [words…]`: one benchmark by its name, `orders` when none is named; each says what its words choose.
 */
const NAMES = [
  'orders',
  'find',
  'checkout',
  'payments-slow',
  'products',
  'stock',
  'storefront',
  'webhooks',
  'promotions',
  'codes',
  'retention',
  'soak',
] as const;

const [word] = process.argv.slice(2);
const name = NAMES.find((one) => one === word) ?? 'orders';
// Each benchmark reads the words that follow its name.
if (name === word) process.argv.splice(2, 1);
void import(`./${name}.bench`);
