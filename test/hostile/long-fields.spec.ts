import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { resolve } from 'node:path';
import { bodyOf, wholeSchema } from '../support/whole-schema';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

/** With HOSTILE=full as much as a body of 1 MiB holds beside the name of the field. */
const LENGTH = process.env['HOSTILE'] === 'full' ? 1_000_000 : 100_000;
/** A pattern that backtracks takes ten seconds for the shorter text, reading it takes milliseconds. */
const MOST_CPU_MS = 1_000;

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
  readonly properties?: Readonly<Record<string, unknown>>;
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
const SCHEMAS = document.components['schemas'] as Readonly<Record<string, Schema>>;

function resolved<T>(part: T & { readonly $ref?: string }): T {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return document.components[kind]?.[name] as T;
}

/** The fields of a body and the filters of a list, which a body may hold too. */
function fieldsOf({ requestBody, parameters = [] }: Operation): string[] {
  const [body] = Object.values(bodyOf<RequestBody>(requestBody, document)?.content ?? {});
  const filters = parameters.map((parameter) => resolved(parameter)).filter((parameter) => parameter.in === 'query');
  const fields = Object.keys(wholeSchema(body?.schema ?? {}, SCHEMAS).properties ?? {});
  return [...new Set([...fields, ...filters.map(({ name = '' }) => name)])];
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
    expect(OPERATIONS.flatMap(({ fields }) => fields).length).toBeGreaterThan(300);
  });

  it.each(OPERATIONS)(
    '$method $path: bounded work for each of $fields',
    async ({ method, path, fields }) => {
      const slow: unknown[] = [];
      for (const field of fields) {
        for (const [what, text] of TEXTS) {
          const { status, cpuMs } = await send(method.toUpperCase(), path, `${field}=${text}`);
          if (status >= 500 || cpuMs > MOST_CPU_MS) slow.push({ field, what, status, cpuMs });
        }
      }
      expect(slow).toEqual([]);
    },
    60_000,
  );
});
