import { readFileSync } from 'node:fs';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { type ResourceName, type SmallWorld, smallWorld } from '../support/small-world';
import { rawRequest } from '../support/raw-http';
import { type Call, startStore, TEST_TOKEN, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';
import { HOSTILE_BODIES } from './hostile-bodies.table';
import { HOSTILE_ADDRESSES, type HostileRequest } from './hostile-requests.table';
import { HOSTILE_BYTES } from './hostile-wire.table';
import { HOSTILE_FIELDS, type HostileField } from './hostile-fields.table';

type Fields = Readonly<Record<string, unknown>>;

const BOUNDARY = 'frontier';

function multipart(fields: Fields): Call {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { form: `${parts.join('')}--${BOUNDARY}--\r\n`, headers };
}

/** The ways in which fields can be sent: text in all three, anything else in JSON. */
function waysToSend(fields: Fields): readonly Call[] {
  const isText = Object.values(fields).every((value) => typeof value === 'string');
  return isText ? [{ form: fields }, multipart(fields), { json: fields }] : [{ json: fields }];
}

function refusalOf(field: string, says: string): Fields {
  return { status: false, error: `${field} ${says}`, errors: { [field]: [`${field} ${says}`] } };
}

function titleOf({ on, field, value, says }: HostileField): string {
  const shown = JSON.stringify(value) ?? 'left out';
  return `${on}: ${field} ${shown.length > 60 ? `${shown.slice(0, 40)}… (${shown.length})` : shown} ${says}`;
}

onEachEngine('hostile input', (engine) => {
  let store: TestStore;
  let world: SmallWorld;
  let untouched: unknown;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { LOGIN_LIMIT_PER_MINUTE: '100000' });
    world = await smallWorld(store);
    untouched = await tableDump(store);
  });
  afterAll(() => store.close());

  /** A good body with one field replaced or left out. */
  function spoilt(on: ResourceName, field: string, value: unknown): Fields {
    const fields: Record<string, unknown> = { ...world.bodies[on], [field]: value };
    if (value === undefined) delete fields[field];
    return fields;
  }

  describe('in a field (wire.md 1, 2: 422 that names it, nothing changed)', () => {
    it.each(HOSTILE_FIELDS.map((row) => [titleOf(row), row] as const))('%s', async (_, { on, field, value, says }) => {
      const expected = refusalOf(field, says);
      for (const call of waysToSend(spoilt(on, field, value))) {
        const { status, body } = await store.request('POST', world.paths[on], call);
        expect({ status, body }).toEqual({ status: 422, body: expected });
      }
      expect(await tableDump(store)).toEqual(untouched);
    });
  });

  function pathOf(template: string): string {
    return template.replace(/\{(\w+)\}/g, (name, key: string) => {
      const places: Readonly<Record<string, string>> = { ...world.ids, ...world.paths };
      return places[key] ?? name;
    });
  }

  /** The request as bytes: no client corrects its path, its headers or its method. */
  function bytesOf({ method = 'GET', path, type, body = '', headers = {} }: HostileRequest): Buffer {
    const length = Buffer.byteLength(body);
    const lines = {
      host: '127.0.0.1',
      connection: 'close',
      authorization: `Bearer ${TEST_TOKEN}`,
      ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(length) }),
      ...headers,
    };
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`${method} ${pathOf(path)} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  }

  describe('in an address, a body or a header (wire.md 1, 2: the stated 4xx, nothing changed)', () => {
    const rows = [...HOSTILE_ADDRESSES, ...HOSTILE_BODIES].map((row) => [row.title, row] as const);
    it.each(rows)('%s', async (_, row) => {
      const { status, text, headers } = await rawRequest(store.url, bytesOf(row));
      const body = row.field === undefined ? { status: false, error: row.error } : refusalOf(row.field, row.error);
      expect({ status, body: JSON.parse(text) as unknown }).toEqual({ status: row.status, body });
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(await tableDump(store)).toEqual(untouched);
    });
  });

  describe('on the wire (wire.md 2: JSON in the documented shape, nothing changed)', () => {
    it.each(HOSTILE_BYTES.map((row) => [row.title, row] as const))('%s', async (_, { bytes, end, status, error }) => {
      const answer = await rawRequest(store.url, bytes, end);
      expect({ status: answer.status, body: JSON.parse(answer.text) as unknown }).toEqual({
        status,
        body: { status: false, error },
      });
      expect(answer.headers).toMatchObject({
        'api-version': '1.2.0',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(await tableDump(store)).toEqual(untouched);
    });

    it.each([
      '<script>',
      'a b',
      '../../etc/passwd',
      'x'.repeat(129),
      '\xff',
      '${jndi:ldap://x}',
      "' OR 1=1",
      'a\tb',
      '',
    ])('X-Request-Id %j is not echoed', async (id) => {
      const { headers } = await rawRequest(
        store.url,
        `GET /v1/brands/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Request-Id: ${id}\r\n\r\n`,
      );
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    });
  });

  describe('as a filter (wire.md 4: what no record can hold matches nothing)', () => {
    const ODD = [
      "' OR 1=1 --",
      '%',
      '_',
      '*',
      '<b>',
      '[object Object]',
      'constructor',
      'NaN',
      '1e400',
      '9'.repeat(40),
      '-0',
    ];
    const NAMES = [
      'id',
      'title',
      'created_at',
      'price',
      'status',
      'enabled',
      'rate',
      'tax_band',
      'stock_level',
      'toString',
    ];
    it.each(ODD)('%j', async (text) => {
      for (const path of Object.values(world.paths)) {
        for (const name of NAMES) {
          const { status, body } = await store.request<Partial<Failure>>('GET', path, { query: { [name]: text } });
          // A strict list rejects a filter that it does not have (orders-that-stay-true.md 33).
          if (body.error?.startsWith(`${name} is not a filter. `) === true) continue;
          expect({ path, name, status, body }).toMatchObject({ path, name, status: 200, body: { result: [] } });
        }
      }
    });
  });
});

onEachEngine('hostile input that may change the store', (engine) => {
  let store: TestStore;
  let world: SmallWorld;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { LOGIN_LIMIT_PER_MINUTE: '100000' });
    world = await smallWorld(store);
  });
  afterAll(() => store.close());

  it('a NUL in any part of any path is no fault of the store (wire.md 1)', async () => {
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      [...path.matchAll(/\{\w+\}/g)].flatMap(([hole]) => {
        const address = path.replace(hole, 'a%00b').replace(/\{\w+\}/g, '1');
        const known = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => method.toLowerCase() in methods);
        return known.map((method) => ({ method, address }));
      }),
    );
    const answers: string[] = [];
    for (const { method, address } of calls) {
      const { status } = await store.request(method, address, method === 'GET' ? {} : { json: {} });
      if (status >= 500) answers.push(`${method} ${address} ${status}`);
    }
    expect(calls.length).toBeGreaterThan(100);
    expect(answers).toEqual([]);
  });

  describe('that is odd and yet a text is kept as it is (wire.md 1)', () => {
    it.each([
      "Robert'); DROP TABLE orders; --",
      '" OR ""="',
      '1; SELECT * FROM orders',
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>&amp;&lt;',
      '{{7*7}} ${7*7} #{7*7} <%= 7*7 %>',
      '{"$ne":null}',
      '[1,2]',
      '../../etc/passwd',
      '%00%0d%0a',
      'a\\b\\\'c"d`e',
      "=cmd|' /C calc'!A0",
      'İstanbul ß ﬁ Å Å',
      'Ṱ̺̺o͞ ̷i̲̬n̝̗v͈͙o̶͙',
      '\u202eright to left\u202c',
      '👩‍👩‍👧‍👦🏴\u{e0067}\u{e007f}',
      'line\u2028separator',
      'null',
      'undefined',
      'constructor',
      '__proto__',
      'toString',
      '0',
      '-0.0',
      '1e400',
      'x'.repeat(255),
      '\u{1f375}'.repeat(127),
    ])('%j', async (title) => {
      for (const call of waysToSend({ ...world.bodies.taxes, title, description: title })) {
        const made = await store.request<{ result: { id: string } }>('POST', world.paths.taxes, call);
        const { id } = made.body.result;
        const kept = { id, title, description: title, rate: 5 };
        expect(made).toMatchObject({ status: 201, body: { result: kept } });
        const read = await store.request('GET', `/v1/taxes/${id}`);
        expect(read.body).toMatchObject({ result: kept });
        const found = await store.request('GET', '/v1/taxes', { query: { title, id } });
        expect(found.body).toMatchObject({ result: [kept] });
      }
    });
  });
});
