import { type ResourceName } from '../support/small-world';

/** One field of an otherwise good body, and what is said about it after its name. */
export interface HostileField {
  readonly on: ResourceName;
  readonly field: string;
  /** Undefined: left out. Text is sent by form, multipart and JSON, anything else by JSON alone. */
  readonly value: unknown;
  readonly says: string;
}

type Fields = readonly (readonly [ResourceName, string])[];

const AMOUNTS: Fields = [
  ['orders', 'subtotal'],
  ['orders', 'total'],
  ['orders', 'shipping_price'],
  ['items', 'price'],
  ['products', 'price'],
  ['products', 'sale_price'],
  ['shipping', 'price_min'],
];
const DECIMALS: Fields = [
  ['orders', 'exchange_rate'],
  ['items', 'tax_rate'],
  ['taxes', 'rate'],
  ['currencies', 'exchange_rate'],
  ['products', 'weight'],
];
const WHOLES: Fields = [
  ['items', 'quantity'],
  ['products', 'stock_level'],
];
const IDS: Fields = [
  ['orders', 'currency'],
  ['orders', 'shipping'],
  ['items', 'product'],
  ['customers', 'group'],
  ['products', 'category'],
  ['categories', 'parent'],
];
const CHOICES: Fields = [
  ['orders', 'status'],
  ['shipping', 'status'],
  ['products', 'stock_status'],
  ['currencies', 'rounding'],
  ['currencies', 'rounding_mode'],
];
const SLUGS: Fields = [
  ['products', 'slug'],
  ['brands', 'slug'],
  ['categories', 'slug'],
  ['collections', 'slug'],
  ['shipping', 'slug'],
  ['groups', 'slug'],
];
const LINES: Fields = [
  ['items', 'title'],
  ['customers', 'first_name'],
  ['addresses', 'city'],
  ['currencies', 'title'],
  ['taxes', 'title'],
  ['products', 'sku'],
  ['brands', 'title'],
];
const CHOICE_KEYS: Readonly<Record<string, string>> = {
  'orders.status':
    'unpaid, paid, dispatched, processing, refunded, cancelled, failed, declined, mismatch, partial_refund',
  'shipping.status': '0, 1',
  'products.stock_status': '0, 1, 2, 3, 4, 5',
  'currencies.rounding': 'full, 50, 99',
  'currencies.rounding_mode': 'half_up, half_even',
};

/** Texts that look like numbers to people or machines but are not valid (wire.md 1). */
const NO_NUMBERS = [
  '1e400', '1e2', '1E+2', 'NaN', 'Infinity', '-Infinity', '0x1F', '0b11', '0o17', '1,000', '1 000', '1_000', '1.000,5',
  '١٢٣', '１２３', '①', '1.', '.5', '--1', '+-1', '1.2.3', '£5', '5%', 'five', 'null', 'undefined', '[object Object]',
  "1' OR '1'='1", '1; DROP TABLE orders', '1/**/UNION/**/SELECT/**/1', '<b>1</b>', '${7*7}', '1\u00a01', '\u22121',
]; // prettier-ignore

const NO_IDS = [
  '0', '-1', '+1', '1.0', '01', '1e3', '0x1', '9223372036854775808', '12345678901234567890', 'undefined', 'null', 'NaN',
  'true', '018f3c1e-7b5a-7c3d-9e2f-1a2b3c4d5e6f', '../1', '1 OR 1=1', "1'--", '１', '1,2', '1%00',
]; // prettier-ignore

/** Control characters are refused wherever they are. */
const UNFIT = ['a\u0000b', '\u0001', 'a\u001b[31mb', 'a\u0008b', 'a\u000bb'];

const NO_TEXTS: readonly unknown[] = [{ a: '1' }, ['1'], [], {}, [[[]]], { toString: 'x' }, { length: '1' }];

const UNFIT_SAYS = 'must not hold control characters or broken Unicode';

function each(fields: Fields, values: readonly unknown[], says: string): HostileField[] {
  return fields.flatMap(([on, field]) => values.map((value) => ({ on, field, value, says })));
}

/** Values by turns, so that each value meets some field and each field some values, without all pairs. */
function dealt(fields: Fields, values: readonly unknown[], says: string): HostileField[] {
  return values.flatMap((value, i) => {
    const chosen = [0, 1].map((step) => fields[(i + step * 3) % fields.length]);
    return chosen.flatMap((place) => (place ? [{ on: place[0], field: place[1], value, says }] : []));
  });
}

const one = (on: ResourceName, field: string, value: unknown, says: string): HostileField => ({
  on,
  field,
  value,
  says,
});

const NUMBERS: readonly HostileField[] = [
  ...dealt([...AMOUNTS, ...DECIMALS], NO_NUMBERS, 'must be a decimal number'),
  ...dealt(WHOLES, [...NO_NUMBERS, '1.5', '0.1'], 'must be a whole number'),
  ...each(AMOUNTS, [true, false, ...NO_TEXTS.slice(0, 2)], 'must be a decimal number'),
  ...each(AMOUNTS, ['-1', '-0.0001'], 'must be 0 or more'),
  ...each(AMOUNTS, ['10000000000000', '9'.repeat(300)], 'must be at most 9999999999999.99'),
  ...each(AMOUNTS, ['0.00001', `0.${'1'.repeat(200)}`], 'must have at most 4 decimals'),
  one('items', 'quantity', '0', 'must be 1 or more'),
  one('items', 'quantity', '-9223372036854775809', 'must be 1 or more'),
  one('items', 'quantity', '1000001', 'must be at most 1000000'),
  one('items', 'quantity', '9'.repeat(400), 'must be at most 1000000'),
  one('items', 'quantity', true, 'must be a whole number'),
  one('items', 'tax_rate', '100.0001', 'must be at most 100'),
  one('items', 'tax_rate', '-0.1', 'must be 0 or more'),
  one('orders', 'exchange_rate', '0', 'must be above 0'),
  one('orders', 'exchange_rate', '-1', 'must be above 0'),
  one('orders', 'exchange_rate', '0.00000000001', 'must have at most 10 decimals'),
  one('orders', 'exchange_rate', '9'.repeat(13), 'must have at most 12 digits before the point'),
  one('products', 'weight', '1000000000', 'must be at most 999999999'),
  one('products', 'stock_level', '-1', 'must be 0 or more'),
];

const REFERENCES: readonly HostileField[] = [
  ...dealt(IDS, NO_IDS, 'must be an id'),
  ...each(IDS, NO_TEXTS.slice(0, 2), 'must be an id'),
  ...each(IDS, ['9223372036854775807', '1'], 'does not exist'),
  ...each([['orders', 'customer']], ['0', '9223372036854775808', 'nobody', "' OR 1=1 --", '@', 'a@b', 'a b@c.de'], 'must be the id or the e-mail address of a customer'),
  ...each([['orders', 'customer']], ['1', 'nobody@example.com'], 'does not exist'),
  ...each([['orders', 'gateway']], ['nobody', 'MANUAL', "manual' --", '../manual', '1'], 'does not exist'),
  ...each([['orders', 'bill_to'], ['orders', 'ship_to']], ['0', '-1', 'home', '[]x', 'true', true], 'must be the id of an address, or address details'),
  ...each([['orders', 'bill_to'], ['orders', 'ship_to']], ['1'], 'does not exist'),
  ...each([['orders', 'bill_to']], ['{"a":', '{{}', ['1'], [[['1']]]], 'must be the id of an address, or address details'),
  one('orders', 'ship_to', 'bill_to', 'cannot be bill_to while bill_to is not set'),
]; // prettier-ignore

const TEXTS: readonly HostileField[] = [
  ...dealt([...LINES, ...SLUGS, ...IDS, ...AMOUNTS], UNFIT, UNFIT_SAYS),
  ...each(LINES, NO_TEXTS.slice(0, 3), 'must be text'),
  ...dealt(LINES, NO_TEXTS, 'must be text'),
  ...each(LINES, ['x'.repeat(256), '\u{1f600}'.repeat(256), 'x'.repeat(100_000)], 'must be at most 255 characters'),
  ...each(LINES, ['one\ntwo', 'one\r\nX-Injected: 1', 'one\ttwo', 'one\u0085two'], 'must be a single line'),
  ...dealt(
    SLUGS,
    ['a, b', 'a/b', '../a', '-a', 'a--b-', '<a>', 'ä', 'a%20b', "a'b", '.', '..', 'a?b#c', '\u202ea'],
    'must be letters and digits with -, _ or . between them',
  ),
  ...each([['products', 'description']], ['x'.repeat(65_537)], 'must be at most 65536 characters'),
  ...each([['customers', 'email']], ['ada', '@', 'a@b', 'a b@c.de', '<a@b.de>', 'a@b.de,c@d.de', `${"a".repeat(251)}@b.de`, 'a@b..', 'a@b.de\nBcc: c@d.de', { a: 'b' }], 'must be an e-mail address'),
  ...each([['addresses', 'country']], ['GBR', 'ZZ', '44', 'Great Britain', '🇬🇧', "G'"], 'must be a country code of ISO 3166-1 alpha-2'),
  ...each([['currencies', 'code']], ['ZZZ', '826', 'E€R', '$$$'], 'must be a currency code of ISO 4217'),
  ...each([['orders', 'currency_code']], ['12', '£', 'G P', 'ＧＢＰ', "G'B"], 'must be three letters'),
  ...each([['orders', 'currency_code']], ['EUR', 'usd'], 'must be GBP, the code of the currency'),
  ...each([['currencies', 'format']], ['£', '{PRICE}', '{{price}', '${price'], 'must hold {price}').slice(0, 2),
  ...each([['currencies', 'modifier']], ['ten', '1e3', '+-1', '5%%'], 'must be a signed number, one with %, or * and a factor'),
]; // prettier-ignore

const CHOSEN: readonly HostileField[] = [
  ...CHOICES.flatMap(([on, field]) => {
    const keys = CHOICE_KEYS[`${on}.${field}`] ?? '';
    return each([[on, field]], ['9', 'PAID;', 'toString', '__proto__', 'constructor', 'yes', '-1', { key: '0' }], keys === '0, 1' ? 'must be 1, 0, true or false' : `must be one of ${keys}`);
  }),
  ...each([['currencies', 'enabled'], ['currencies', 'default']], ['yes', 'on', '2', 'constructor', '__proto__', '-1', 'null', '٠', {}], 'must be 1, 0, true or false'),
]; // prettier-ignore

const REQUIRED: Fields = [
  ['orders', 'subtotal'],
  ['orders', 'currency'],
  ['items', 'sku'],
  ['items', 'quantity'],
  ['customers', 'email'],
  ['groups', 'slug'],
  ['addresses', 'country'],
  ['currencies', 'format'],
  ['taxes', 'rate'],
  ['shipping', 'price'],
  ['products', 'price'],
  ['brands', 'title'],
  ['categories', 'slug'],
  ['collections', 'slug'],
];

/** Fields whose value is at fault. */
export const HOSTILE_FIELDS: readonly HostileField[] = [
  ...NUMBERS,
  ...REFERENCES,
  ...TEXTS,
  ...CHOSEN,
  ...each(REQUIRED, [undefined, '', '   ', null], 'is required'),
];
