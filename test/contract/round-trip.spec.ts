import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type OpenAPIObject } from '@nestjs/swagger';
import { previewDocument } from '../../src/app/create-api';
import { ClientsService } from '../../src/modules/access/clients.service';
import { DocumentedWorld, type DocumentedWrite, type Json, writesOf } from '../support/documented-writes';
import { startStore, type TestStore } from '../support/store';
import { lastOf } from '../support/whole-schema';
import { BEFORE, CURRENCIES, EXAMPLES, MORE, NO_RECORD, NOT_SHOWN, RECORDS, UNIQUE, VALUES } from './round-trip.table';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minimum?: number;
}

describe('every property that a request may have', () => {
  let store: TestStore;
  let document: OpenAPIObject;
  let files: string;
  let made = 0;
  const world = new DocumentedWorld();
  beforeAll(async () => {
    files = await mkdtemp(join(tmpdir(), 'storekeeper-round-trip-'));
    store = await startStore('sqlite::memory:', { FILES_DIR: files });
    document = await previewDocument();
    const currencies = await store.request<{ result: { id: string }[] }>('GET', '/v1/currencies');
    world.ids['currency'] = currencies.body.result[0]?.id ?? '';
    const client = await store.app.get(ClientsService).create('round trips', []);
    world.ids['client_id'] = client.clientId;
    world.ids['client_secret'] = client.clientSecret;
  });
  afterAll(async () => {
    await store.close();
    await rm(files, { recursive: true, force: true });
  });

  function resolved(schema: Schema): Schema {
    if (schema.$ref !== undefined) {
      return resolved(document.components?.schemas?.[lastOf(schema.$ref)] ?? {});
    }
    const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null');
    return choices === undefined ? schema : { example: schema.example, ...resolved(choices[0] ?? {}) };
  }

  /** The properties of the body of an operation that answers with a record. */
  function propertiesOf(write: DocumentedWrite): (readonly [string, Schema])[] {
    if (write.examples === undefined || write.id in NO_RECORD) return [];
    const operation = (document.paths[write.path] as Record<string, Json>)[write.method.toLowerCase()];
    const body = operation?.['requestBody'] as { content: Record<string, { schema: Schema }> };
    const { properties = {} } = resolved(body.content['application/json']?.schema ?? {});
    return Object.entries(properties).filter(
      ([name]) => !(`${write.id}.${name}` in NOT_SHOWN || `*.${name}` in NOT_SHOWN),
    );
  }

  /** Two values of the property, so that one differs from what a record has without it. */
  function valuesOf(name: string, declared: Schema, operation: string): readonly unknown[] {
    const own = VALUES[`${operation}.${name}`] ?? VALUES[name];
    return own === undefined ? anyValuesOf(resolved(declared)) : own(world.ids);
  }

  /** An example with values that no other record has. */
  function fresh(example: Json): Json {
    made += 1;
    const renewed = (name: string, value: unknown): unknown => {
      if (name === 'code') return CURRENCIES.pop();
      if (!UNIQUE.includes(name) || typeof value !== 'string') return value;
      return name === 'email' ? `${made}.${value}` : `${value}-${made}`;
    };
    return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, renewed(name, value)]));
  }

  /** The example that names the property, or the first. */
  function exampleFor(write: DocumentedWrite, name: string): Json {
    const examples = Object.entries(write.examples ?? {});
    const wanted = EXAMPLES[`${write.id}.${name}`] ?? EXAMPLES[write.id];
    const chosen = examples.find(([key, { value }]) => (wanted === undefined ? name in value : key === wanted));
    return world.fill((chosen ?? examples[0])?.[1].value ?? {}) as Json;
  }

  /** The body with the property; to change a record, it needs nothing else. */
  function bodyWith(write: DocumentedWrite, name: string, value: unknown): Json {
    const isNew = write.method === 'POST';
    const base = isNew || write.id === 'putOrderItem' ? fresh(exampleFor(write, name)) : {};
    const isChosen = `${write.id}.${name}` in VALUES || name in VALUES;
    const own = { [name]: value };
    const more = { ...MORE[write.id]?.(world.ids), ...MORE[`${write.id}.${name}`]?.(world.ids) };
    return { ...base, ...more, ...(isNew && !isChosen ? fresh(own) : own) };
  }

  /** The path that a record is read at; undefined: it is not read by itself. */
  function pathOf(write: DocumentedWrite, id: unknown): string | undefined {
    if (write.id in RECORDS || write.id === 'putOrderItem') return undefined;
    const paths = Object.keys(document.paths).filter((path) => document.paths[path]?.get !== undefined);
    if (write.method === 'PUT') return paths.includes(write.path) ? world.path(write.path) : undefined;
    const isBelow = paths.some((path) => path !== write.path && path.replace(/\/\{\w+\}$/, '') === write.path);
    return isBelow ? `${world.path(write.path)}/${String(id)}` : undefined;
  }

  /** @returns what went wrong with the property */
  async function tryOn(write: DocumentedWrite, name: string, value: unknown): Promise<string | undefined> {
    const json = bodyWith(write, name, value);
    const headers = world.headersOf(write.path);
    const said = `${write.id} ${name}=${JSON.stringify(json[name])}`;
    const { status, body } = await store.request<Json>(write.method, world.path(write.path), { json, headers });
    if (status >= 300) return `${said}: ${status} ${JSON.stringify(body['error'])}`;
    const result = body['result'] as Json;
    const record = RECORDS[write.id]?.(result) ?? result;
    if (!isShown(json[name], record[name])) return `${said}: ${JSON.stringify(record[name])}`;
    const path = pathOf(write, result['id']);
    if (path === undefined) return undefined;
    const read = await store.request<{ result: Json }>('GET', path, { headers });
    const shown = read.body.result[name];
    return isDeepStrictEqual(shown, record[name]) ? undefined : `${said}: read as ${JSON.stringify(shown)}`;
  }

  /** Sends the example itself, for the operations that follow. */
  async function begin(write: DocumentedWrite): Promise<void> {
    await BEFORE[write.id]?.(store, world);
    const example = Object.values(write.examples ?? {})[0]?.value;
    const { status, body } = await store.request<Json>(write.method, world.path(write.path), {
      ...(example === undefined ? {} : { json: world.fill(example) as Json }),
      headers: world.headersOf(write.path),
    });
    if (status < 300 && body['result'] !== undefined) world.learn(write.id, body['result'] as Json);
  }

  it('comes back', async () => {
    const lost: (string | undefined)[] = [];
    // Removals would take away what others need.
    for (const write of writesOf(document).filter(({ method }) => method !== 'DELETE')) {
      await begin(write);
      for (const [name, declared] of propertiesOf(write)) {
        for (const value of valuesOf(name, declared, write.id)) {
          await BEFORE[write.id]?.(store, world);
          lost.push(await tryOn(write, name, value));
        }
      }
    }
    expect(lost.filter((line) => line !== undefined)).toEqual([]);
    expect(lost.length).toBeGreaterThan(300);
  });
});

function anyValuesOf({ type, enum: choices, minimum = 0, format, example }: Schema): readonly unknown[] {
  const types = [type].flat();
  if (choices) return [choices[0], choices.at(-1)];
  if (types.includes('boolean')) return [true, false];
  if (types.includes('integer') || types.includes('number')) return [minimum + 2, minimum + 3];
  if (format === 'date') return ['2026-02-03', '2026-02-04'];
  return typeof example === 'object' ? [example] : ['first-text', 'second-text'];
}

/** Whether what was sent is what a record shows: a choice and a relation as an object, an unset text as null or empty. */
function isShown(sent: unknown, shown: unknown): boolean {
  if (sent === null) return [null, '', undefined].includes(shown as null);
  if (isObject(shown) && isObject(shown['data'])) return isRelated(sent, shown['data']);
  if (typeof sent === 'boolean') return [String(sent), String(Number(sent))].includes(String(shown));
  if (typeof sent === 'object') {
    const below = shown as Readonly<Record<string, unknown>> | null;
    return Object.entries(sent).every(([name, value]) => isShown(value, below?.[name]));
  }
  return typeof sent === 'number' ? sent === Number(shown) : String(shown) === sent;
}

function isRelated(sent: unknown, data: Json): boolean {
  if (isObject(sent)) return isShown(sent, data);
  const names = ['key', 'id', 'code', 'slug', 'email'].map((name) => data[name]);
  // Categories: each under its id.
  return String(sent) in data || names.some((one) => one !== undefined && isShown(sent, one));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
