import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const DOCUMENT = resolve(__dirname, '../../openapi.json');
/** A package of its own (CONTRIBUTING.md): its 390 packages are no part of the store's installation. */
const GENERATORS = join(__dirname, 'generators');

/** A program that reads required nested properties of an order and distinguishes its statuses. */
const READING = `
export function shown(order: OrderRecord): string {
  const { formatted, raw } = order.totals;
  return order.status.data.key + order.currency.data.code + formatted.total + raw.tax.toFixed(2) + (order.customer?.data.email ?? '');
}
export function next(status: OrderStatus): string {
  switch (status) {
    case 'unpaid': return 'pay';
    case 'paid': case 'processing': case 'partial_refund': return 'send';
    case 'dispatched': case 'refunded': case 'cancelled': return 'nothing';
    case 'failed': case 'declined': case 'mismatch': return 'look';
    default: { const never: never = status; return never; }
  }
}
export function depth(rule: Rule): number {
  return rule.type === 'group' ? 1 + Math.max(0, ...rule.children.map(depth)) : rule.match.length > 0 ? 1 : 0;
}
`;
/** Every event type, as the document tells them apart. */
const EVENT_TYPES = Object.keys(
  (JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { components: { schemas: { Event: Union } } }).components.schemas.Event
    .discriminator.mapping,
);
interface Union {
  readonly discriminator: { readonly mapping: Readonly<Record<string, string>> };
}

/** A switch over event types that reads what only some events have. */
function switchOver(types: readonly string[]): string {
  const others = types.filter((type) => !['order.created', 'cart.updated', 'webhook.disabled'].includes(type));
  return `
export function told(event: Event): string {
  switch (event.type) {
    case 'order.created': return event.data.currency_code + event.object_id;
    case 'cart.updated': return event.data.promotions.applied.map(({ title }) => title).join() + event.data.currency.code;
    case 'webhook.disabled': return event.data.url;
    ${others.map((type) => `case '${type}':`).join(' ')} return event.data.toString();
    default: { const never: never = event; return never; }
  }
}
`;
}
const POSITION = `
export const fed = (page: FeedEventRecord[]): string[] => page.map((event) => told(event) + event.position.toFixed(0));
`;
const ORDER = `{ subtotal: 10, total: 12, currency: '890123456789012345', currency_code: 'GBP', exchange_rate: 1 }`;
/** Keys that are numbers may be sent as numbers. */
const PRODUCT = `{ sku: 'MUG', title: 'Mug', slug: 'mug', price: 10, tax_band: '890123456789012345', status: 1, requires_shipping: '0' }`;
const QUERY = `{ status: ['paid'], currency_code: ['GBP'], sort: 'total', order: 'asc', limit: 10 }`;
const EVENTS = `{ type: ['order.*', '*.deleted', 'brand.created'] }`;
const STREAM = `{ type: 'order.*,*.deleted' }`;
const INCLUDE = `{ include: ['items', 'payments'] }`;

interface Generator {
  readonly name: string;
  /** Its command line, which writes the client into a folder. */
  readonly command: (folder: string) => readonly [program: string, ...parameters: string[]];
  readonly program: string;
}

const ALL: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: (folder) => ['openapi-typescript', DOCUMENT, '-o', join(folder, 'client.ts')],
    program: `import type { components, operations } from './client';
type Event = components['schemas']['Event'];
type FeedEventRecord = components['schemas']['FeedEventRecord'];
type OrderRecord = components['schemas']['OrderRecord'];
type OrderStatus = components['schemas']['OrderStatus'];
type Rule = components['schemas']['Rule'];
export const order: operations['createOrder']['requestBody']['content']['application/json'] = ${ORDER};
export const product: operations['createProduct']['requestBody']['content']['application/json'] = ${PRODUCT};
export const query: operations['listOrders']['parameters']['query'] = ${QUERY};
export const events: operations['listEvents']['parameters']['query'] = ${EVENTS};
export const stream: operations['streamEvents']['parameters']['query'] = ${STREAM};
export const included: operations['listOrders']['parameters']['query'] = ${INCLUDE};
export const made = (answer: operations['createOrder']['responses'][201]['content']['application/json']) => shown(answer.result);
export const all = (page: operations['listOrders']['responses'][200]['content']['application/json']) => page.result.map(shown);
`,
  },
  {
    name: 'openapi-ts',
    command: (folder) => ['openapi-ts', '-i', DOCUMENT, '-o', join(folder, 'client')],
    program: `import { createOrder, createProduct, listEvents, listOrders, streamEvents, type Event, type FeedEventRecord, type OrderRecord, type OrderStatus, type Rule } from './client';
export async function story(): Promise<string[]> {
  const made = await createOrder({ body: ${ORDER}, throwOnError: true });
  await createProduct({ body: ${PRODUCT} });
  await listEvents({ query: ${EVENTS} });
  await streamEvents({ query: ${STREAM} });
  await listOrders({ query: ${INCLUDE} });
  const page = await listOrders({ query: ${QUERY}, throwOnError: true });
  return [shown(made.data.result), ...page.data.result.map(shown)];
}
`,
  },
  {
    name: 'orval',
    command: (folder) => ['orval', '--input', DOCUMENT, '--output', join(folder, 'client.ts'), '--client', 'fetch'],
    program: `import { createOrder, createProduct, listEvents, listOrders, streamEvents, type Event, type FeedEventRecord, type OrderRecord, type OrderStatus, type Rule } from './client';
export async function story(): Promise<string[]> {
  const made = await createOrder(${ORDER});
  await createProduct(${PRODUCT});
  await listEvents(${EVENTS});
  await streamEvents(${STREAM});
  await listOrders(${INCLUDE});
  const page = await listOrders(${QUERY});
  return [...(made.status === 201 ? [shown(made.data.result)] : []), ...(page.status === 200 ? page.data.result.map(shown) : [])];
}
`,
  },
];

const COMPILER = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
};

const run = async (cwd: string, program: string, ...parameters: readonly string[]): Promise<string> =>
  (await promisify(execFile)(join(GENERATORS, 'node_modules/.bin', program), parameters, { cwd })).stdout;

/** Returns the compiler's errors in a folder, one line each, without the expected type: its spelling differs by client. */
async function errorsIn(folder: string): Promise<string[]> {
  const output = await run(folder, 'tsc', '-p', '.').catch(({ stdout }: { stdout: string }) => stdout);
  const lines = output.split('\n').filter(Boolean);
  return lines.map((line) => line.replace(/ to parameter of type .*/, ''));
}

// Takes more than 20 s on a busy machine: three generators read the whole document, and one compiler reads their clients.
describe('a client generated from openapi.json', () => {
  let folder: string;
  let errors: string[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'storekeeper-clients-'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
    for (const { name, command, program } of ALL) {
      mkdirSync(join(folder, name));
      await run(GENERATORS, ...command(join(folder, name)));
      writeFileSync(join(folder, name, 'program.ts'), program + READING + switchOver(EVENT_TYPES) + POSITION);
      const [head = ''] = program.split('export');
      writeFileSync(join(folder, name, 'missing.ts'), head + switchOver(EVENT_TYPES.slice(0, -1)));
      writeFileSync(join(folder, name, 'misuse.ts'), `import { next } from './program';\nnext('payed');\n`);
    }
    errors = await errorsIn(folder);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(ALL.map(({ name }) => name))(
    'by %s compiles with a program under strict, and not without an event type or with a status that does not exist',
    (name) => {
      expect(errors.filter((error) => error.startsWith(`${name}/`))).toEqual([
        expect.stringMatching(RegExp(`^${name}/missing.ts.*hipment.*[Dd]eleted.* is not assignable to type 'never'.$`)),
        `${name}/misuse.ts(2,6): error TS2345: Argument of type '"payed"' is not assignable`,
      ]);
    },
  );

  it('has no other error', () => expect(errors).toHaveLength(2 * ALL.length));
});
