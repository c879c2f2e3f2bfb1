import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { prepareStore } from '../../src/app/prepare-store';
import { ClientsService } from '../../src/modules/access/clients.service';
import { Gateway } from '../../src/modules/settings/data/gateway.entity';
import { GatewaysService } from '../../src/modules/settings/gateways.service';
import { ShippingMethodsService } from '../../src/modules/settings/shipping-methods.service';
import { TaxBandsService } from '../../src/modules/settings/tax-bands.service';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
interface One {
  result: Fields & { id: string; title: string };
}
interface Many {
  result: (Fields & { id: string; slug: string })[];
  pagination: { total: number };
}
const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const TIMES = { created_at: TIME, updated_at: TIME };

const LONG = 'x'.repeat(8193);

onEachEngine('a new store (wire.md 7)', (engine) => {
  let store: TestStore;
  const list = async (path: string, query?: Record<string, string>) =>
    (await store.request<Many>('GET', path, { query })).body.result;

  beforeEach(async () => {
    store = await startStore(engine.databaseUrl);
  });
  afterEach(() => store.close());

  it('holds one tax band and three gateways, a second start adds nothing, and what was removed does not come back', async () => {
    await prepareStore(store.app);
    const bands = await list('/v1/taxes');
    expect(bands).toEqual([{ id: TEXT, title: 'Default', description: null, rate: 20, default: true, ...TIMES }]);
    expect(await list('/v1/gateways', { sort: 'slug', order: 'asc' })).toEqual([
      { id: TEXT, slug: 'dummy', name: 'Dummy', description: null, enabled: true, ...TIMES },
      { id: TEXT, slug: 'manual', name: 'Manual', description: null, enabled: true, ...TIMES },
      { id: TEXT, slug: 'stripe', name: 'Stripe', description: null, enabled: false, ...TIMES },
    ]);
    expect(await list('/v1/shipping')).toEqual([]);
    await store.request('DELETE', `/v1/taxes/${bands[0]?.id}`);
    await prepareStore(store.app);
    expect(await list('/v1/taxes')).toEqual([]);
  });
});

onEachEngine('settings', (engine) => {
  let store: TestStore;
  const manager = () => store.app.get<DataSource>(getDataSourceToken()).manager;
  const post = (path: string, form: Fields) => store.request<One>('POST', path, { form });
  const refused = async (method: string, path: string, call: Call): Promise<Failure['errors']> => {
    const { status, body } = await store.request<Failure>(method, path, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const found = async (path: string, query: Record<string, string>) =>
    (await store.request<Many>('GET', path, { query })).body.result.map(({ id }) => id);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
  });
  afterAll(() => store.close());

  describe('/v1/taxes (wire.md 7)', () => {
    it('makes a tax band of its required fields, by form and JSON alike, with its event', async () => {
      const byForm = await post('/v1/taxes', { title: 'Reduced', rate: '+05.00' });
      const byJson = await store.request<One>('POST', '/v1/taxes', { json: { title: 'Reduced', rate: 5.0 } });
      const record = { id: TEXT, title: 'Reduced', description: null, rate: 5, default: false, ...TIMES };
      expect(byForm.status).toBe(201);
      expect(byForm.body).toEqual({ status: true, result: record });
      expect(byJson.body.result).toEqual(record);
      const { result } = byForm.body;
      expect(await recordedEvents(store, result.id)).toEqual([{ type: 'tax.created', version: 1, data: result }]);
    });

    it.each([
      [{ rate: '5' }, { title: ['title is required'] }],
      [{ title: 'A', rate: '' }, { rate: ['rate is required'] }],
      [{ title: 'A', rate: '-0.1' }, { rate: ['rate must be 0 or more'] }],
      [{ title: 'A', rate: '100.0001' }, { rate: ['rate must be at most 100'] }],
      [{ title: 'A', rate: '1.00001' }, { rate: ['rate must have at most 4 decimals'] }],
      [{ title: 'A', rate: '5%' }, { rate: ['rate must be a decimal number'] }],
    ])('refuses %j', async (form, errors) => {
      expect(await refused('POST', '/v1/taxes', { form })).toEqual(errors);
    });

    it('takes a description of 65,536 characters and no more', async () => {
      const form = { title: 'Long', rate: '5', description: 'x'.repeat(65_537) };
      const errors = { description: ['description must be at most 65536 characters'] };
      expect(await refused('POST', '/v1/taxes', { form })).toEqual(errors);
      const longest = await post('/v1/taxes', { ...form, description: 'x'.repeat(65_536) });
      expect(longest.body.result.description).toHaveLength(65_536);
    });

    it('changes what is sent and removes the band, each with its event', async () => {
      const { result } = (await post('/v1/taxes', { title: 'Books', rate: '7', description: 'Seven\nper cent' })).body;
      const path = `/v1/taxes/${result.id}`;
      const changed = await store.request<One>('PUT', path, { form: { rate: '100', description: '' } });
      expect(changed.body.result).toEqual({ ...result, rate: 100, description: null, ...TIMES });
      await store.request('PUT', path, { form: { rate: '100.0' } });
      expect(await refused('PUT', path, { form: { title: '' } })).toEqual({ title: ['title is required'] });
      const stale = await store.request('DELETE', path, { headers: { 'if-match': '"old"' } });
      expect(stale.status).toBe(409);
      const gone = await store.request('DELETE', path);
      expect(gone.body).toEqual({ status: true, message: 'Tax band removed successfully' });
      const after = await store.request<Failure>('GET', path);
      expect([after.status, after.body.error]).toEqual([404, 'No tax band found']);
      expect(await recordedEvents(store, result.id)).toEqual([
        { type: 'tax.created', version: 1, data: result },
        { type: 'tax.updated', version: 2, data: changed.body.result },
        { type: 'tax.deleted', version: 3, data: changed.body.result },
      ]);
    });

    it('finds bands by every field', async () => {
      const { result } = (await post('/v1/taxes', { title: 'Found', rate: '3.5', description: 'here' })).body;
      const values = { id: result.id, title: 'Found', description: 'here', rate: '03.50' };
      for (const [field, value] of Object.entries(values)) {
        expect(await found('/v1/taxes/search', { [field]: value })).toEqual([result.id]);
      }
      expect(await found('/v1/taxes/search', { ...values, rate: '3.6' })).toEqual([]);
      expect(await found('/v1/taxes', { title: 'found' })).toEqual([]);
    });

    it('is not removed while a shipping method uses it', async () => {
      const band = (await post('/v1/taxes', { title: 'In use', rate: '1' })).body.result;
      const method = await post('/v1/shipping', shipping('holds', band.id));
      expect(await refused('DELETE', `/v1/taxes/${band.id}`, {})).toEqual({
        tax_band: ['tax_band is used by a shipping method'],
      });
      await store.request('DELETE', `/v1/shipping/${method.body.result.id}`);
      expect((await store.request('DELETE', `/v1/taxes/${band.id}`)).status).toBe(200);
    });
  });

  it('never leaves a shipping method without its tax band: a removal and a use take turns', async () => {
    for (let i = 0; i < 10; i += 1) {
      const band = (await post('/v1/taxes', { title: 'Raced', rate: '1' })).body.result;
      const [made, gone] = await Promise.all([
        post('/v1/shipping', shipping(`raced-${i}`, band.id)),
        store.request('DELETE', `/v1/taxes/${band.id}`),
      ]);
      expect([
        [201, 422],
        [422, 200],
      ]).toContainEqual([made.status, gone.status]);
      if (made.status === 201) await store.request('DELETE', `/v1/shipping/${made.body.result.id}`);
    }
  });

  const shipping = (slug: string, band: string): Fields => ({
    title: 'Post',
    slug,
    price: '4.95',
    tax_band: band,
    status: '1',
  });

  describe('/v1/shipping (wire.md 7)', () => {
    let band: One['result'];
    beforeAll(async () => {
      band = (await post('/v1/taxes', { title: 'Freight', rate: '12.5' })).body.result;
      await post('/v1/shipping', shipping('plain', band.id));
    });

    it('makes a method of its required fields, with its event', async () => {
      const { status, body } = await post('/v1/shipping', shipping('made', band.id));
      expect(status).toBe(201);
      expect(body.result).toEqual({
        id: TEXT,
        title: 'Post',
        slug: 'made',
        company: null,
        description: null,
        status: { value: 'Live', data: { key: '1', value: 'Live' } },
        price: 4.95,
        price_min: 0,
        price_max: 0,
        weight_min: 0,
        weight_max: 0,
        tax_band: { value: 'Freight', data: band },
        ...TIMES,
      });
      expect(await recordedEvents(store, body.result.id)).toEqual([
        { type: 'shipping.created', version: 1, data: body.result },
      ]);
    });

    it('takes every field, finds by each, and returns to the defaults of those sent empty', async () => {
      const optional = { company: 'C', description: 'D', price_min: 1, price_max: 9.5, weight_min: 0.5, weight_max: 2 };
      const sent = { ...shipping('full', band.id), ...optional, status: false };
      const { result } = (await store.request<One>('POST', '/v1/shipping', { json: sent })).body;
      const draft = { value: 'Draft', data: { key: '0', value: 'Draft' } };
      const relation = { value: 'Freight', data: band };
      expect(result).toEqual({
        ...sent,
        id: result.id,
        price: 4.95,
        status: draft,
        tax_band: relation,
        ...TIMES,
      });
      const values = { slug: 'full', title: 'Post', ...optional, price: '4.950', status: '0', tax_band: band.id };
      for (const [field, value] of Object.entries({ ...values, price_max: '9.50', weight_max: '2.0' })) {
        const ids = await found('/v1/shipping/search', { [field]: String(value) });
        expect([field, ids]).toEqual([field, expect.arrayContaining([result.id])]);
        expect(await found('/v1/shipping/search', { slug: 'full', [field]: `${value}1` })).toEqual([]);
      }
      const empty = Object.fromEntries(Object.keys(optional).map((field) => [field, '']));
      const changed = await store.request<One>('PUT', `/v1/shipping/${result.id}`, { form: empty });
      const defaults = { company: null, description: null, price_min: 0, price_max: 0, weight_min: 0, weight_max: 0 };
      expect(changed.body.result).toEqual({ ...result, ...defaults, ...TIMES });
    });

    it.each(['title', 'slug', 'price', 'status'])('requires %s', async (field) => {
      const form = shipping('lacks', band.id);
      delete form[field];
      expect(await refused('POST', '/v1/shipping', { form })).toEqual({ [field]: [`${field} is required`] });
    });

    it.each([
      [{ slug: 'two, words' }, { slug: ['slug must be letters and digits with -, _ or . between them'] }],
      [{ price: '-1' }, { price: ['price must be 0 or more'] }],
      [{ status: '2' }, { status: ['status must be 1, 0, true or false'] }],
      [{ tax_band: '77' }, { tax_band: ['tax_band does not exist'] }],
      [{ price_min: '5', price_max: '4.99' }, { price_max: ['price_max must be 0 or at least price_min'] }],
      [{ weight_min: '5', weight_max: '4.9' }, { weight_max: ['weight_max must be 0 or at least weight_min'] }],
      [{ weight_min: '-1' }, { weight_min: ['weight_min must be 0 or more'] }],
    ])('refuses %j, also as a change', async (wrong, errors) => {
      const form = { ...shipping('wrong', band.id), ...wrong };
      expect(await refused('POST', '/v1/shipping', { form })).toEqual(errors);
      const [id] = await found('/v1/shipping', { slug: 'plain' });
      expect(await refused('PUT', `/v1/shipping/${id}`, { form: wrong })).toEqual(errors);
    });

    it('judges ranges on the merged record and lets a slug be taken once', async () => {
      const { result } = (await post('/v1/shipping', { ...shipping('merged', band.id), price_max: '10' })).body;
      const path = `/v1/shipping/${result.id}`;
      const errors = await refused('PUT', path, { form: { price_min: '10.01' } });
      expect(errors).toEqual({ price_max: ['price_max must be 0 or at least price_min'] });
      expect((await store.request('PUT', path, { form: { price_min: '10' } })).status).toBe(200);
      const open = { price_min: '10.01', price_max: '0', weight_min: '1', weight_max: '0' };
      const { body } = await store.request<One>('PUT', path, { form: open });
      expect(body.result).toMatchObject({ price_min: 10.01, price_max: 0, weight_min: 1, weight_max: 0 });
      const taken = { slug: ['slug must be unique'] };
      expect(await refused('POST', '/v1/shipping', { form: shipping('merged', band.id) })).toEqual(taken);
      expect(await refused('PUT', path, { form: { slug: 'plain' } })).toEqual(taken);
    });

    it('is read by orders and carts by id or slug', async () => {
      const service = store.app.get(ShippingMethodsService);
      const { result } = (await post('/v1/shipping', { ...shipping('by-name', band.id), status: '0' })).body;
      const byId = await service.find(manager(), result.id);
      const bySlug = await service.find(manager(), 'by-name');
      expect([byId?.id, bySlug?.id]).toEqual([result.id, result.id]);
      expect(await service.find(manager(), '77')).toBeUndefined();
      expect(await service.records(manager(), bySlug ? [bySlug] : [])).toEqual([result]);
      const last = (await post('/v1/shipping', shipping('live-last', band.id))).body.result;
      const live = (await service.findLive(manager())).map(({ id }) => id);
      expect([live.at(-1), live.includes(result.id)]).toEqual([last.id, false]);
      const plain = await service.find(manager(), 'plain');
      expect(live).toContain(plain?.id);
      const bands = store.app.get(TaxBandsService);
      expect((await bands.find(manager(), band.id))?.title).toBe('Freight');
      expect(await bands.find(manager(), `${band.id}x`)).toBeUndefined();
    });

    it('pages and sorts', async () => {
      for (const slug of ['page-b', 'page-d', 'page-c', 'page-a']) {
        await post('/v1/shipping', { ...shipping(slug, band.id), title: 'Paged' });
      }
      const page = await store.request<Many & { pagination: Fields }>('GET', '/v1/shipping', {
        query: { title: 'Paged', limit: '2', offset: '1', sort: 'slug', order: 'asc' },
      });
      expect(page.body.result.map(({ slug }) => slug)).toEqual(['page-b', 'page-c']);
      expect(page.body.pagination).toMatchObject({ total: 4, current: 2, from: 2, to: 3 });
    });
  });

  describe('/v1/gateways (wire.md 7)', () => {
    const secrets = { secret_key: 'sk_hidden_4711', webhook_secret: '-----BEGIN-----\nhidden_4711\n-----END-----' };

    const settingsOf = async (slug: string): Promise<unknown> => {
      const gateways = store.app.get(GatewaysService);
      const gateway = await gateways.findBySlug(manager(), slug);
      return gateway && gateways.settingsOf(gateway);
    };

    it('wire.md 4: are searched by any of their fields', async () => {
      const found = await store.request<Many>('GET', '/v1/gateways/search', { query: { slug: 'manual' } });
      expect(found.body.result).toEqual([(await store.request<One>('GET', '/v1/gateways/manual')).body.result]);
      const none = await store.request<Many>('GET', '/v1/gateways/search', { query: { slug: 'paypal' } });
      expect(none.body.result).toEqual([]);
    });

    it('keeps settings to itself: no answer, no event (wire.md 2)', async () => {
      const { id } = (await store.request<One>('GET', '/v1/gateways/stripe')).body.result;
      const before = (await recordedEvents(store, id)).length;
      const changed = await store.request<One>('PUT', '/v1/gateways/stripe', {
        form: { name: 'Invoice', description: 'Pay later', enabled: '0', settings: secrets },
      });
      const { result } = changed.body;
      expect(result).toEqual({
        id: result.id,
        slug: 'stripe',
        name: 'Invoice',
        description: 'Pay later',
        enabled: false,
        ...TIMES,
      });
      expect(await settingsOf('stripe')).toEqual(secrets);
      // orders-and-payments.md 18: sealed at rest
      expect((await manager().findOneByOrFail(Gateway, { slug: 'stripe' })).settings).toMatch(/^v1\./);
      const events = await recordedEvents(store, result.id);
      expect(events.slice(before)).toEqual([{ type: 'gateway.updated', version: before + 1, data: result }]);
      const shown = [events, (await store.request('GET', '/v1/gateways')).body];
      expect(JSON.stringify(shown)).not.toContain('hidden_4711');
    });

    it('replaces settings as a whole, also as JSON text, and leaves them when they are not sent', async () => {
      const settings = () => settingsOf('stripe');
      await store.request('PUT', '/v1/gateways/stripe', {
        json: { settings: { secret_key: 1.5, webhook_secret: 'x' } },
      });
      expect(await settings()).toEqual({ secret_key: '1.5', webhook_secret: 'x' });
      await store.request('PUT', '/v1/gateways/stripe', {
        form: { settings: '{"secret_key":"y","webhook_secret":""}' },
      });
      await store.request('PUT', '/v1/gateways/stripe', { form: { description: 'kept' } });
      expect(await settings()).toEqual({ secret_key: 'y' });
      await store.request('PUT', '/v1/gateways/stripe', { form: { settings: '' } });
      expect(await settings()).toEqual({});
    });

    it.each([
      [{ settings: 'text' }, { settings: ['settings must be an object of texts'] }],
      [{ settings: ['a'] }, { settings: ['settings must be an object of texts'] }],
      [{ settings: { a: { b: 'c' } } }, { 'settings.a': ['settings.a must be text'] }],
      [{ settings: { a: LONG } }, { 'settings.a': ['settings.a must be at most 8192 characters'] }],
      [{ enabled: 'maybe' }, { enabled: ['enabled must be 1, 0, true or false'] }],
    ])('refuses what is no setting or no choice: %#', async (json, errors) => {
      expect(await refused('PUT', '/v1/gateways/manual', { json })).toEqual(errors);
    });

    it('is switched by the GETs of the v1 client, which need the scope settings:write (wire.md 5)', async () => {
      const reader = await store.app.get(ClientsService).create('reader', ['settings:read']);
      const grant = {
        grant_type: 'client_credentials',
        client_id: reader.clientId,
        client_secret: reader.clientSecret,
      };
      const { body } = await store.request<{ access_token: string }>('POST', '/oauth/access_token', { form: grant });
      const denied = await store.request<Failure>('GET', '/v1/gateways/manual/enable', { token: body.access_token });
      expect([denied.status, denied.body.error]).toEqual([403, 'The access token lacks the scope settings:write']);
      const enabled = async (call: string) => (await store.request<One>('GET', `/v1/gateways/${call}`)).body.result;
      expect(await enabled('manual/disable')).toMatchObject({ slug: 'manual', enabled: false });
      expect(await enabled('manual/enable')).toMatchObject({ slug: 'manual', enabled: true });
      expect(await found('/v1/gateways', { enabled: 'true', slug: 'manual' })).toEqual([expect.any(String)]);
    });

    it('returns to the name it came with, and knows no other slug', async () => {
      await store.request('PUT', '/v1/gateways/manual', { form: { description: 'Pay later' } });
      const { body } = await store.request<One>('PUT', '/v1/gateways/manual', { form: { name: '', enabled: '' } });
      expect(body.result).toMatchObject({ name: 'Manual', enabled: true, description: 'Pay later' });
      for (const [method, path] of [
        ['GET', '/v1/gateways/paypal'],
        ['PUT', '/v1/gateways/paypal'],
        ['GET', '/v1/gateways/paypal/enable'],
      ] as const) {
        const { status, body: answer } = await store.request<Failure>(method, path);
        expect([status, answer.error]).toEqual([404, 'No gateway found']);
      }
    });
  });
});
