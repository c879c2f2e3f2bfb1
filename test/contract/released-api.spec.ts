import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { breaksOf } from '../support/released-api';

type Json = Record<string, unknown>;
interface Schema extends Json {
  enum: unknown[];
  required: string[];
  properties: Record<string, Json>;
}
interface Document extends Json {
  info: { version: string };
  paths: Record<string, Record<string, Json>>;
  webhooks: Json;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Json> };
}

const ROOT = resolve(__dirname, '../..');
const RELEASED = join(ROOT, 'docs/api');

const read = (file: string): Document => JSON.parse(readFileSync(file, 'utf8')) as Document;
const versionOf = (file: string): number[] => file.replace('.json', '').split('.').map(Number);
const byVersion = (one: string, other: string): number => {
  const [a, b] = [versionOf(one), versionOf(other)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};

/** A document with a change. */
function changed(document: Document, change: (copy: Document) => void): Document {
  const copy = structuredClone(document);
  change(copy);
  return copy;
}

const schemaOf = ({ components }: Document, name: string): Schema => {
  const schema = components.schemas[name];
  if (schema === undefined) throw new Error(`there is no ${name}`);
  return schema;
};
const renamed = <T>(group: Record<string, T>, from: string, to: string): void => {
  const { [from]: part } = group;
  if (part === undefined) throw new Error(`there is no ${from}`);
  group[to] = part;
  Reflect.deleteProperty(group, from);
};

/** Every kind of change that breaks clients, with a line that must be told. */
const BREAKS: readonly (readonly [string, (document: Document) => void, string])[] = [
  ['a removed path', ({ paths }) => Reflect.deleteProperty(paths, '/v1/brands'), 'removed: GET /v1/brands'],
  ['a renamed path', ({ paths }) => renamed(paths, '/v1/brands', '/v1/makers'), 'removed: POST /v1/brands'],
  [
    'a removed operation',
    ({ paths }) => Reflect.deleteProperty(paths['/v1/brands'] ?? {}, 'post'),
    'removed: POST /v1/brands',
  ],
  [
    'a removed parameter',
    ({ components }) => {
      const [[, limit] = []] = Object.entries(components.parameters).filter(([, { name }]) => name === 'limit');
      Object.assign(limit ?? {}, { name: 'count' });
    },
    'removed: GET /v1/brands query limit',
  ],
  [
    'a removed field of a response',
    (document) => Reflect.deleteProperty(schemaOf(document, 'BrandRecord').properties, 'title'),
    'removed: GET /v1/brands/{brand_id} 200.result.title',
  ],
  [
    'a renamed field of a request',
    (document) => renamed(schemaOf(document, 'UpdateBrandDto').properties, 'title', 'name'),
    'removed: PUT /v1/brands/{brand_id} request.title',
  ],
  [
    'another type',
    (document) => Object.assign(schemaOf(document, 'BrandRecord').properties['slug'] ?? {}, { type: 'integer' }),
    'removed: GET /v1/brands 200.result[].slug: string',
  ],
  [
    'a field that may be missing now',
    (document) => schemaOf(document, 'BrandRecord').required.pop(),
    'removed: GET /v1/brands 200.result[].updated_at always',
  ],
  [
    'a renamed schema',
    ({ components }) => renamed(components.schemas, 'BrandRecord', 'Brand'),
    'removed: schema BrandRecord',
  ],
  [
    'a removed choice',
    (document) => schemaOf(document, 'OrderStatus').enum.shift(),
    'removed: GET /v1/orders/{order_id} 200.result.status.data.key = unpaid',
  ],
  [
    'a renamed error code',
    (document) => schemaOf(document, 'ErrorCode').enum.splice(0, 1, 'renamed'),
    'removed: error codes = ',
  ],
  [
    'a removed event type',
    ({ webhooks }) => Reflect.deleteProperty(webhooks, 'cart.updated'),
    'removed: event cart.updated',
  ],
  [
    'a removed field of an event',
    (document) => Reflect.deleteProperty(schemaOf(document, 'CartEventRecord').properties, 'total'),
    'removed: event cart.updated[].data.total',
  ],
  [
    'a field that a request must have now',
    (document) => schemaOf(document, 'CreateBrandDto').required.push('description'),
    'required now: POST /v1/brands request.description',
  ],
];

/** Breaks that CHANGELOG tells under "Before you upgrade", until the next release has its document. */
const TOLD: readonly RegExp[] = [
  // Forms have the types and options that the form builders of v1 know.
  /\/fields 200\.result\{\}\.(?:type = (?:relation|boolean)|options\{\}: string|value: array)$/,
  / operationId checkoutNamedCart$/,
  // Addresses of orders have an e-mail address, those of the book have none.
  /^removed: schema Address(?:DetailsRecord|DetailsDto|Relation)$/,
];

describe('the API of the last release (events.md 4)', () => {
  const now = read(join(ROOT, 'openapi.json'));
  const [last = ''] = readdirSync(RELEASED)
    .filter((file) => file.endsWith('.json'))
    .sort(byVersion)
    .reverse();

  it('is all there: nothing was removed or renamed, and requests need nothing new', () => {
    const breaks = breaksOf(read(join(RELEASED, last)), now);
    expect(breaks.filter((line) => !TOLD.some((told) => told.test(line)))).toEqual([]);
    expect(TOLD.filter((told) => !breaks.some((line) => told.test(line)))).toEqual([]);
  });

  it.each(BREAKS)('would not be, with %s', (_, change, line) => {
    const faults = breaksOf(now, changed(now, change));
    expect(faults.filter((fault) => fault.startsWith(line))).not.toEqual([]);
  });

  it('may change with the major version', () => {
    const next = changed(now, (copy) => {
      for (const [, change] of BREAKS.filter(([name]) => name !== 'a renamed path')) change(copy);
      copy.info.version = '2.0.0';
    });
    expect(breaksOf(now, next)).toEqual([]);
  });

  it('may grow: a path, an optional field, a choice and an event type are no faults', () => {
    const grown = changed(now, (copy) => {
      copy.paths['/v1/makers'] = structuredClone(copy.paths['/v1/brands'] ?? {});
      copy.webhooks['maker.created'] = structuredClone(copy.webhooks['brand.created']);
      schemaOf(copy, 'BrandRecord').properties['founded'] = { type: 'string' };
      schemaOf(copy, 'CreateBrandDto').properties['founded'] = { type: 'string' };
      schemaOf(copy, 'OrderStatus').enum.push('archived');
    });
    expect(breaksOf(now, grown)).toEqual([]);
  });
});
