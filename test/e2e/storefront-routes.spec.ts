import { onEachEngine } from '../support/engines';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
interface Answer<R> {
  readonly result: R;
  readonly errors: Record<string, string[]>;
}

onEachEngine('what v1 storefronts ask for', (engine) => {
  let store: TestStore;
  const send = <R = Fields & { id: string }>(method: string, path: string, call?: Call) =>
    store.request<Answer<R>>(method, path, call);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') });
  });
  afterAll(() => store.close());

  it('a product has a collection, is found by its id and slug, and loses it (storefront.md 8)', async () => {
    const tax = (await send('POST', '/v1/taxes', { form: { title: 'Reduced', rate: '5' } })).body.result.id;
    const form = { title: 'Summer', slug: 'summer' };
    const collection = (await send('POST', '/v1/collections', { form })).body.result;
    const product = { sku: 'HAT', title: 'Hat', slug: 'hat', price: '9', tax_band: tax };
    const made = await send('POST', '/v1/products', { form: { ...product, collection: collection.id } });
    expect([made.status, made.body.result['collection']]).toEqual([201, { value: 'Summer', data: collection }]);
    const found = async (query: Record<string, string>) =>
      (await send<{ sku: string }[]>('GET', '/v1/products', { query })).body.result.map(({ sku }) => sku);
    expect(await found({ collection: collection.id })).toEqual(['HAT']);
    expect(await found({ collection: 'summer' })).toEqual(['HAT']);
    expect(await found({ collection: 'winter' })).toEqual([]);
    expect(await found({ collection: '' })).toEqual([]);
    const unknown = await send('PUT', `/v1/products/${made.body.result.id}`, { form: { collection: '1' } });
    expect([unknown.status, unknown.body.errors]).toEqual([422, { collection: ['collection does not exist'] }]);
    const bare = await send('PUT', `/v1/products/${made.body.result.id}`, { form: { collection: '' } });
    expect(bare.body.result['collection']).toBeNull();
    expect(await found({ collection: '' })).toEqual(['HAT']);
    expect((await send('DELETE', `/v1/collections/${collection.id}`)).status).toBe(200);
  });

  it('flows have no entries (storefront.md 11)', async () => {
    const directions = { first: false, previous: false, next: false, last: false };
    const pagination = {
      total: 0,
      current: 0,
      limit: 5,
      offset: 0,
      from: 1,
      to: 0,
      offsets: directions,
      links: directions,
    };
    for (const path of ['/v1/flows/banners/entries', '/v1/flows/any%20thing/entries/search']) {
      const { status, body } = await send('GET', path, { query: { limit: '5', slug: 'home' } });
      expect([status, body]).toEqual([200, { status: true, result: [], pagination }]);
    }
    for (const path of ['/v1/flows', '/v1/flows/banners', '/v1/flows/banners/entries/1']) {
      expect((await send('GET', path)).status).toBe(404);
    }
    expect((await send('POST', '/v1/flows/banners/entries', { form: { title: 'x' } })).status).toBe(405);
  });

  it('enabled gateways show what a page needs and no settings (storefront.md 12)', async () => {
    const settings = { secret_key: 'sk_test_1', webhook_secret: 'whsec_1' };
    expect((await send('PUT', '/v1/gateways/stripe', { json: { settings, enabled: 1 } })).status).toBe(200);
    expect((await send('PUT', '/v1/gateways/dummy', { form: { enabled: '0' } })).status).toBe(200);
    const { status, body } = await send('GET', '/v1/gateways/enabled');
    const enabled = { description: null, enabled: true };
    expect([status, body]).toEqual([
      200,
      {
        status: true,
        result: [
          { slug: 'manual', name: 'Manual', ...enabled, methods: ['authorize'] },
          { slug: 'stripe', name: 'Stripe', ...enabled, methods: ['purchase', 'authorize'] },
        ],
      },
    ]);
    expect((await send('PUT', '/v1/gateways/enabled', { form: { name: 'x' } })).status).toBe(404);
  });
});
