import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { resolve } from 'node:path';
import { bodyOf } from '../support/whole-schema';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

/** Each text in each field, each as long as a body of 1 MiB holds. Otherwise one shorter text in each field. */
const IS_FULL = process.env['HOSTILE'] === 'full';
const LENGTH = IS_FULL ? 1_000_000 : 100_000;
/** Fields of objects in objects are tried this deep. */
const DEPTH = 3;
/** A pattern that backtracks takes ten seconds for the shorter text, reading it takes milliseconds. */
const MAX_CPU_MS = 1_000;

const TEXTS: readonly [what: string, text: string][] = [
  ['zeros', '0'.repeat(LENGTH)],
  ['nines', '9'.repeat(LENGTH)],
  ['zeros within a decimal', `0.${'0'.repeat(LENGTH)}1`],
  ['letters', 'a'.repeat(LENGTH)],
  ['spaces between letters', `a${'+'.repeat(LENGTH)}a`],
  ['brackets', '['.repeat(LENGTH)],
];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface RequestBody {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly requestBody?: RequestBody;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const document = JSON.parse(readFileSync(resolve(__dirname, '../../openapi.json'), 'utf8')) as Document;

function resolved<T>(part: T & { readonly $ref?: string }): T {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return document.components[kind]?.[name] as T;
}

/** The names of the fields of an object and of those in it: `customer`, `customer[email]`, `items[0][sku]`. */
function namesIn(schema: Schema, depth = DEPTH): string[] {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolved(schema);
  const own = Object.entries(properties).flatMap(([name, field]) => [
    name,
    ...(depth > 1 ? namesBelow(field, depth - 1).map((path) => `${name}${path}`) : []),
  ]);
  return [...own, ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => namesIn(part, depth))];
}

/** The same below a field, each in brackets. */
function namesBelow(field: Schema, depth: number): string[] {
  const { items } = resolved(field);
  const inside = namesIn(field, depth).map((path) => path.replace(/^\w+/, '[$&]'));
  return items === undefined ? inside : [...inside, '[0]', ...namesBelow(items, depth).map((path) => `[0]${path}`)];
}

/** The fields of a body and the filters of a list, which a body may hold too. */
function fieldsOf({ requestBody, parameters = [] }: Operation): string[] {
  const [body] = Object.values(bodyOf<RequestBody>(requestBody, document)?.content ?? {});
  const filters = parameters.map((parameter) => resolved(parameter)).filter((parameter) => parameter.in === 'query');
  return [...new Set([...namesIn(body?.schema ?? {}), ...filters.map(({ name = '' }) => name)])];
}

/** Every operation that reads a field, with an id that passes for one. */
const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
    .map(([method, operation]) => ({ method, path: path.replace(/\{\w+\}/g, '1'), fields: fieldsOf(operation) }))
    .filter(({ fields }) => fields.length > 0),
);

describe(`a field of ${LENGTH} characters (hardening 2)`, () => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore('sqlite::memory:', { LOG_LEVEL: 'silent' })));
  afterAll(() => store.close());

  /** fetch sends no body with GET. @returns the status, and the milliseconds of CPU time that it cost */
  async function send(method: string, path: string, body: string): Promise<{ status: number; cpuMs: number }> {
    const start = process.cpuUsage();
    const headers = {
      authorization: `Bearer ${TEST_TOKEN}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(`${store.url}${path}`, { method, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    const { user, system } = process.cpuUsage(start);
    return { status: response.statusCode ?? 0, cpuMs: (user + system) / 1000 };
  }

  it('is one of every write and every filter', () => {
    expect(OPERATIONS.length).toBeGreaterThan(60);
    const fields = OPERATIONS.flatMap((operation) => operation.fields);
    expect(fields.length).toBeGreaterThan(800);
    expect(fields).toEqual(expect.arrayContaining(['customer[email]', 'items[0][sku]', 'bill_to[postcode]']));
  });

  it.each(OPERATIONS)(
    '$method $path: bounded work for each of $fields',
    async ({ method, path, fields }) => {
      const slow: unknown[] = [];
      for (const [at, field] of fields.entries()) {
        for (const [what, text] of IS_FULL ? TEXTS : TEXTS.slice(at % TEXTS.length).slice(0, 1)) {
          const { status, cpuMs } = await send(method.toUpperCase(), path, `${field}=${text}`);
          if (status >= 500 || cpuMs > MAX_CPU_MS) slow.push({ field, what, status, cpuMs });
        }
      }
      expect(slow).toEqual([]);
    },
    60_000,
  );
});
