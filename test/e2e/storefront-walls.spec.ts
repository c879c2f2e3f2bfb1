import { ClientsService } from '../../src/modules/access/clients.service';
import { type Fields, type OrderResult, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { type Call, startStore, TEST_TOKEN, type TestStore } from '../support/store';

const SHOP = 'https://shop.example';
const BUYER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const REFUSED = {
  status: false,
  error: 'The token of a public client may not do this: it needs a token from a client id and secret',
};

type Record1 = Fields & { id: string };

onEachEngine('what the token of a page does not reach (storefront.md 1)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let client: string;

  const token = async (): Promise<string> => {
    const form = { grant_type: 'implicit', client_id: client };
    const { body } = await store.request<{ access_token: string }>('POST', '/oauth/access_token', { form });
    return body.access_token;
  };
  const by = <R = Record1>(own: string, method: string, path: string, call: Call = {}) =>
    store.request<Result<R>>(method, path, { ...call, token: own });
  const listed = async (own: string, path: string, query: Record<string, string> = {}) =>
    (await by<Record1[]>(own, 'GET', path, { query })).body.result.map(({ id }) => id);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', STOREFRONT_TOKENS_PER_MINUTE: '100' });
    shop = await Shop.open(store);
    ({ clientId: client } = await store.app.get(ClientsService).createPublic('pages', [SHOP]));
  });
  afterAll(() => store.close());

  it.each([
    { path: '/v1/brands', more: {}, hidden: { status: 0 }, field: 'status' },
    { path: '/v1/categories', more: {}, hidden: { status: 0 }, field: 'status' },
    { path: '/v1/collections', more: {}, hidden: { status: 0 }, field: 'status' },
    { path: '/v1/products', more: { sku: 'S', price: 1 }, hidden: { status: 0 }, field: 'status' },
    { path: '/v1/shipping', more: { price: 1, status: 1 }, hidden: { status: 0 }, field: 'status' },
    {
      path: '/v1/currencies',
      more: { format: '{price}', code: 'EUR' },
      hidden: { enabled: 0, code: 'USD' },
      field: 'enabled',
    },
  ])('$path: drafts, by any spelling of a filter', async ({ path, more, hidden, field }) => {
    const own = await token();
    const make = (form: Fields) => shop.made(path, { tax_band: shop.untaxed, ...form });
    const shown = await make({ title: 'Shown', slug: 'shown', ...more });
    const draft = await make({
      title: 'Hidden',
      slug: 'hidden',
      ...more,
      ...(path === '/v1/products' && { sku: 'H' }),
      ...hidden,
    });
    for (const list of [path, `${path}/search`]) {
      expect(await listed(own, list)).toContain(shown.id);
      expect(await listed(own, list)).not.toContain(draft.id);
      expect(await listed(own, list, { [field]: '1' })).toContain(shown.id);
      for (const asked of ['0', '', 'false', '0,1', 'draft'])
        expect(await listed(own, list, { [field]: asked })).toEqual([]);
      expect(await listed(own, list, { [`${field}[]`]: '0' })).not.toContain(draft.id);
      expect(await listed(own, list, { title: 'Hidden' })).toEqual([]);
    }
    expect((await by(own, 'GET', `${path}/${draft.id}`)).status).toBe(404);
    expect((await by(own, 'GET', `${path}/${shown.id}`)).body.result).toEqual(shown);
    expect((await shop.send('GET', `${path}/${draft.id}`)).body.result).toEqual(draft);
  });

  it('drafts within products, categories and the items of orders', async () => {
    const own = await token();
    const draft = (path: string, slug: string, more: Fields = {}) =>
      shop.made(path, { title: `Secret ${slug}`, slug, status: 0, ...more });
    const parent = await draft('/v1/categories', 'secret-parent');
    const child = await shop.made('/v1/categories', { title: 'Child', slug: 'open-child', parent: parent.id });
    const brand = await draft('/v1/brands', 'secret-brand');
    const collection = await draft('/v1/collections', 'secret-collection');
    const inDrafts = { brand: brand.id, collection: collection.id };
    const product = await shop.product({ ...inDrafts, category: child.id });
    const hidden = await shop.product({ ...inDrafts, category: parent.id });
    const open = { title: 'Open', slug: 'open' };
    const live = {
      brand: (await shop.made('/v1/brands', open)).id,
      collection: (await shop.made('/v1/collections', open)).id,
    };
    const plain = await shop.product({ ...live, category: (await shop.made('/v1/categories', open)).id });

    const nothing = { brand: null, collection: null, category: null };
    const orphan = { ...child, parent: null };
    const read = async (id: string) => (await by(own, 'GET', `/v1/products/${id}`)).body.result;
    expect(await read(product.id)).toEqual({
      ...product,
      ...nothing,
      category: { value: 'Child', data: { [child.id]: orphan } },
    });
    expect(await read(hidden.id)).toEqual({ ...hidden, ...nothing });
    expect(await read(plain.id)).toEqual(plain);
    expect((await by(own, 'GET', `/v1/categories/${child.id}`)).body.result).toEqual(orphan);

    await by(own, 'POST', '/v1/carts/cart-of-walls-001', { form: { id: product.id, quantity: 1 } });
    const json = { customer: BUYER, gateway: 'dummy' };
    const bought = await by<OrderResult>(own, 'POST', '/v1/carts/cart-of-walls-001/checkout', { json });
    expect(bought.status).toBe(201);
    const texts = [];
    for (const path of [
      '/v1/products',
      '/v1/products/search',
      '/v1/categories',
      '/v1/categories/search',
      '/v1/categories/tree',
      '/v1/brands',
      '/v1/collections',
      '/v1/carts/cart-of-walls-001',
      '/v1/carts/cart-of-walls-001/checkout',
      `/v1/orders/${bought.body.result.id}`,
      `/v1/orders/${bought.body.result.id}/items`,
    ]) {
      const { status, body } = await by(own, 'GET', path);
      expect(status).toBe(200);
      texts.push(JSON.stringify(body));
    }
    expect(texts.filter((text) => /secret/i.test(text))).toEqual([]);
    const items = await shop.send<Fields[]>('GET', `/v1/orders/${bought.body.result.id}/items`);
    expect(JSON.stringify(items.body)).toMatch(/secret-brand.*secret-parent|secret-parent.*secret-brand/);
  });

  it.each([
    { list: '/v1/products', filter: 'brand', shelves: '/v1/brands' },
    { list: '/v1/products', filter: 'category', shelves: '/v1/categories' },
    { list: '/v1/products', filter: 'collection', shelves: '/v1/collections' },
    { list: '/v1/categories', filter: 'parent', shelves: '/v1/categories' },
  ])('what belongs to a draft: $filter of $list', async ({ list, filter, shelves }) => {
    const own = await token();
    const shelf = (slug: string, more: Fields = {}) =>
      shop.made(shelves, { title: slug, slug: `${slug}-${filter}`, ...more });
    const draft = await shelf('unannounced', { status: 0 });
    const live = await shelf('announced');
    // A slug may be the id of another.
    const digits = await shelf('digits', { slug: draft.id });
    const within = async (name: string, more: Fields) =>
      list === '/v1/products'
        ? (await shop.product(more)).id
        : (await shop.made(list, { title: name, slug: `${name}-${filter}`, ...more })).id;
    const inDraft = await within('in-draft', { [filter]: draft.id });
    const inLive = await within('in-live', { [filter]: live.id });
    const inDigits = await within('in-digits', { [filter]: digits.id });
    const inNone = await within('in-none', {});
    const slugs = { draft: String(draft['slug']), live: String(live['slug']) };
    const several = { [`${filter}[0]`]: slugs.draft, [`${filter}[1]`]: slugs.live };

    const found = async (asking: string, path: string, query: Record<string, string>) => {
      const { status, body } = await by<Record1[]>(asking, 'GET', path, { query });
      expect(status).toBe(200);
      return body.result.map(({ id }) => id).filter((id) => [inDraft, inLive, inDigits, inNone].includes(id));
    };
    for (const path of [list, `${list}/search`]) {
      const page = (query: Record<string, string>) => found(own, path, query);
      expect((await by(own, 'GET', path, { query: { [filter]: slugs.draft } })).body.result).toEqual([]);
      expect(await page({ [filter]: draft.id })).toEqual([inDigits]);
      expect(await page({ [filter]: slugs.live })).toEqual([inLive]);
      expect(await page({ [filter]: live.id })).toEqual([inLive]);
      expect(await page(several)).toEqual([inLive]);
      expect((await page({ [filter]: '' })).sort()).toEqual([inDraft, inNone].sort());
      const server = (query: Record<string, string>) => found(TEST_TOKEN, path, query);
      expect(await server({ [filter]: slugs.draft })).toEqual([inDraft]);
      expect((await server({ [filter]: draft.id })).sort()).toEqual([inDraft, inDigits].sort());
      expect((await server(several)).sort()).toEqual([inDraft, inLive].sort());
      expect(await server({ [filter]: '' })).toEqual([inNone]);
    }
  });

  it('methods and currencies that are off cannot be bought by either', async () => {
    const own = await token();
    const product = await shop.product({ requires_shipping: 1 });
    await by(own, 'POST', '/v1/carts/cart-of-walls-002', { form: { id: product.id, quantity: 1 } });
    const draft = await shop.shipping({ status: 0 });
    await shop.shipping();
    const json = { customer: BUYER, gateway: 'dummy', shipping: draft.id };
    const refused = await by(own, 'POST', '/v1/carts/cart-of-walls-002/checkout', { json });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['shipping']]);
    const options = await by<{ shipping: { methods: Record1[] } }>(own, 'GET', '/v1/carts/cart-of-walls-002/checkout');
    expect(options.body.result.shipping.methods.map(({ id }) => id)).not.toContain(draft.id);
    await shop.made('/v1/currencies', { code: 'JPY', title: 'Yen', format: '{price}', enabled: 0 });
    const headers = { 'x-currency': 'JPY' };
    const priced = await by(own, 'GET', '/v1/carts/cart-of-walls-002', { headers });
    expect([priced.status, Object.keys(priced.body.errors)]).toEqual([422, ['X-Currency']]);
  });

  it('a list of carts, and the cart of another unless its id is known', async () => {
    const [own, stranger] = [await token(), await token()];
    const product = await shop.product();
    await by(own, 'POST', '/v1/carts/cart-of-walls-003', { form: { id: product.id, quantity: 1 } });
    expect((await by(stranger, 'GET', '/v1/carts')).body).toEqual(REFUSED);
    for (const word of ['search', 'fields', 'me', 'checkout']) {
      expect((await by(stranger, 'GET', `/v1/carts/${word}`)).status).toBe(422);
    }
    const other = await by<{ contents: Fields; id: string }>(stranger, 'GET', '/v1/carts/cart-of-walls-004');
    expect([other.status, other.body.result.contents]).toEqual([200, {}]);
    const taken = await by(stranger, 'PUT', '/v1/carts/cart-of-walls-004', {
      json: { id: 'cart-of-walls-003', contents: {} },
    });
    expect(taken.body.result).toMatchObject({ id: 'cart-of-walls-004', contents: {} });
  });

  it('orders of others, by path, parameters, fields and methods in a form', async () => {
    const [own, stranger] = [await token(), await token()];
    const product = await shop.product();
    await by(own, 'POST', '/v1/carts/cart-of-walls-005', { form: { id: product.id, quantity: 1 } });
    const json = { customer: BUYER, gateway: 'dummy' };
    const { id } = (await by<OrderResult>(own, 'POST', '/v1/carts/cart-of-walls-005/checkout', { json })).body.result;
    // The same request makes the same order, which is then the stranger's too: the id of a cart is what it is known by.
    const tries: [string, string, Call][] = [
      ['GET', `/v1/orders/${id}`, {}],
      ['GET', `/v1/orders/0${id}`, {}],
      ['GET', `/v1/orders/${id}%20`, {}],
      ['GET', `/v1/orders/${id}/items`, {}],
      ['GET', '/v1/orders', { query: { id } }],
      ['GET', '/v1/orders/search', { query: { q: 'ada@example.com' } }],
      ['GET', `/v1/orders/${id}/payments`, {}],
      ['GET', `/v1/orders/${id}/history`, {}],
      ['GET', '/v1/transactions', { query: { order: id } }],
      ['GET', '/v1/events', { query: { object_id: id } }],
      ['PUT', `/v1/orders/${id}`, { form: { status: 'paid' } }],
      ['DELETE', `/v1/orders/${id}`, {}],
      ['POST', `/v1/orders/${id}/edits`, { json: { shipping_price: 0 } }],
      ['POST', `/v1/checkout/payment/purchase/${id}`, { form: {} }],
      ['POST', `/v1/checkout/payment/authorize/${id}`, { form: { order: id } }],
      ['POST', `/v1/checkout/payment/PURCHASE/${id}`, { form: {} }],
      ['POST', `/v1/checkout/payment/capture/${id}`, { form: {} }],
    ];
    for (const [method, path, call] of tries) {
      const { status, body } = await by(stranger, method, path, call);
      expect([method, path, status, body]).toEqual([method, path, 403, REFUSED]);
    }
    expect((await by<OrderResult>(own, 'GET', `/v1/orders/${id}`)).body.result.status.data.key).toBe('unpaid');
    const posted = await by(stranger, 'POST', '/v1/carts/cart-of-walls-006', { form: { _method: 'DELETE' } });
    expect(posted.status).toBe(422);
  });

  it('more requests a minute than an address may make, with any token', async () => {
    const limits = { RATE_LIMIT_PER_MINUTE: '5', STOREFRONT_TOKENS_PER_MINUTE: '3' };
    const limited = await startStore(engine.databaseUrl, limits);
    try {
      const form = { grant_type: 'implicit', client_id: client };
      const issue = () => limited.request<{ access_token: string }>('POST', '/oauth/access_token', { form });
      const tokens = [(await issue()).body.access_token, (await issue()).body.access_token];
      await issue();
      const fourth = await issue();
      expect([fourth.status, Number(fourth.headers.get('retry-after')) > 0]).toEqual([429, true]);
      const statuses: number[] = [];
      for (let i = 0; i < 6; i += 1) {
        statuses.push((await limited.request('GET', '/v1/taxes', { token: tokens[i % 2] ?? '' })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});
