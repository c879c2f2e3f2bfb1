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

  /** After many requests: to read every table takes longer than all of them. */
  const expectUntouched = async (): Promise<void> => expect(await tableDump(store)).toEqual(untouched);

  /** A good body with one field replaced or left out. */
  function spoilt(on: ResourceName, field: string, value: unknown): Fields {
    const fields: Record<string, unknown> = { ...world.bodies[on], [field]: value };
    if (value === undefined) delete fields[field];
    return fields;
  }

  describe('in a field (wire.md 1, 2: 422 that names it, nothing changed)', () => {
    const resources = [...new Set(HOSTILE_FIELDS.map(({ on }) => on))];
    it.each(resources)('of %s', async (resource) => {
      for (const row of HOSTILE_FIELDS.filter(({ on }) => on === resource)) {
        const expected = { sent: titleOf(row), status: 422, body: refusalOf(row.field, row.says) };
        for (const call of waysToSend(spoilt(resource, row.field, row.value))) {
          const { status, body } = await store.request('POST', world.paths[resource], call);
          expect({ sent: titleOf(row), status, body }).toEqual(expected);
        }
      }
      await expectUntouched();
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

  describe('as a request (wire.md 1, 2: the stated 4xx, nothing changed)', () => {
    it.each([
      ['in an address', HOSTILE_ADDRESSES],
      ['in a body or a header', HOSTILE_BODIES],
    ])('%s', async (_, rows) => {
      for (const row of rows) {
        const { status, text, headers } = await rawRequest(store.url, bytesOf(row));
        const body = row.field === undefined ? { status: false, error: row.error } : refusalOf(row.field, row.error);
        expect({ sent: row.title, status, body: JSON.parse(text) as unknown, type: headers['content-type'] }).toEqual({
          ...{ sent: row.title, status: row.status, body, type: 'application/json; charset=utf-8' },
        });
      }
      await expectUntouched();
    });
  });

  describe('on the wire (wire.md 2: JSON in the documented shape, nothing changed)', () => {
    it('in bytes that are no request', async () => {
      for (const { title: sent, bytes, end, status, error } of HOSTILE_BYTES) {
        const answer = await rawRequest(store.url, bytes, end);
        expect({ sent, status: answer.status, body: JSON.parse(answer.text) as unknown }).toEqual({
          ...{ sent, status, body: { status: false, error } },
        });
        expect({ sent, ...answer.headers }).toMatchObject({
          sent,
          'api-version': '1.2.0',
          'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
          'cache-control': 'no-store',
          'content-type': 'application/json; charset=utf-8',
        });
      }
      await expectUntouched();
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
          // A strict list rejects a filter that it does not have (orders-and-payments.md 33).
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

    it('a line separator of Unicode in a description, not in a title', async () => {
      const text = 'line\u2028separator';
      for (const call of waysToSend({ ...world.bodies.taxes, title: text })) {
        const error = 'title must be a single line';
        expect(await store.request('POST', world.paths.taxes, call)).toMatchObject({ status: 422, body: { error } });
      }
      for (const call of waysToSend({ ...world.bodies.taxes, description: text })) {
        const made = await store.request('POST', world.paths.taxes, call);
        expect(made).toMatchObject({ status: 201, body: { result: { description: text } } });
      }
    });
  });
});
