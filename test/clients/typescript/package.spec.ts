import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { minifySync } from '@swc/core';
import type * as Receiving from '../../../clients/typescript/src/webhooks';
import { blocksOf, readPage } from '../../docs/pages';
import { clientProject, compile } from './client-project';

let folder: string;
beforeAll(async () => {
  folder = await clientProject();
}, 300_000);

const MODULES = join('node_modules/@storekeeper/client/dist/esm');
/** Modules that a page loads with the client, beside those of the package. */
const LOADED = ['node_modules/openapi-fetch/dist/index.mjs'];
/** And those that a receiver loads. */
const RECEIVING = ['standardwebhooks/dist/index.js', 'fast-sha256/sha256.js', '@stablelib/base64/lib/base64.js'];

const DOCUMENT = join(__dirname, '../../../openapi.json');

const run = promisify(execFile);

it('compiles the examples as strictly as can be', async () => {
  const examples = ['checkout/checkout', 'receiver/receiver', 'order-sync/order-sync'];
  const sources = examples.map((name) => `examples/${name}.mjs`);
  const texts = sources.map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
  expect(await compile(folder, Object.fromEntries(texts) as Record<string, string>)).toEqual([]);
});

it('compiles the code of its README as strictly as can be', async () => {
  const blocks = blocksOf(readPage('clients/typescript/README.md')).filter(({ kind }) => kind === 'ts');
  const [requests, failures, events, webhooks] = blocks.map(({ text }) => text);
  const programs = { 'readme.mts': [requests, failures, events].join('\n'), 'readme-webhooks.mts': String(webhooks) };
  expect(blocks).toHaveLength(4);
  expect(blocks.filter(({ text }) => text.includes('…'))).toEqual([]);
  expect(await compile(folder, programs)).toEqual([]);
});

it('removes old ids of the inbox with the statement of its README', () => {
  const { INBOX_TABLES } = jest.requireActual<typeof Receiving>(
    join(folder, 'node_modules/@storekeeper/client/dist/cjs/webhooks.js'),
  );
  const database = new DatabaseSync(':memory:');
  for (const table of INBOX_TABLES) database.exec(table);
  database.exec("INSERT INTO storekeeper_inbox VALUES ('old', datetime('now', '-41 days')), ('new', datetime('now'))");
  const [sql] = blocksOf(readPage('clients/typescript/README.md')).filter(({ kind }) => kind === 'sql');
  const statement = sql?.text.split('\n').find((line) => line.endsWith('-- SQLite')) ?? '';
  database.exec(statement);
  expect(database.prepare('SELECT id FROM storekeeper_inbox').all()).toEqual([{ id: 'new' }]);
  database.close();
});

it('types paths, bodies, records and errors, for modules of both kinds', async () => {
  const program = `import { createClient, isStoreFailure } from '@storekeeper/client';
const store = createClient({ url: 'http://127.0.0.1:3000', token: async () => 'token' });
export async function titles(): Promise<string[]> {
  const all: string[] = [];
  for await (const product of store.list('/v1/products', { params: { query: { limit: 10 } } })) all.push(product.title);
  return all;
}
export async function title(id: string): Promise<string> {
  const { data } = await store.GET('/v1/products/{product_id}', { params: { path: { product_id: id } } });
  return data.result.title;
}
export function codeOf(error: unknown): string {
  return isStoreFailure(error) && error.code !== 'orders.not_found' ? error.code : '';
}
export const events = (after: number | undefined) => store.subscribe({ after });
export async function fed(): Promise<number[]> {
  const all: number[] = [];
  const query = { after: 0, type: ['order.*'], limit: 10 };
  for await (const event of store.list('/v1/events', { params: { query } })) all.push(event.position);
  for await (const event of store.list('/v1/events')) all.push(event.object_version);
  return all;
}
export async function upload(picture: Blob): Promise<string> {
  const body = new FormData();
  body.set('file', picture, 'tea.png');
  return (await store.POST('/v1/files', { body })).data.result.id;
}
`;
  const wrong = `import { createClient, isStoreFailure } from '@storekeeper/client';
const store = createClient({ url: '', token: '' });
export const path = store.GET('/v1/nothing', {});
export const body = store.POST('/v1/brands', { body: { slug: 1 } });
export const list = store.list('/v1/orders/{order_id}');
export const code = (error: unknown) => isStoreFailure(error) && error.code === 'orders.lost';
export const file = store.POST('/v1/files', { body: { file: 'tea.png' } });
`;
  const errors = await compile(folder, { 'program.mts': program, 'program.cts': program, 'wrong.mts': wrong });
  expect(errors.map((line) => /^wrong\.mts\((\d+),\d+\)/.exec(line)?.[1]).filter(Boolean)).toEqual(
    expect.arrayContaining(['3', '4', '5', '6', '7']),
  );
  expect(errors.filter((line) => line.startsWith('program'))).toEqual([]);
}, 300_000);

it('has events as a union over their type: a switch over all of them compiles, and none without a case', async () => {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { webhooks: Record<string, unknown> };
  const types = Object.keys(document.webhooks);
  expect(types.length).toBeGreaterThan(60);
  const program = (cases: readonly string[]): string => `import type { FeedEvent } from '@storekeeper/client';
import type { StoreEvent } from '@storekeeper/client/webhooks';
export function idOf(event: StoreEvent | FeedEvent): string {
  switch (event.type) {
    ${cases.map((type) => `case '${type}': return event.data === undefined ? '' : event.object_id;`).join('\n    ')}
    default: { const never: never = event; return never; }
  }
}
export function total(event: StoreEvent): number {
  return event.type === 'order.created' ? event.data.total : 0;
}
`;
  const errors = await compile(folder, { 'whole.mts': program(types), 'missing.mts': program(types.slice(1)) });
  expect(errors.map((line) => line.split('(')[0])).toEqual(['missing.mts']);
}, 300_000);

it.each([
  [
    'an ES module',
    ['--input-type=module', '-e'],
    'import * as client from "@storekeeper/client"; import * as hooks from "@storekeeper/client/webhooks";',
  ],
  [
    'CommonJS',
    ['--input-type=commonjs', '-e'],
    'const client = require("@storekeeper/client"), hooks = require("@storekeeper/client/webhooks");',
  ],
])('loads as %s', async (_, options, loading) => {
  const text = `${loading} console.log(JSON.stringify([client, hooks].map((it) => Object.keys(it).sort())))`;
  const { stdout } = await run(process.execPath, [...options, text], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual([
    ['StoreError', 'createClient', 'isStoreFailure'],
    [
      'INBOX_TABLES',
      'MemoryInbox',
      'SqlInbox',
      'WebhookVerificationError',
      'constructEvent',
      'expressReceiver',
      'nodeReceiver',
      'once',
    ],
  ]);
});

it('is at most 15 kB compressed, with all that it loads, and runs no script when it is installed', () => {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const own = readdirSync(join(folder, MODULES))
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(MODULES, file));
  const beside = [...LOADED, ...RECEIVING.map((file) => join('node_modules', file))];
  const code = [...own, ...beside].map(
    (file) => minifySync(read(file), { module: !RECEIVING.some((one) => file.endsWith(one)) }).code,
  );
  const bytes = gzipSync(code.join('\n')).length;
  process.stdout.write(`the client has ${bytes} bytes\n`);
  expect(bytes).toBeLessThanOrEqual(15 * 1024);
  const lock = JSON.parse(read('node_modules/.package-lock.json')) as { packages: Record<string, object> };
  expect(Object.entries(lock.packages).filter(([, one]) => 'hasInstallScript' in one)).toEqual([]);
});
