import { DataSource } from 'typeorm';
import { holding, like } from '../support/matchers';
import { SCOPES } from '../../src/kernel/scopes';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

interface Body {
  readonly result: Record<string, unknown>;
  readonly errors?: Record<string, string[]>;
  readonly error?: string;
  readonly message?: string;
}
interface ListBody {
  readonly result: Record<string, unknown>[];
  readonly pagination: { readonly total: number };
}

const REQUIRED = {
  url: 'https://shop.example/hook',
  content_type: 'json',
  create: 1,
  update: 1,
  delete: 0,
  enabled: 1,
};
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const YES = { value: 'Yes', data: { key: 1, value: 'Yes' } };
const NO = { value: 'No', data: { key: 0, value: 'No' } };
const JSON_TYPE = { value: 'application/json', data: { key: 'json', value: 'application/json' } };
const FORM = 'application/x-www-form-urlencoded';

onEachEngine('webhooks', (engine) => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore(engine.databaseUrl)));
  afterAll(() => store.close());

  const post = (form: Record<string, unknown>, path = '/v1/webhooks') => store.request<Body>('POST', path, { form });
  const create = async (fields: Record<string, unknown> = {}): Promise<Record<string, unknown> & { id: string }> => {
    const { status, body } = await post({ ...REQUIRED, ...fields });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.result as Record<string, unknown> & { id: string };
  };
  const rows = <T>(sql: string, ...parameters: unknown[]): Promise<T[]> =>
    store.app.get(DataSource).query<T[]>(sql, parameters);

  const record = {
    id: like(UUID),
    order: null,
    name: null,
    subject: null,
    url: 'https://shop.example/hook',
    content_type: JSON_TYPE,
    create: YES,
    update: YES,
    delete: NO,
    enabled: YES,
    ordered: NO,
    events: [],
    disabled_reason: null,
    scopes: [...SCOPES].sort(),
    last_success_at: null,
    last_failure_at: null,
    failing_since: null,
    consecutive_failures: 0,
    deliveries_pending: 0,
    deliveries_due: 0,
    deliveries_waiting: 0,
    deliveries_dead: 0,
    created_at: like(TIME),
    updated_at: like(TIME),
  };

  it('interface.md: is made with the required fields; webhooks.md 6: a secret is made and shown this once', async () => {
    const { status, body } = await post(REQUIRED);
    expect({ status, result: body.result }).toEqual({
      status: 201,
      result: { ...record, secret: like(/^whsec_[A-Za-z0-9+/]{43}=$/) },
    });
    const got = await store.request<Body>('GET', `/v1/webhooks/${String(body.result['id'])}`);
    expect({ status: got.status, result: got.body.result }).toEqual({ status: 200, result: record });
  });

  it('takes every field, and shows no secret that the caller knows', async () => {
    const fields = {
      name: 'Stock',
      subject: 'Stock of the shop',
      secret: 'correct horse',
      content_type: 'form-urlencoded',
      create: 'false',
      update: '0',
      delete: 'TRUE',
      enabled: '0',
      events: ['order.*', '*.deleted', 'order.*'],
      order: ['12', '13'],
    };
    expect(await create(fields)).toEqual({
      ...record,
      name: 'Stock',
      subject: 'Stock of the shop',
      content_type: { value: FORM, data: { key: 'form', value: FORM } },
      create: NO,
      update: NO,
      delete: YES,
      enabled: NO,
      events: ['order.*', '*.deleted'],
      order: ['12', '13'],
    });
    const json = {
      ...REQUIRED,
      create: true,
      delete: 0,
      events: '["order.created"]',
      order: [],
      secret: 'whsec_MTIzNDU2Nzg=',
    };
    const { status, body } = await store.request<Body>('POST', '/v1/webhooks', { json });
    expect({ status, result: body.result }).toEqual({
      status: 201,
      result: { ...record, events: ['order.created'], order: [] },
    });
  });

  it.each([
    [{ url: '' }, 'url', 'url is required'],
    [{ url: 'ftp://shop.example' }, 'url', 'url must be an absolute http or https URL'],
    [{ url: 'https://u:p@shop.example' }, 'url', 'url must not hold a user or a password'],
    [{ url: `https://shop.example/${'a'.repeat(2048)}` }, 'url', 'url must be at most 2048 characters'],
    [{ content_type: '' }, 'content_type', 'content_type is required'],
    [{ create: '' }, 'create', 'create is required'],
    [{ update: 'maybe' }, 'update', 'update must be 1, 0, true or false'],
    [{ delete: '2' }, 'delete', 'delete must be 1, 0, true or false'],
    [{ enabled: '' }, 'enabled', 'enabled is required'],
    [{ secret: 'short' }, 'secret', 'secret must have 8 to 255 characters'],
    [{ secret: 'whsec_!!!!' }, 'secret', 'secret must be whsec_ and at least 8 bytes in base64'],
    [
      { events: ['nothing.ever'] },
      'events.0',
      'events.0 must be an event type such as order.updated, or order.* or *.deleted',
    ],
    [{ order: ['x'] }, 'order.0', 'order.0 must be an id'],
    [{ events: 'order.*' }, 'events', 'events must be a JSON array'],
    [{ name: 'a'.repeat(256) }, 'name', 'name must be at most 255 characters'],
  ])('refuses %j', async (fields, field, message) => {
    const { status, body } = await post({ ...REQUIRED, ...fields });
    expect({ status, field: body.errors?.[field]?.[0] }).toEqual({
      status: 422,
      field: holding(message),
    });
  });

  it('interface.md: PUT changes what was sent and answers 201', async () => {
    const { id } = await create({ name: 'before', events: ['order.*'] });
    const put = (form: Record<string, unknown>) => store.request<Body>('PUT', `/v1/webhooks/${id}`, { form });
    const { status, body } = await put({ enabled: 0, url: 'http://shop.example/other', delete: 1, content_type: FORM });
    const changed = {
      ...record,
      name: 'before',
      events: ['order.*'],
      url: 'http://shop.example/other',
      enabled: NO,
      delete: YES,
      content_type: { value: FORM, data: { key: 'form', value: FORM } },
    };
    expect({ status, result: body.result }).toEqual({ status: 201, result: changed });
    const emptied = await put({ name: '', events: '', order: '', secret: '' });
    expect(emptied.body.result).toEqual({ ...changed, name: null, events: [] });
    expect((await put({ url: '' })).body.errors).toEqual({ url: ['url is required'] });
    const tag = emptied.headers.get('etag') ?? '';
    const matching = { form: { name: 'x' }, headers: { 'if-match': tag } };
    expect((await store.request('PUT', `/v1/webhooks/${id}`, matching)).status).toBe(201);
    expect((await store.request('PUT', `/v1/webhooks/${id}`, matching)).status).toBe(409);
  });

  it('is removed, and is not found then or ever', async () => {
    const { id } = await create();
    const gone = await store.request<Body>('DELETE', `/v1/webhooks/${id}`);
    expect({ status: gone.status, body: gone.body }).toEqual({
      status: 200,
      body: { status: true, message: 'Webhook removed successfully' },
    });
    for (const [method, path] of [
      ['GET', id],
      ['PUT', id],
      ['DELETE', id],
      ['GET', '12'],
      ['POST', `${id}/secret/rotate`],
    ] as const) {
      const answer = await store.request<Body>(method, `/v1/webhooks/${path}`);
      expect([answer.status, answer.body.error]).toEqual([404, 'No webhook found']);
    }
  });

  it('is listed, paged, searched and sorted', async () => {
    const ids = [];
    for (const name of ['b', 'a', 'c']) ids.push((await create({ name, subject: 'listed' })).id);
    const list = async (path: string, query: Record<string, string>) =>
      (await store.request<ListBody>('GET', path, { query: { subject: 'listed', ...query } })).body;
    expect((await list('/v1/webhooks', {})).result.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0]]);
    expect((await list('/v1/webhooks', { limit: '1', offset: '1' })).result.map(({ id }) => id)).toEqual([ids[1]]);
    const byName = await list('/v1/webhooks/search', { sort: 'name', order: 'asc' });
    expect(byName.result.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    const filters = {
      id: ids[0] ?? '',
      name: 'b',
      url: REQUIRED.url,
      content_type: 'json',
      create: '1',
      enabled: 'true',
    };
    expect((await list('/v1/webhooks/search', filters)).pagination.total).toBe(1);
    expect((await list('/v1/webhooks/search', { delete: '1' })).pagination.total).toBe(0);
  });

  it('webhooks.md 6: secrets are sealed at rest and in no event', async () => {
    const secret = 'a secret nobody else has';
    const { id } = await create({ secret });
    const rotated = await post({}, `/v1/webhooks/${id}/secret/rotate`);
    expect({ status: rotated.status, secret: rotated.body.result['secret'] }).toEqual({
      status: 200,
      secret: like(/^whsec_/),
    });
    const [row] = await rows<{ secret: string; previous_secret: string }>('SELECT * FROM webhooks WHERE id = ?', id);
    expect(row).toMatchObject({
      secret: like(/^v1\./),
      previous_secret: like(/^v1\./),
    });
    const events = await rows<{ type: string; data: string }>(
      'SELECT type, data FROM events WHERE object_id = ? ORDER BY id',
      id,
    );
    expect(events.map(({ type }) => type)).toEqual(['webhook.created', 'webhook.updated']);
    expect(JSON.stringify([row, events])).not.toMatch(/nobody else|whsec_/);
    expect(Object.keys(JSON.parse(events[0]?.data ?? '') as object).sort()).toEqual(Object.keys(record).sort());
  });

  it('wire.md 6: a repeat gets the secret again, and the stored answer does not hold it in clear', async () => {
    const call = { form: REQUIRED, headers: { 'idempotency-key': 'make-one' } };
    const first = await store.request<Body>('POST', '/v1/webhooks', call);
    const again = await store.request<Body>('POST', '/v1/webhooks', call);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    const stored = await rows<{ answer: string }>('SELECT answer FROM idempotency_records');
    expect(stored.map(({ answer }) => answer)).toEqual([like(/^v1\.[\w.-]+$/)]);
  });

  it('a change that changes nothing makes no event, the same secret sent again included', async () => {
    const { id } = await create({ secret: 'the same secret' });
    await store.request('PUT', `/v1/webhooks/${id}`, { form: { ...REQUIRED, secret: 'the same secret' } });
    expect(await rows('SELECT type FROM events WHERE object_id = ?', id)).toEqual([{ type: 'webhook.created' }]);
  });

  it('webhooks.md 3: events are listed newest first, filtered and read one by one', async () => {
    const { id } = await create({ name: 'watched' });
    await store.request('PUT', `/v1/webhooks/${id}`, { form: { name: 'renamed' } });
    await store.request('DELETE', `/v1/webhooks/${id}`);
    const list = async (query: Record<string, string>) =>
      (await store.request<ListBody>('GET', '/v1/events', { query: { object_id: id, ...query } })).body.result;
    const all = await list({});
    expect(all.map(({ type, event, object_version }) => [type, event, object_version])).toEqual([
      ['webhook.deleted', 'delete', 3],
      ['webhook.updated', 'update', 2],
      ['webhook.created', 'create', 1],
    ]);
    expect(all[1]).toEqual({
      id: like(UUID),
      type: 'webhook.updated',
      object: 'webhook',
      object_id: id,
      object_version: 2,
      event: 'update',
      occurred_at: like(TIME),
      data: { ...record, name: 'renamed' },
    });
    expect(await list({ type: 'webhook.deleted', object: 'webhook' })).toEqual([all[0]]);
    expect([await list({ since: '2000-01-01' }), await list({ since: '2999-01-01 00:00:00' })]).toEqual([all, []]);
    expect([await list({ until: '2999-01-01' }), await list({ until: '2000-01-01' })]).toEqual([all, []]);
    const wrong = await store.request<Body>('GET', '/v1/events', { query: { since: 'yesterday' } });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { since: ['since must be a time such as 2026-03-31 21:59:59 or 2026-03-31T21:59:59+02:00'] },
    ]);
    const one = await store.request<Body>('GET', `/v1/events/${String(all[1]?.['id'])}`);
    expect([one.status, one.body.result]).toEqual([200, all[1]]);
    expect((await store.request('GET', '/v1/events/12')).status).toBe(404);
  });
});
