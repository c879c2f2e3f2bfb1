import { type OpenAPIObject } from '@nestjs/swagger';
import { previewDocument } from '../../src/app/create-api';
import { type DocumentedOperation, operationsOf } from '../support/documented-operations';
import { lastOf } from '../support/whole-schema';
import { startStore, type TestStore } from '../support/store';

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
}
describe('what the OpenAPI document says of headers and of words in queries', () => {
  let store: TestStore;
  let document: OpenAPIObject;
  let operations: DocumentedOperation[];
  beforeAll(async () => {
    store = await startStore('sqlite::memory:');
    document = await previewDocument();
    operations = operationsOf(document);
  });
  afterAll(() => store.close());

  /** Whether the responses of an operation that succeed have a header. */
  function documents({ operation }: DocumentedOperation, header: string): boolean {
    const responses = operation.responses as Readonly<Record<string, Response>>;
    const shared = (document.components?.responses ?? {}) as Record<string, Response>;
    return Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, response]) => (response.$ref === undefined ? response : (shared[lastOf(response.$ref)] ?? {})))
      .some(({ headers }) => headers !== undefined && header in headers);
  }
  it('has Unknown-Filters at the lists that send it, and at no others', async () => {
    const sending: string[] = [];
    for (const { name, method, path } of operations) {
      if (method !== 'GET' || !path.startsWith('/v1/') || path === '/v1/events/stream') continue;
      // Filters are read before the record above a list is looked for.
      const { headers } = await store.request('GET', `${path.replace(/\{\w+\}/g, '1')}?no_such_filter=1`);
      if (headers.get('unknown-filters') === 'no_such_filter') sending.push(name);
    }
    expect(sending).toEqual(expect.arrayContaining(['GET /v1/brands', 'GET /v1/flows/{flow}/entries']));
    expect(operations.filter((one) => documents(one, 'Unknown-Filters')).map(({ name }) => name)).toEqual(sending);
  });

  it('has Idempotency-Replayed at every POST with a token, and at nothing else', async () => {
    const keyed = operations.filter(
      ({ method, path, operation }) => method === 'POST' && path.startsWith('/v1/') && operation.security?.length !== 0,
    );
    expect(operations.filter((one) => documents(one, 'Idempotency-Replayed')).map(({ name }) => name)).toEqual(
      keyed.map(({ name }) => name),
    );
    const again = { headers: { 'idempotency-key': 'one' }, json: { title: 'Classic', slug: 'classic' } };
    const first = await store.request('POST', '/v1/brands', again);
    const second = await store.request('POST', '/v1/brands', again);
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });

  it('describes these headers as text', () => {
    const { headers } = document.components ?? {};
    const names = ['Idempotency-Replayed', 'Unknown-Filters', 'WWW-Authenticate'];
    expect(Object.fromEntries(names.map((name) => [name, headers?.[name]]))).toEqual({
      'Idempotency-Replayed': {
        description: expect.any(String) as unknown,
        schema: { type: 'string', example: 'true' },
      },
      'Unknown-Filters': { description: expect.any(String) as unknown, schema: { type: 'string', example: 'colour' } },
      'WWW-Authenticate': { description: expect.any(String) as unknown, schema: { type: 'string', example: 'Bearer' } },
    });
    expect(Object.keys((document.components?.responses?.['Invalid'] as Response).headers ?? {})).toContain(
      'Idempotency-Replayed',
    );
  });

  const queryOf = (path: string, name: string): unknown => {
    const { operation } = operations.find((one) => one.method === 'GET' && one.path === path) ?? {};
    const parameters = document.components?.parameters as unknown as Record<string, { name: string; schema: unknown }>;
    const found = ((operation?.parameters ?? []) as { $ref: string }[]).map(({ $ref }) => parameters[lastOf($ref)]);
    return found.find((parameter) => parameter?.name === name)?.schema;
  };

  it('lets the filter by type of events be an event type, a pattern, or several of them', () => {
    const several = { $ref: '#/components/schemas/EventTypes' };
    expect(queryOf('/v1/events', 'type')).toEqual({ type: 'array', items: several });
    expect(queryOf('/v1/webhooks/{webhook_id}/deliveries', 'type')).toEqual({ type: 'array', items: several });
    expect(queryOf('/v1/events/stream', 'type')).toEqual(several);
    const schemas = document.components?.schemas as Record<string, { anyOf?: readonly [object, { pattern: string }] }>;
    const { anyOf } = schemas['EventTypes'] ?? {};
    const pattern = expect.any(String) as unknown;
    expect(anyOf).toEqual([{ $ref: '#/components/schemas/EventType' }, { type: 'string', pattern }]);
    const texts = ['order.*', '*.deleted', '*.*', 'order.created', 'order.*,cart.*', 'customer_group.*, *.deleted'];
    const others = ['', 'order', 'order.', '*', 'order.*,', 'or*.created', 'order.created.again'];
    const taken = [...texts, ...others].filter((text) => RegExp(anyOf?.[1].pattern ?? '', 'u').test(text));
    expect(taken).toEqual(texts);
  });

  it('names what orders can include', async () => {
    const { body } = await store.request('GET', '/v1/orders?include=no_such');
    const [, names = ''] = /one or several of (.*), separated/.exec(String(body['error'])) ?? [];
    const include = { type: 'array', items: { $ref: '#/components/schemas/OrderInclude' } };
    const lists = ['/v1/orders', '/v1/orders/search', '/v1/orders/{order_id}'];
    expect(lists.map((path) => queryOf(path, 'include'))).toEqual([include, include, include]);
    const { enum: words } = (document.components?.schemas?.['OrderInclude'] ?? {}) as { enum?: string[] };
    expect(words?.toSorted()).toEqual(names.split(', ').toSorted());
  });
});
