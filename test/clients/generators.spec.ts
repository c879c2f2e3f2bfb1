import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';
import { type Generator, GENERATORS_TRIED, ORDER } from './generators.table';

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
export function seen(made: OrderRecord, page: readonly OrderRecord[], refusal: string): string[] {
  return [made, ...page.filter(({ id }) => id === made.id)].map(shown).concat(refusal);
}
export function depth(rule: Rule): number {
  return rule.type === 'group' ? 1 + Math.max(0, ...rule.children.map(depth)) : rule.match.length > 0 ? 1 : 0;
}
`;
/** Every event type, as the document tells them apart. */
const EVENT_TYPES = Object.keys(
  (JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { components: { schemas: { StoreEvent: Union } } }).components.schemas
    .StoreEvent.discriminator.mapping,
);
interface Union {
  readonly discriminator: { readonly mapping: Readonly<Record<string, string>> };
}

/** A switch over event types that reads what only some events have. */
function switchOver(types: readonly string[]): string {
  const others = types.filter((type) => !['order.created', 'cart.updated', 'webhook.disabled'].includes(type));
  return `
export function told(event: StoreEvent): string {
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
export const fed = (page: FeedEventRecord[]): string[] => page.map((event) => kind(event) + event.position.toFixed(0));
const kind = ({ type, data }: FeedEventRecord): string => type + Object.keys(data).length;
`;

/** Uses that must not compile: a status that does not exist, a body with a wrong field, and one without a required field. */
const MISUSE = `import { next, type OrderBody } from './program';
next('payed');
export const wrong: OrderBody = { ...${ORDER}, currency: 1 };
export const less: OrderBody = ${ORDER};
`;

/** Runs a flow; SPOILED names a field of the order that is left out of the response to its creation. */
const RUNNER = `import './spoiler';
import { flow } from './program';
flow(process.env.STORE, process.env.TOKEN).then(
  (seen) => console.log(JSON.stringify(seen)),
  (error) => console.log(String(error).slice(0, 80)),
);
`;
const SPOILER = `const send = globalThis.fetch;
globalThis.fetch = async (...call) => {
  const answer = await send(...call);
  const spoiled = process.env.SPOILED;
  if (answer.status !== 201 || spoiled === undefined) return answer;
  const body = await answer.json();
  delete body.result[spoiled];
  return Response.json(body, { status: 201 });
};
`;

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
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
  return lines.map((line) => line.replace(/: error (TS\d+): .*?('never'|$).*/, ' $1 $2').trim());
}

/** Makes the client of a generator in a folder of its own, its programs, and one file that runs its flow. */
async function prepare(folder: string, document: string, generator: Generator): Promise<void> {
  const { name, command, settings, program } = generator;
  const own = join(folder, name);
  mkdirSync(own);
  const files = Object.entries({
    'program.ts': program + READING + switchOver(EVENT_TYPES) + POSITION,
    'missing.ts': `import type { StoreEvent } from './program';\n${switchOver(EVENT_TYPES.slice(0, -1))}`,
    'misuse.ts': MISUSE,
    'spoiler.js': SPOILER,
    'runner.js': RUNNER,
  });
  for (const [file, text] of [...files, ...(settings === undefined ? [] : [settings(document)])]) {
    writeFileSync(join(own, file), text);
  }
  await run(own, ...command(document));
  const bundle = ['--bundle', '--platform=node', '--log-level=error', '--outfile=flow.cjs'];
  await run(own, 'esbuild', 'runner.js', ...bundle);
}

/** Runs the flow of a client. @returns what it printed: what it saw, or the kind of its error */
function flowOf(folder: string, environment: Readonly<Record<string, string>>): Promise<unknown> {
  return new Promise((done) => {
    const options = { cwd: folder, env: { ...environment, PATH: process.env['PATH'] } };
    execFile(process.execPath, ['flow.cjs'], options, (_, stdout, stderr) => done(stdout.trim() || stderr));
  });
}

// Takes minutes on a busy machine: seven generators read the whole document, and one compiler reads their clients.
describe('a client generated from the document that a store serves', () => {
  let store: TestStore;
  let folder: string;
  let errors: string[];
  beforeAll(async () => {
    store = await startStore('sqlite::memory:');
    folder = mkdtempSync(join(tmpdir(), 'storekeeper-clients-'));
    const document = join(folder, 'openapi.json');
    writeFileSync(document, await (await fetch(`${store.url}/openapi.json`)).text());
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER));
    symlinkSync(join(GENERATORS, 'node_modules'), join(folder, 'node_modules'));
    for (const generator of GENERATORS_TRIED) await prepare(folder, document, generator);
    errors = await errorsIn(folder);
  }, 900_000);
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  const flow = (name: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> =>
    flowOf(join(folder, name), { STORE: store.url, TOKEN: TEST_TOKEN, ...more });
  /** The text of its schemas. */
  const INVALID = /^Error: Zodios: Invalid response from endpoint 'post \/v1\/orders'/;
  const names = GENERATORS_TRIED.map(({ name }) => name);

  it.each(names)('by %s compiles with a program under strict, and not with a misuse of it', (name) => {
    expect(errors.filter((error) => error.startsWith(`${name}/`))).toEqual([
      expect.stringMatching(RegExp(`^${name}/missing.ts.* TS2322 'never'$`)),
      `${name}/misuse.ts(2,6) TS2345`,
      expect.stringMatching(RegExp(`^${name}/misuse.ts\\(3,\\d+\\) TS2322$`)),
      expect.stringMatching(RegExp(`^${name}/misuse.ts\\(4,\\d+\\) TS2(322|741)$`)),
    ]);
  });

  it('has no other error', () => expect(errors).toHaveLength(4 * names.length));

  it.each(names)('by %s creates an order, finds it and says why another one was refused', async (name) => {
    const order = 'unpaidGBP£12.000.00';
    expect(JSON.parse(String(await flow(name)))).toEqual([order, order, 'currency does not exist']);
  });

  it.each(names)('by %s fails on a response without a field that it reads', async (name) => {
    const failure = name === 'openapi-zod-client' ? INVALID : /^TypeError: Cannot .* of (.*\.totals|undefined)/;
    expect(await flow(name, { SPOILED: 'totals' })).toMatch(failure);
  });

  it('by openapi-zod-client fails on a response without a field that the document requires', async () => {
    expect(await flow('openapi-zod-client', { SPOILED: 'updated_at' })).toMatch(INVALID);
  });
});
