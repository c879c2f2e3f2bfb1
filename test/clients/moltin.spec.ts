import { getDataSourceToken } from '@nestjs/typeorm';
import { SCOPES } from '../../src/kernel/scopes';
import { type DataSource } from 'typeorm';
import { ClientsService } from '../../src/modules/access/clients.service';
import { onEachEngine } from '../support/engines';
import { type MoltinClient, type MoltinSession, moltinSession, outcome, resultOf } from '../support/moltin-client';
import { type SmallWorld, smallWorld } from '../support/small-world';
import { startStore, type TestStore } from '../support/store';

const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const TIMES = { created_at: TIME, updated_at: TIME };
const ALL = { first: false, previous: false, next: false, last: false };
const ADDRESS = { first_name: 'Ada', last_name: 'Byron', address_1: '1 Row', postcode: 'BA1 1AA', country: 'gb' };

onEachEngine('moltin@1.0.5', (engine) => {
  let store: TestStore;
  let world: SmallWorld;
  let keys: { clientId: string; clientSecret: string };
  let session: MoltinSession;
  let client: MoltinClient;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    world = await smallWorld(store);
    keys = await store.app.get(ClientsService).create('shop', []);
  });
  afterAll(() => store.close());

  beforeEach(async () => {
    session = moltinSession(store.url, keys.clientId, keys.clientSecret);
    client = session.client;
    await resultOf((done, failed) => client.Authenticate(done, failed));
  });

  const tokenCalls = () => session.calls.filter(({ path }) => path === '/oauth/access_token').length;
  const newOrder = (fields: object = {}) =>
    resultOf((done, failed) => client.Order.Create({ ...world.bodies.orders, ...fields }, done, failed));

  describe('tokens (wire.md 5)', () => {
    it('are those of client credentials, and one serves all calls of a session', async () => {
      const token = await resultOf((done, failed) => client.Authenticate(done, failed));
      expect(token).toEqual({
        access_token: TEXT,
        token_type: 'Bearer',
        identifier: 'client_credentials',
        expires: expect.any(Number) as unknown,
        expires_in: 3600,
        scope: SCOPES.join(' '),
      });
      const before = tokenCalls();
      for (let i = 0; i < 3; i += 1) await resultOf((done, failed) => client.Order.List(null, done, failed));
      const sent = session.calls.slice(-3).map(({ authorization }) => authorization);
      expect(new Set(sent)).toEqual(new Set([client.options.auth.token]));
      expect(tokenCalls()).toBe(before);
    });

    it('tell their end in seconds: the client takes them for that when it decides whether to go on', async () => {
      const seconds = Number(client.Storage.get('mexpires'));
      expect(client.options.auth.expires).toBe(seconds * 1000);
      expect(Math.abs(seconds * 1000 - Date.now() - 3_600_000)).toBeLessThan(60_000);
      // It compares the stored seconds with milliseconds, and so asks for a new token each time it is told to.
      const old = client.options.auth.token;
      await resultOf((done, failed) => client.Authenticate(done, failed));
      expect(client.options.auth.token).not.toBe(old);
    });

    it('are asked for anew once the client holds one for expired; the call under way still has the old one', async () => {
      const old = client.options.auth.token;
      client.options.auth.expires = 1;
      const calls = tokenCalls();
      expect(await outcome((done, failed) => client.Order.List(null, done, failed))).toMatchObject({ result: [{}] });
      await session.settled();
      expect(tokenCalls()).toBe(calls + 1);
      expect(session.calls.find(({ path }) => path.startsWith('/v1/orders'))?.authorization).toBe(old);
      await resultOf((done, failed) => client.Order.List(null, done, failed));
      expect(session.calls.at(-1)?.authorization).toBe(client.options.auth.token);
      expect(client.options.auth.token).not.toBe(old);
    });

    it('that have ended are refused, and the client can go on with a new one', async () => {
      const tokens = store.app.get<DataSource>(getDataSourceToken());
      await tokens.query("UPDATE access_tokens SET expires_at = '2020-01-01 00:00:00.000'");
      const refused = await outcome((done, failed) => client.Order.List(null, done, failed));
      expect(refused).toEqual({
        errors: 'A valid access token is required: this one has expired, get a new one with POST /oauth/access_token',
        status: 401,
      });
      await resultOf((done, failed) => client.Authenticate(done, failed));
      expect(await resultOf((done, failed) => client.Order.List(null, done, failed))).toHaveLength(1);
    });

    it('are not given for a wrong secret', async () => {
      const { client: stranger } = moltinSession(store.url, keys.clientId, 'wrong');
      const refused = await outcome((done, failed) => stranger.Authenticate(done, failed));
      expect(refused).toEqual({ errors: 'Authorization failed', status: 401 });
    });
  });

  describe('Order (interface.md, Orders)', () => {
    it('creates with nested addresses, fields left null and fields left out, gets, updates and deletes', async () => {
      const fields = { customer: null, gateway: 'manual', bill_to: ADDRESS, ship_to: 'bill_to', shipping: '' };
      const created = await newOrder(fields);
      const address = {
        value: TEXT,
        data: expect.objectContaining({ address_1: '1 Row', postcode: 'BA1 1AA' }) as unknown,
      };
      expect(created).toMatchObject({
        id: expect.stringMatching(/^\d+$/) as unknown,
        order: null,
        customer: null,
        gateway: { value: 'Manual', data: { slug: 'manual' } },
        shipping: null,
        status: { value: 'Unpaid', data: { key: 'unpaid', value: 'Unpaid' } },
        currency: { data: { code: 'GBP', default: true } },
        totals: { rounded: { subtotal: 10, total: 10, shipping_price: 0, tax: 0 } },
        count: 0,
        bill_to: address,
        ship_to: address,
        ...TIMES,
      });
      const { id } = created;
      expect(await resultOf((done, failed) => client.Order.Get(id, done, failed))).toEqual(created);
      const paid = await resultOf((done, failed) => client.Order.Update(id, { status: 'paid' }, done, failed));
      const status = { value: 'Paid', data: { key: 'paid', value: 'Paid' } };
      const held = { captured: 10, balance: 0 };
      expect(paid).toEqual({ ...created, ...held, status, updated_at: TIME });
      expect(await outcome((done, failed) => client.Order.Delete(id, done, failed))).toEqual({
        result: undefined,
        pagination: null,
      });
      const gone = await outcome((done, failed) => client.Order.Get(id, done, failed));
      expect(gone).toEqual({ errors: 'No order found', status: 404 });
    });

    it('lists in pages with the pagination object, and finds by fields', async () => {
      const { id } = await newOrder({ subtotal: '77.70' });
      const list = await outcome((done, failed) => client.Order.List({ limit: 1, offset: 0 }, done, failed));
      const address = `${store.url}/v1/orders`;
      const link = (offset: number) => `${address}?offset=${offset}&limit=1&order=desc&sort=created_at`;
      expect(list).toEqual({
        result: [expect.objectContaining({ id })],
        pagination: {
          total: 2,
          current: 1,
          limit: 1,
          offset: 0,
          from: 1,
          to: 1,
          offsets: { first: 0, previous: false, next: 1, last: 1 },
          links: { first: link(0), previous: false, next: link(1), last: link(1) },
        },
      });
      const one = { total: 1, current: 1, limit: 100, offset: 0, from: 1, to: 1, offsets: ALL, links: ALL };
      const found = await outcome((done, failed) =>
        client.Order.Find({ subtotal: '77.7', status: 'unpaid' }, done, failed),
      );
      expect(found).toEqual({ result: [expect.objectContaining({ id })], pagination: one });
      const none = await outcome((done, failed) => client.Order.Find({ subtotal: '77.71' }, done, failed));
      expect(none).toMatchObject({ result: [], pagination: { total: 0, current: 0, from: 1, to: 0 } });
      await resultOf((done, failed) => client.Order.Delete(id, done, failed));
    });

    it('adds, updates, lists and removes items', async () => {
      const { id } = await newOrder();
      const { tax } = world.ids;
      const fields = { sku: 'TEA-9', title: 'Green tea', quantity: 2, tax_rate: 20, tax_band: tax, price: 4.5 };
      const added = await resultOf((done, failed) => client.Order.AddItem(id, fields, done, failed));
      const item = {
        id: TEXT,
        order: id,
        product: null,
        ...fields,
        tax_band: { value: 'Standard', data: expect.anything() as unknown },
        ...{ to_ship: 2, modifier: {}, modifier_ids: {}, discount: 0, discounts: [], net: 9, tax: 1.8, total: 10.8 },
        ...TIMES,
      };
      expect(added).toEqual(item);
      const more = await resultOf((done, failed) =>
        client.Order.UpdateItem(id, { sku: 'TEA-9', quantity: 3 }, done, failed),
      );
      expect(more).toEqual({ ...added, quantity: 3, to_ship: 3, net: 13.5, tax: 2.7, total: 16.2, updated_at: TIME });
      expect(await resultOf((done, failed) => client.Order.Items(id, done, failed))).toEqual([more]);
      expect(await resultOf((done, failed) => client.Order.Get(id, done, failed))).toMatchObject({
        count: 1,
        totals: { rounded: { tax: 2.7 } },
      });
      await resultOf((done, failed) => client.Order.RemoveItem(id, added.id, done, failed));
      expect(await resultOf((done, failed) => client.Order.Items(id, done, failed))).toEqual([]);
      await resultOf((done, failed) => client.Order.Delete(id, done, failed));
    });

    it('errors reach the error callback with the messages of the fields', async () => {
      expect(await outcome((done, failed) => client.Order.Create({ status: 'paid' }, done, failed))).toEqual({
        status: 422,
        errors: {
          subtotal: ['subtotal is required'],
          total: ['total is required'],
          currency: ['currency is required'],
          currency_code: ['currency_code is required'],
          exchange_rate: ['exchange_rate is required'],
        },
      });
      const spoilt = { ...world.bodies.orders, bill_to: { ...ADDRESS, postcode: '' } };
      expect(await outcome((done, failed) => client.Order.Create(spoilt, done, failed))).toEqual({
        status: 422,
        errors: { 'bill_to.postcode': ['bill_to.postcode is required'] },
      });
      const nowhere = await outcome((done, failed) => client.Order.Get('1/nothing', done, failed));
      expect(nowhere).toEqual({ errors: 'No such path', status: 404 });
      const wrong = await outcome((done, failed) => client.Order.List({ limit: 101 }, done, failed));
      expect(wrong).toEqual({ errors: { limit: ['limit must be at most 100'] }, status: 422 });
    });
  });

  /** Create, Get, Update, Find, List and Delete of a resource, which are alike in the client. */
  const RESOURCES = [
    ['Customer', 'customers', { first_name: 'Changed' }],
    ['CustomerGroup', 'groups', { title: 'Changed' }],
    ['Tax', 'taxes', { title: 'Changed' }],
    ['Shipping', 'shipping', { title: 'Changed' }],
    ['Currency', 'currencies', { title: 'Changed' }],
    ['Brand', 'brands', { title: 'Changed' }],
    ['Category', 'categories', { title: 'Changed' }],
    ['Collection', 'collections', { title: 'Changed' }],
    ['Product', 'products', { title: 'Changed' }],
  ] as const;

  it.each(RESOURCES)('%s: created, read, found, changed and removed (wire.md 7)', async (name, bodies, change) => {
    const resource = client[name];
    const created = await resultOf((done, failed) => resource.Create(world.bodies[bodies], done, failed));
    const { id } = created;
    expect(await resultOf((done, failed) => resource.Get(id, done, failed))).toEqual(created);
    expect(await resultOf((done, failed) => resource.Find({ id }, done, failed))).toEqual([created]);
    const list = await outcome((done, failed) => resource.List({ limit: 1 }, done, failed));
    expect(list).toMatchObject({ result: [{ id }], pagination: { current: 1, limit: 1, offset: 0, from: 1, to: 1 } });
    const changed = await resultOf((done, failed) => resource.Update(id, change, done, failed));
    expect(changed).toEqual({ ...created, ...change, updated_at: TIME });
    const empty = Object.fromEntries(Object.keys(change).map((field) => [field, '']));
    const field = Object.keys(change)[0] ?? '';
    const refused = await outcome((done, failed) => resource.Update(id, empty, done, failed));
    expect(refused).toEqual({ errors: { [field]: [`${field} is required`] }, status: 422 });
    await resultOf((done, failed) => resource.Delete(id, done, failed));
    expect(await outcome((done, failed) => resource.Get(id, done, failed))).toMatchObject({ status: 404 });
  });

  it('Address: in the book of a customer', async () => {
    const { customer } = world.ids;
    const { Address } = client;
    const created = await resultOf((done, failed) => Address.Create(customer, ADDRESS, done, failed));
    const { id } = created;
    expect(await resultOf((done, failed) => Address.Get(customer, id, done, failed))).toEqual(created);
    expect(await resultOf((done, failed) => Address.Find(customer, { last_name: 'Byron' }, done, failed))).toEqual([
      created,
    ]);
    const changed = await resultOf((done, failed) => Address.Update(customer, id, { city: 'Bath' }, done, failed));
    expect(changed).toEqual({ ...created, city: 'Bath', updated_at: TIME });
    const list = await outcome((done, failed) => Address.List(customer, null, done, failed));
    expect(list).toMatchObject({ result: [changed, { id: world.ids.address }], pagination: { total: 2 } });
  });

  it('Gateway: read, renamed, disabled and enabled', async () => {
    const { Gateway } = client;
    const gateway = await resultOf<object>((done, failed) => Gateway.Get('dummy', done, failed));
    expect(gateway).toEqual({ id: TEXT, slug: 'dummy', name: 'Dummy', description: null, enabled: true, ...TIMES });
    const off = await resultOf((done, failed) => Gateway.Disable('dummy', done, failed));
    expect(off).toEqual({ ...gateway, enabled: false, updated_at: TIME });
    const on = await resultOf((done, failed) => Gateway.Enable('dummy', done, failed));
    expect(on).toEqual({ ...gateway, updated_at: TIME });
    const named = await resultOf((done, failed) => Gateway.Update('dummy', { name: 'Test' }, done, failed));
    expect(named).toEqual({ ...gateway, name: 'Test', updated_at: TIME });
    const list = await outcome((done, failed) => Gateway.List(null, done, failed));
    expect(list).toMatchObject({ pagination: { total: 3, current: 3 } });
  });

  it('Category.Tree: each with what lies below it', async () => {
    const fields = { title: 'Green', slug: 'green', parent: world.ids.category };
    const below = await resultOf((done, failed) => client.Category.Create(fields, done, failed));
    const tree = await resultOf((done, failed) => client.Category.Tree(null, done, failed));
    expect(tree).toMatchObject([{ id: world.ids.category, children: [{ id: below.id, children: [] }] }]);
    await resultOf((done, failed) => client.Category.Delete(below.id, done, failed));
  });

  it('Product.Search: pages of what matches', async () => {
    const found = await outcome((done, failed) => client.Product.Search({ sku: 'TEA-1', limit: 5 }, done, failed));
    expect(found).toMatchObject({
      result: [{ id: world.ids.product, sku: 'TEA-1' }],
      pagination: { total: 1, limit: 5 },
    });
    const none = await outcome((done, failed) => client.Product.Search({ sku: 'COFFEE' }, done, failed));
    expect(none).toMatchObject({ result: [], pagination: { total: 0 } });
  });

  it('Webhook: created, read, switched off and removed (interface.md, Webhooks)', async () => {
    const { Webhook } = client;
    const fields = { name: 'Stock', url: 'https://hooks.example/stock', content_type: 'json', secret: '' };
    const kinds = { create: 1, update: 0, delete: 0, enabled: 1 };
    const made = await resultOf<{ id: string; secret: string }>((done, failed) =>
      Webhook.Create({ ...fields, ...kinds }, done, failed),
    );
    const { secret, ...created } = made;
    expect(secret).toMatch(/^whsec_/);
    const yes = { value: 'Yes', data: { key: 1, value: 'Yes' } };
    const no = { value: 'No', data: { key: 0, value: 'No' } };
    expect(created).toMatchObject({ url: fields.url, create: yes, update: no, delete: no, enabled: yes });
    const { id } = created;
    expect(await resultOf((done, failed) => Webhook.Get(id, done, failed))).toEqual(created);
    const off = await resultOf((done, failed) => Webhook.Update(id, { enabled: 0 }, done, failed));
    expect(off).toMatchObject({ id, enabled: no });
    await resultOf((done, failed) => Webhook.Delete(id, done, failed));
    expect(await outcome((done, failed) => Webhook.Get(id, done, failed))).toMatchObject({ status: 404 });
  });
});
