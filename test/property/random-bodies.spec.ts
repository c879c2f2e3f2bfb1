import fc from 'fast-check';
import { PasswordResetsService } from '../../src/modules/customers/password-resets.service';
import { onEachEngine } from '../support/engines';
import { type ResourceName, type SmallWorld, smallWorld } from '../support/small-world';
import { type Answer, startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

interface Operation {
  readonly method: string;
  /** As in the document: `/v1/orders/{id}`. */
  readonly template: string;
}

interface Body {
  readonly type: string;
  readonly text: string;
}

type Schema = { properties?: Record<string, unknown> };
type Document = { paths: Record<string, Record<string, unknown>>; components: { schemas: Record<string, Schema> } };

/** Runs on each engine; each makes one request and reads every table. */
const RUNS = { sqlite: 1000, mariadb: 250, mysql: 250 } as const;

const WRITES = ['post', 'put', 'delete'];
const BOUNDARY = 'frontier';

const ODD_TEXT = fc.constantFrom(
  '', ' ', '0', '-1', '1e400', 'NaN', 'Infinity', '0x1f', '1,000', '١٢٣', 'true', 'null', 'undefined', '[]', '{}', '[[[',
  "' OR 1=1 --", '<script>', '../../etc/passwd', '9223372036854775808', '\u0000', '\ud800', '__proto__', '1'.repeat(400),
); // prettier-ignore

const TEXT = fc.oneof(ODD_TEXT, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 300 }));
const VALUE = fc.oneof(
  { weight: 4, arbitrary: TEXT },
  { weight: 2, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.boolean(), fc.constant(null)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 6 }) },
);

function formText(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${encode(name)}=${encode(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&');
}

/** Lone surrogates have no percent-encoding: they are sent as the bytes a careless client would write. */
function encode(text: string): string {
  return /^\P{Cs}*$/u.test(text) ? encodeURIComponent(text) : '%ED%A0%80';
}

function multipartText(fields: Fields): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${encode(name)}"\r\n\r\n${text}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

type Fields = Readonly<Record<string, unknown>>;

/** The three ways to write fields. */
const WAYS: readonly ((fields: Fields) => Body)[] = [
  (fields) => ({ type: 'application/json', text: JSON.stringify(fields) }),
  (fields) => ({ type: 'application/x-www-form-urlencoded', text: formText(fields) }),
  (fields) => ({ type: `multipart/form-data; boundary=${BOUNDARY}`, text: multipartText(fields) }),
];

/** Text that need not be what its type says. */
const ANYTHING: fc.Arbitrary<Body> = fc.record({
  type: fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    `multipart/form-data; boundary=${BOUNDARY}`,
    'text/plain',
  ),
  text: fc.oneof(
    fc.json({ maxDepth: 30 }),
    TEXT,
    fc.array(TEXT, { maxLength: 8 }).map((parts) => parts.join('&a[b]=')),
  ),
});

function fieldNames({ components }: Document): string[] {
  const names = Object.values(components.schemas).flatMap(({ properties }) => Object.keys(properties ?? {}));
  return [...new Set(names)].sort();
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    WRITES.filter((method) => method in item).map((method) => ({ method: method.toUpperCase(), template })),
  );
}

/** The resource that lives below a template, and the id of its one record. */
const RESOURCES: readonly (readonly [RegExp, ResourceName, (world: SmallWorld) => string])[] = [
  [/^\/v1\/orders\/\{\w+\}\/items/, 'items', ({ ids }) => ids.item],
  [/^\/v1\/orders/, 'orders', ({ ids }) => ids.order],
  [/^\/v1\/customers\/groups/, 'groups', ({ ids }) => ids.group],
  [/^\/v1\/customers\/\{\w+\}\/addresses/, 'addresses', ({ ids }) => ids.address],
  [/^\/v1\/customers/, 'customers', ({ ids }) => ids.customer],
  [/^\/v1\/currencies/, 'currencies', ({ ids }) => ids.currency],
  [/^\/v1\/taxes/, 'taxes', ({ ids }) => ids.tax],
  [/^\/v1\/shipping/, 'shipping', ({ ids }) => ids.shipping],
  [/^\/v1\/products/, 'products', ({ ids }) => ids.product],
  [/^\/v1\/brands/, 'brands', ({ ids }) => ids.brand],
  [/^\/v1\/webhooks/, 'webhooks', ({ ids }) => ids.webhook],
  [/^\/v1\/categories/, 'categories', ({ ids }) => ids.category],
  [/^\/v1\/collections/, 'collections', ({ ids }) => ids.collection],
];

function ownerOf(template: string): (typeof RESOURCES)[number] | undefined {
  return RESOURCES.find(([pattern]) => pattern.test(template));
}

/** The path of a template with the ids of the world; others get the slug of a gateway. */
function pathOf(template: string, world: SmallWorld): string {
  const owner = ownerOf(template);
  if (owner === undefined) return template.replace(/\{\w+\}/g, 'manual');
  const [pattern, name, id] = owner;
  const rest = template.replace(pattern, '').replace(/\{\w+\}/, id(world));
  return world.paths[name] + rest.replace(/\{\w+\}/g, '1');
}

onEachEngine('random bodies', (engine) => {
  let store: TestStore;
  let world: SmallWorld;
  let document: Document;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { LOGIN_LIMIT_PER_MINUTE: '1000000' });
    world = await smallWorld(store);
    document = (await (await fetch(`${store.url}/openapi.json`)).json()) as Document;
  });
  afterAll(() => store.close());

  function send({ method, template }: Operation, { type, text }: Body): Promise<Answer> {
    const headers: Record<string, string> = { 'content-type': type };
    // The world stays: a removal is refused at its last check, after its body was read.
    if (method === 'DELETE') headers['if-match'] = '"stale"';
    return store.request<Record<string, unknown>>(method, pathOf(template, world), { form: text, headers });
  }

  /** A request with any fields, with a good body spoilt in a few fields, or with anything at all. */
  function requests(): fc.Arbitrary<readonly [Operation, Body]> {
    const names = fc.oneof(fc.constantFrom(...fieldNames(document)), TEXT);
    const operation = fc.constantFrom(...operationsOf(document));
    const way = fc.constantFrom(...WAYS);
    const any = fc.dictionary(names, VALUE, { maxKeys: 8 });
    const spoilt = fc.tuple(operation, fc.infiniteStream(VALUE), fc.subarray([0, 1, 2, 3, 4, 5], { maxLength: 2 }));
    return fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(
          operation,
          fc.tuple(way, any).map(([write, fields]) => write(fields)),
        ),
      },
      {
        weight: 4,
        arbitrary: fc
          .tuple(spoilt, way)
          .map(([[asked, values, at], write]): [Operation, Body] => [asked, write(spoil(asked, values, at))]),
      },
      { weight: 2, arbitrary: fc.tuple(operation, ANYTHING) },
    );
  }

  function spoil({ template }: Operation, values: Iterator<unknown>, places: readonly number[]): Fields {
    const [, name = 'orders'] = ownerOf(template) ?? [];
    const fields: Record<string, unknown> = { ...world.bodies[name] };
    const keys = Object.keys(fields);
    for (const place of places) fields[keys[place % keys.length] ?? ''] = values.next().value;
    return fields;
  }

  it('covers every write of the document', () => {
    const operations = operationsOf(document);
    const paths = operations.map(({ method, template }) => `${method} ${pathOf(template, world)}`);
    expect(new Set(paths).size).toBe(operations.length);
    expect(paths.filter((path) => path.includes('{'))).toEqual([]);
  });

  it('wire.md 2: are answered below 500 in a documented shape, and what is refused changes nothing', async () => {
    let before = JSON.stringify(await tableDump(store));
    const answers = fc.asyncProperty(requests(), async ([operation, body]) => {
      const { status } = await send(operation, body);
      // A reset is made after its response.
      await store.app.get(PasswordResetsService).idle();
      const after = JSON.stringify(await tableDump(store));
      const refusedButChanged = status >= 300 && after !== before;
      before = after;
      expect({ status: Math.max(status, 499), refusedButChanged }).toEqual({ status: 499, refusedButChanged: false });
    });
    // A failure prints its seed and the request; `{ seed, path }` here runs it again.
    await fc.assert(answers, { numRuns: RUNS[engine.name] });
  });
});
