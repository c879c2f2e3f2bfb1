import { Clock } from '../../src/kernel/clock';
import { ClientsService } from '../../src/modules/access/clients.service';
import { previewDocument } from '../../src/app/create-api';
import {
  type CartResult,
  type Fields,
  GOOD_CARD,
  type OrderResult,
  type Result,
  Shop,
} from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { type Call, startStore, type TestStore } from '../support/store';

const SHOP = 'https://shop.example';
const OTHER = 'https://other.example';
const BUYER = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High Street',
  postcode: 'BA1 1AA',
  country: 'GB',
};
const REFUSED = {
  status: false,
  error: 'The token of a public client may not do this: it needs a token from a client id and secret',
};

/** Routes that are open to a browser; those with an order only for its own. */
const OPEN = [
  // Open to anybody: a provider signs what it sends.
  'POST /v1/payments/callbacks/{gateway}',
  'GET /v1/brands',
  'GET /v1/brands/search',
  'GET /v1/brands/{brand_id}',
  'GET /v1/carts/{cart_id}',
  'POST /v1/carts/{cart_id}',
  'PUT /v1/carts/{cart_id}',
  'DELETE /v1/carts/{cart_id}',
  'GET /v1/carts/{cart_id}/checkout',
  'POST /v1/carts/checkout',
  'POST /v1/carts/{cart_id}/checkout',
  'POST /v1/carts/{cart_id}/discount',
  'POST /v1/carts/{cart_id}/items',
  'DELETE /v1/carts/{cart_id}/discount',
  'GET /v1/carts/{cart_id}/has/{product_id}',
  'GET /v1/carts/{cart_id}/item/{identifier}',
  'PUT /v1/carts/{cart_id}/item/{identifier}',
  'DELETE /v1/carts/{cart_id}/item/{identifier}',
  'GET /v1/carts/{cart_id}/items/{identifier}',
  'PUT /v1/carts/{cart_id}/items/{identifier}',
  'DELETE /v1/carts/{cart_id}/items/{identifier}',
  'GET /v1/categories',
  'GET /v1/categories/search',
  'GET /v1/categories/tree',
  'GET /v1/categories/{category_id}',
  'GET /v1/collections',
  'GET /v1/collections/search',
  'GET /v1/collections/{collection_id}',
  'GET /v1/currencies',
  'GET /v1/currencies/search',
  'GET /v1/currencies/{currency_id}',
  // Below `me`, for who is signed in besides.
  'POST /v1/customers/token',
  'POST /v1/customers/password',
  'POST /v1/customers/password/reset',
  'GET /v1/customers/me',
  'PUT /v1/customers/me',
  'GET /v1/customers/me/addresses',
  'POST /v1/customers/me/addresses',
  'GET /v1/customers/me/addresses/{address_id}',
  'PUT /v1/customers/me/addresses/{address_id}',
  'DELETE /v1/customers/me/addresses/{address_id}',
  'GET /v1/customers/me/orders',
  'GET /v1/customers/me/orders/{order_id}',
  'GET /v1/flows/{flow}/entries',
  'GET /v1/flows/{flow}/entries/search',
  'GET /v1/gateways/enabled',
  'GET /v1/products',
  'GET /v1/products/search',
  'GET /v1/products/{product_id}',
  'GET /v1/products/{product_id}/modifiers',
  'GET /v1/products/{product_id}/modifiers/{modifier_id}',
  'GET /v1/products/{product_id}/modifiers/{modifier_id}/variations',
  'GET /v1/products/{product_id}/modifiers/{modifier_id}/variations/{variation_id}',
  'GET /v1/products/{product_id}/variations',
  'GET /v1/shipping',
  'GET /v1/shipping/search',
  'GET /v1/shipping/{shipping_id}',
  'GET /v1/taxes',
  'GET /v1/taxes/search',
  'GET /v1/taxes/{tax_id}',
];

onEachEngine('the token of a public client (storefront.md 1)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let client: string;
  let product: Fields & { id: string };
  let late = 0;

  const grant = (form: Fields, origin?: string) =>
    store.request<Fields>('POST', '/oauth/access_token', {
      form,
      token: null,
      headers: origin === undefined ? {} : { origin },
    });
  const token = async (clientId = client): Promise<string> => {
    const { status, body } = await grant({ grant_type: 'implicit', client_id: clientId });
    expect(status).toBe(200);
    return String(body['access_token']);
  };
  /** A request of a browser. */
  const by = <R = Fields & { id: string }>(own: string, method: string, path: string, call: Call = {}) =>
    store.request<Result<R>>(method, path, { ...call, token: own });
  const filled = async (own: string, cart: string): Promise<void> => {
    expect((await by(own, 'POST', `/v1/carts/${cart}`, { form: { id: product.id, quantity: 2 } })).status).toBe(201);
  };
  const bought = async (own: string, cart: string, form: Fields = {}) => {
    await filled(own, cart);
    const fields = { customer: BUYER, bill_to: ADDRESS, gateway: 'dummy', ...form };
    return by<OrderResult>(own, 'POST', `/v1/carts/${cart}/checkout`, { json: fields });
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, {
      RATE_LIMIT_PER_MINUTE: '0',
      STOREFRONT_TOKENS_PER_MINUTE: '100',
      LOGIN_LIMIT_PER_MINUTE: '1000',
      TRUST_PROXY: 'true',
    });
    shop = await Shop.open(store);
    product = await shop.product({ sku: 'MUG', price: '6.50' });
    ({ clientId: client } = await store.app.get(ClientsService).createPublic('pages', [SHOP]));
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  it('is got by the id alone', async () => {
    const { status, body } = await grant({ grant_type: 'implicit', client_id: client });
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
        token_type: 'Bearer',
        identifier: 'implicit',
        expires: expect.any(Number) as unknown,
        expires_in: 3600,
        scope: '',
      },
    ]);
  });

  it('is refused to clients with a secret, unknown and revoked ones, and other grants are refused', async () => {
    const clients = store.app.get(ClientsService);
    const secret = await clients.create('with a secret', []);
    const revoked = await clients.createPublic('revoked', [SHOP]);
    const old = await token(revoked.clientId);
    await clients.revoke(revoked.clientId);
    const wrong = { status: false, error: 'The client credentials are not valid' };
    for (const id of [secret.clientId, revoked.clientId, 'nobody']) {
      const { status, body } = await grant({ grant_type: 'implicit', client_id: id });
      expect([status, body]).toEqual([401, wrong]);
    }
    expect((await by(old, 'GET', '/v1/products')).status).toBe(401);
    // A public client has no secret that could be guessed.
    const guessed = { grant_type: 'client_credentials', client_id: client, client_secret: 'none' };
    expect((await grant(guessed)).status).toBe(401);
    for (const grant_type of ['password', 'refresh_token']) {
      const { status, body } = await grant({ grant_type, client_id: client, client_secret: 'none' });
      const fault = 'grant_type must be one of client_credentials, implicit';
      expect([status, body['errors']]).toEqual([422, { grant_type: [fault] }]);
    }
  });

  it('opens the catalog, one cart and the checkout, and nothing else', async () => {
    const own = await token();
    const { paths } = await previewDocument();
    const routes = Object.entries(paths).flatMap(([path, item]) =>
      (['get', 'post', 'put', 'delete'] as const)
        .filter((method) => item[method] !== undefined && path.startsWith('/v1/'))
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const open: string[] = [];
    const refusals: unknown[] = [];
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const target = path.replace('{method}', 'purchase').replace(/\{\w+\}/g, '911827077212696576');
      const { status, body } = await by(own, method, target, method === 'GET' ? {} : { json: {} });
      if (status === 403) refusals.push(body);
      else open.push(route);
    }
    expect(refusals).toEqual(refusals.map(() => REFUSED));
    // What a record is made with is in the document; the values of one are open to who may read it.
    const isOpenField = (route: string) => !route.endsWith('}/fields') || OPEN.includes(route.replace(/\/fields$/, ''));
    const fields = routes.filter((route) => route.endsWith('/fields') && isOpenField(route));
    expect(open.sort()).toEqual([...OPEN, ...fields].sort());
  });

  it('makes an order, reads it and pays for it; no other token does', async () => {
    const [own, stranger] = [await token(), await token()];
    const { status, body } = await bought(own, 'cart-of-a-page-1');
    expect([status, body.result.status.data.key, body.result['customer']]).toEqual([201, 'unpaid', null]);
    const { id } = body.result;
    expect((await by(own, 'GET', `/v1/orders/${id}`)).body.result).toEqual(body.result);
    expect((await by(own, 'GET', `/v1/orders/${id}`, { query: { include: 'notes' } })).body).toEqual(REFUSED);
    const items = await by<Fields[]>(own, 'GET', `/v1/orders/${id}/items`);
    expect(items.body.result.map(({ sku, quantity }) => [sku, quantity])).toEqual([['MUG', 2]]);
    expect((await by(stranger, 'GET', `/v1/orders/${id}/items`)).body).toEqual(REFUSED);
    const pay = (whose: string, method: string) =>
      by<Fields & { order: OrderResult }>(whose, 'POST', `/v1/checkout/payment/${method}/${id}`, { form: GOOD_CARD });
    expect((await by(stranger, 'GET', `/v1/orders/${id}`)).body).toEqual(REFUSED);
    expect((await pay(stranger, 'purchase')).body).toEqual(REFUSED);
    for (const method of ['refund', 'capture', 'void']) expect((await pay(own, method)).body).toEqual(REFUSED);
    const paid = await pay(own, 'purchase');
    expect([paid.status, paid.body.result.order.status.data.key, paid.body.result.order['customer']]).toEqual([
      200,
      'paid',
      null,
    ]);
    // Only the shop may record that money arrived elsewhere.
    const manual = (await bought(own, 'page-that-is-manual', { gateway: 'manual' })).body.result.id;
    const said = await by(own, 'POST', `/v1/checkout/payment/purchase/${manual}`, { form: {} });
    expect([said.status, said.body.errors]).toEqual([
      422,
      { order: ['order cannot be paid by its buyer: its gateway records what the shop was paid elsewhere'] },
    ]);
    expect((await by(own, 'POST', `/v1/checkout/payment/authorize/${manual}`, { form: {} })).status).toBe(200);
    // What a client with a secret made is nobody's.
    const stated = await shop.order(product.id);
    expect((await by(own, 'GET', `/v1/orders/${stated.id}`)).body).toEqual(REFUSED);
  });

  it('reads its order for an hour', async () => {
    const own = await token();
    const { body } = await bought(own, 'cart-of-a-page-hour');
    const clock = store.app.get(Clock);
    const now = clock.now.bind(clock);
    // The token itself is believed for a moment without a look at the clock of its row: only the order is asked for.
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(now().getTime() + late));
    const read = async () => (await by(own, 'GET', `/v1/orders/${body.result.id}`)).status;
    late = 3_590_000;
    expect(await read()).toBe(200);
    late = 3_601_000;
    expect([401, 403]).toContain(await read());
    late = 0;
  });

  it('takes no price, no name and no other record from a browser', async () => {
    const own = await token();
    const add = (json: Fields) => by<CartResult>(own, 'POST', '/v1/carts/cart-of-a-page-2', { json });
    expect((await add({ name: 'Mug', price: 0.01, quantity: 1 })).body.errors).toEqual({
      id: ['id is required: a public client adds products only'],
    });
    const { body } = await add({ id: product.id, quantity: 1, price: 0.01, name: 'Cheap' });
    const [line] = Object.values(body.result.contents);
    expect([line?.price, line?.['title']]).toEqual([6.5, product['title']]);
    const several = { items: [{ name: 'Mug', price: 0.01, quantity: 1 }] };
    expect((await by(own, 'POST', '/v1/carts/cart-of-a-page-2/items', { json: several })).status).toBe(422);
    const path = `/v1/carts/cart-of-a-page-2/item/${String(line?.identifier)}`;
    const change = (json: Fields) => by(own, 'PUT', path, { json });
    expect((await change({ price: 0.01 })).body.errors).toEqual({
      price: ['price cannot be changed by a public client'],
    });
    expect((await change({ quantity: 3 })).status).toBe(200);

    const items = [{ sku: 'MUG' }, { name: 'Mug', price: 0.01 }];
    const bought = await by(own, 'POST', '/v1/carts/checkout', { json: { items, gateway: 'dummy' } });
    expect([bought.status, bought.body.errors]).toEqual([
      422,
      { 'items.1.id': ['items.1.id is required: a public client adds products only'] },
    ]);
    const sold = await by<Fields>(own, 'POST', '/v1/carts/checkout', {
      json: { items: [{ sku: 'MUG', price: 0.01 }], gateway: 'dummy' },
    });
    expect(sold.body.errors).toEqual({ 'items.0.name': ['items.0.name is required'] });

    const customer = await shop.made('/v1/customers', { ...BUYER, email: 'known@example.com' });
    const refusals: [Fields, string, string][] = [
      [{ customer: customer.id }, 'customer', 'must have first_name and email when a public client sends it'],
      [{ customer: 'known@example.com' }, 'customer', 'must have first_name and email when a public client sends it'],
      [{ bill_to: customer.id }, 'bill_to', 'must be the details of an address when a public client sends it'],
      [{ ship_to: customer.id }, 'ship_to', 'must be the details of an address when a public client sends it'],
    ];
    for (const [form, field, fault] of refusals) {
      const json = { gateway: 'dummy', ...form };
      const refused = await by(own, 'POST', '/v1/carts/cart-of-a-page-2/checkout', { json });
      expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [`${field} ${fault}`] }]);
    }
    const options = await by(own, 'GET', '/v1/carts/cart-of-a-page-2/checkout', {
      query: { customer: 'known@example.com' },
    });
    const unnamed = { customer: ['customer cannot be named by a public client'] };
    expect(options.body.errors).toEqual(unnamed);
    const named = await by(own, 'PUT', '/v1/carts/cart-of-a-page-2', { json: { customer: 'known@example.com' } });
    expect([named.status, named.body.errors]).toEqual([422, unnamed]);
  });

  it('pays the price of a stranger with any typed e-mail address', async () => {
    const own = await token();
    const group = await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
    await shop.made('/v1/customers', { ...BUYER, email: 'trade@example.com', group: group.id });
    const children = [{ type: 'customer', match: 'group', operator: '=', against: group.id }];
    await shop.promotion({
      amount: 50,
      match_rules: JSON.stringify({ type: 'group', match_on: 'all', children }),
    });
    const trade = { customer: { ...BUYER, email: 'trade@example.com' } };
    expect((await bought(own, 'cart-of-a-page-trade', trade)).body.result.subtotal).toBe(13);
    // The shop's own server knows whom it serves.
    const known = await shop.order(product.id, trade, 2);
    expect(known.subtotal).toBe(6.5);
  });

  it('sees what is live, and no drafts', async () => {
    const own = await token();
    const draft = await shop.product({ sku: 'DRAFT', status: 0 });
    const listed = async (query: Record<string, string>) => {
      const { body } = await by<(Fields & { sku: string })[]>(own, 'GET', '/v1/products', { query });
      return body.result.map(({ sku }) => sku);
    };
    expect(await listed({ limit: '100' })).not.toContain('DRAFT');
    expect(await listed({ limit: '100' })).toContain('MUG');
    expect(await listed({ status: '0' })).toEqual([]);
    expect((await by(own, 'GET', `/v1/products/${draft.id}`)).status).toBe(404);
    await shop.made('/v1/categories', { title: 'Draft', slug: 'draft', status: 0, description: '' });
    expect((await by(own, 'GET', '/v1/categories/tree')).body.result).toEqual([]);
    expect((await shop.send('GET', `/v1/products/${draft.id}`)).status).toBe(200);
  });

  it('does not return the response of another buyer for the same Idempotency-Key', async () => {
    const [own, stranger] = [await token(), await token()];
    const headers = { 'idempotency-key': 'checkout-1' };
    await filled(own, 'cart-of-a-page-3');
    await filled(stranger, 'cart-of-a-page-4');
    const json = { customer: BUYER, gateway: 'dummy' };
    const first = await by(own, 'POST', '/v1/carts/cart-of-a-page-3/checkout', { json, headers });
    const second = await by(stranger, 'POST', '/v1/carts/cart-of-a-page-4/checkout', { json, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.result.id).not.toBe(first.body.result.id);
  });

  it('answers a preflight for the origins of all public clients, and a request for those of its own', async () => {
    await store.app.get(ClientsService).createPublic('other pages', [OTHER]);
    const own = await token();
    const ask = async (method: string, path: string, headers: Record<string, string>) => {
      const response = await fetch(new URL(path, store.url), { method, headers });
      await response.text();
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    const preflight = (origin: string) =>
      ask('OPTIONS', '/v1/products', {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      });
    const authorization = `Bearer ${own}`;
    expect(await preflight(SHOP)).toEqual([204, SHOP]);
    expect((await preflight('https://evil.example'))[1]).toBeNull();
    expect(await ask('GET', '/v1/products', { origin: SHOP, authorization })).toEqual([200, SHOP]);
    expect(await ask('GET', '/v1/products', { origin: OTHER, authorization })).toEqual([403, null]);
    expect(await ask('GET', '/v1/products', { origin: SHOP, authorization: 'Bearer nothing' })).toEqual([401, SHOP]);
    // A client with a secret is not for public pages: CORS_ORIGINS opens the shop's own tools.
    const { accessToken } = await secretToken();
    expect(await ask('GET', '/v1/products', { origin: SHOP, authorization: `Bearer ${accessToken}` })).toEqual([
      200,
      null,
    ]);
    const wrong = await grant({ grant_type: 'implicit', client_id: client }, OTHER);
    // The refusal holds nothing, and a page at the wrong origin hears why.
    expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([403, OTHER]);
    const right = await grant({ grant_type: 'implicit', client_id: client }, SHOP);
    expect([right.status, right.headers.get('access-control-allow-origin')]).toEqual([200, SHOP]);
  });

  async function secretToken(): Promise<{ accessToken: string }> {
    const { clientId, clientSecret } = await store.app.get(ClientsService).create('server', []);
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return { accessToken: String((await grant(form)).body['access_token']) };
  }

  it('is got so many times a minute by an address', async () => {
    const statuses = new Set<number>();
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const form = { grant_type: 'implicit', client_id: client };
    for (let i = 0; i < 101; i += 1) {
      statuses.add((await store.request('POST', '/oauth/access_token', { form, token: null, headers })).status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    expect((await grant(form)).status).toBe(200);
  });
});
