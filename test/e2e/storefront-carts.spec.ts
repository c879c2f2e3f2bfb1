import { pounds } from '../builders/price-levels.builder';
import { type CartResult, type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { type Call, startStore, type TestStore } from '../support/store';

onEachEngine('carts as v1 storefronts read them (storefront.md 4 to 6, 14)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  const cart = (method: string, path: string, call?: Call) => shop.send<CartResult>(method, `/v1/carts/${path}`, call);
  const lineOf = (result: CartResult): Fields => Object.values(result.contents)[0] ?? {};
  const fieldsOf = (from: object, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, (from as Fields)[name]]));

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'Standard', rate: '17.5' })).id;
    const usd = { code: 'USD', title: 'US Dollar', format: '${price}', exchange_rate: '2', enabled: 1 };
    await shop.made('/v1/currencies', usd);
  });
  afterAll(() => store.close());

  it('a line has the fields of its product, its rate and its sums; the cart its currency and its sums', async () => {
    const brand = await shop.made('/v1/brands', { title: 'Acme', slug: 'acme', description: 'long' });
    const above = await shop.made('/v1/categories', { title: 'Wear', slug: 'wear', description: 'long' });
    const shelf = { title: 'Shoes', slug: 'shoes', description: 'long', parent: above.id };
    const category = await shop.made('/v1/categories', shelf);
    const shoe = { price: '20', sale_price: '10', tax_band: taxed, category: category.id, brand: brand.id };
    const product = await shop.product({ ...shoe, stock_level: 7, stock_status: 1, height: '2' });
    await shop.promotion({ amount: 50 });
    const { result } = (await cart('POST', 'shapes', { form: { id: product.id, quantity: 2 } })).body;
    const { description: _brand, ...shortBrand } = brand;
    const { description: _above, ...shortAbove } = above;
    const { description: _own, ...own } = category;
    const path = { ...own, parent: { value: 'Wear', data: shortAbove } };
    expect(lineOf(result)).toMatchObject({
      ...fieldsOf(product, ['sale_price', 'status', 'stock_level', 'stock_status', 'catalog_only', 'is_variation']),
      ...fieldsOf(product, ['height', 'width', 'depth']),
      brand: { value: 'Acme', data: shortBrand },
      category: { value: 'Shoes', data: { [category.id]: path } },
      price: 10,
      pricing: pounds([11.75, 10, 1.75]),
      tax: '17.50',
      tax_rate: 17.5,
      total: 11.75,
      total_before_tax: 10,
    });
    expect(fieldsOf(result, ['total', 'total_before_tax'])).toEqual({ total: 11.75, total_before_tax: 10 });
    const [currency] = (await shop.send<Fields[]>('GET', '/v1/currencies', { query: { code: 'GBP' } })).body.result;
    expect(result['currency']).toEqual({ ...currency, decimal: '.', thousand: ',', exchange: 1 });
    const dollars = (await cart('GET', 'shapes', { headers: { 'x-currency': 'USD' } })).body.result;
    expect([dollars['currency'], dollars['total'], lineOf(dollars)]).toMatchObject([
      { code: 'USD', exchange: 2, format: '${price}' },
      23.5,
      { sale_price: 20, price: 20, pricing: { formatted: { with_tax: '$23.50' } }, total: 23.5 },
    ]);
  });

  it('a custom item has no product, nor has a line whose product became a draft', async () => {
    const nothing = {
      sale_price: null,
      status: null,
      category: null,
      brand: null,
      collection: null,
      stock_level: null,
    };
    const none = { ...nothing, stock_status: null, catalog_only: null, height: null, width: null, depth: null };
    const wrapping = { name: 'Wrapping', price: '2', quantity: 1 };
    const custom = (await cart('POST', 'custom', { form: wrapping })).body.result;
    expect(lineOf(custom)).toMatchObject({ ...none, images: {}, is_variation: null, tax: '0.00' });
    const product = await shop.product();
    await cart('POST', 'drafted', { form: { id: product.id } });
    await shop.send('PUT', `/v1/products/${product.id}`, { form: { status: 0 } });
    const drafted = (await cart('GET', 'drafted')).body.result;
    expect(lineOf(drafted)).toMatchObject({ ...none, is_variation: null, available: false });
  });

  it('shipping methods of a checkout have their price with tax, without it, and the tax alone', async () => {
    const method = await shop.shipping({ price: '5', tax_band: taxed });
    const { id } = await shop.product({ requires_shipping: 1 });
    const name = await shop.cart(id);
    const options = (headers = {}) =>
      shop.send<{ shipping: { methods: Fields[] } }>('GET', `/v1/carts/${name}/checkout`, { headers });
    const [shown] = (await options()).body.result.shipping.methods;
    const price = { value: '£5.88', data: pounds([5.88, 5, 0.88], [5.875, 5, 0.875]) };
    expect([shown?.['id'], shown?.['price']]).toEqual([method.id, price]);
    const [inDollars] = (await options({ 'x-currency': 'USD' })).body.result.shipping.methods;
    expect(inDollars?.['price']).toMatchObject({ value: '$11.75', data: { rounded: { without_tax: 10, tax: 1.75 } } });
    expect((await shop.send('GET', `/v1/shipping/${method.id}`)).body.result['price']).toBe(5);
  });

  it('a line is named by its identifier, or by its product while no other line has it', async () => {
    const { id } = await shop.product();
    const modifier = await shop.made(`/v1/products/${id}/modifiers`, { title: 'Size', type: 'variant' });
    const path = `/v1/products/${id}/modifiers/${modifier.id}/variations`;
    const sizes = [await shop.made(path, { title: 'L' }), await shop.made(path, { title: 'M' })];
    const add = (size?: Fields) => cart('POST', 'named', { form: { id, modifier: { [modifier.id]: size?.['id'] } } });
    const first = lineOf((await add(sizes[0])).body.result);
    const byProduct = await cart('GET', `named/item/${id}`);
    expect(byProduct.body.result).toEqual(first);
    const headers = { 'if-match': byProduct.headers.get('etag') ?? '' };
    const changed = await cart('PUT', `named/item/${id}`, { form: { quantity: 3 }, headers });
    expect(lineOf(changed.body.result)).toMatchObject({ identifier: first['identifier'], quantity: 3 });
    await add(sizes[1]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const call = method === 'PUT' ? { form: { quantity: 1 } } : {};
      expect([method, (await cart(method, `named/item/${id}`, call)).status]).toEqual([method, 404]);
    }
    expect((await cart('DELETE', `named/item/${String(first['identifier'])}`)).status).toBe(200);
    expect((await cart('DELETE', `named/items/${id}`)).status).toBe(200);
    expect((await cart('GET', 'named')).body.result.contents).toEqual({});
  });

  it.each(['undefined', 'null', 'None', 'nil', 'NaN'])('the id %s is that of no cart', async (id) => {
    const message =
      'cart must be 1 to 128 characters, each one of A-Z a-z 0-9 . _ @ : , + -, and not a reserved word such as null, undefined or search';
    expect((await cart('GET', id)).body.errors).toEqual({ cart: [message] });
  });

  it('a card may lie beside data, which counts first', async () => {
    const { id } = await shop.product();
    const paid = await shop.pay('purchase', (await shop.order(id)).id, GOOD_CARD.data);
    expect([paid.status, paid.body.result.order.status.data.key]).toEqual([200, 'paid']);
    const other = (await shop.order(id)).id;
    const declined = await shop.pay('purchase', other, {
      number: '4242424242424242',
      data: { number: '4000000000000002' },
    });
    expect([declined.status, await shop.statusOf(other)]).toEqual([422, 'declined']);
    const wrong = await shop.pay('purchase', (await shop.order(id)).id, { number: '1'.repeat(33) });
    expect(wrong.body.errors).toEqual({ number: ['number must be at most 32 characters'] });
  });

  it.each([
    ['/v1/brands', { title: 'B' }],
    ['/v1/categories', { title: 'C' }],
    ['/v1/customers/groups', { title: 'G' }],
  ])('spaces in a slug of %s become -', async (path, fields) => {
    expect((await shop.made(path, { ...fields, slug: ' Red  & shoe'.replace('&', 'big') }))['slug']).toBe(
      'Red-big-shoe',
    );
    const { status, body } = await shop.send('POST', path, { form: { ...fields, slug: 'Red - shoe' } });
    const message = 'slug must be letters and digits with -, _ or . between them';
    expect([status, body.errors]).toEqual([422, { slug: [message] }]);
  });

  it('of a filter that is sent several times each value counts', async () => {
    const [a, b, c] = [await shop.product(), await shop.product(), await shop.product({ status: 0 })];
    const found = async (query: string) => {
      const { body } = await shop.send<Fields[]>('GET', `/v1/products?sort=id&order=asc&${query}`);
      return body.result.map(({ id }) => id);
    };
    expect(await found(`sku=${String(a['sku'])}&sku=${String(c['sku'])}`)).toEqual([a.id, c.id]);
    expect(await found(`sku[]=${String(a['sku'])}&sku[]=${String(b['sku'])}`)).toEqual([a.id, b.id]);
    expect(await found(`id=${a.id}&id=${c.id}&status=1&status=1`)).toEqual([a.id]);
    expect(await found(`id=${a.id}&id=none`)).toEqual([a.id]);
    expect(await found('id=no&id=none')).toEqual([]);
    expect(await found(`nothing=1&nothing=2`)).toEqual([]);
    const ids = Array.from({ length: 51 }, (_, i) => `customer=${i + 1}`).join('&');
    const { status, body } = await shop.send('GET', `/v1/orders?${ids}`);
    expect([status, body.errors]).toEqual([422, { customer: ['customer must be at most 50 values'] }]);
    const next = (
      await store.request<{ pagination: { links: { next: string } } }>(
        'GET',
        `/v1/products?limit=1&id=${a.id}&id=${b.id}`,
      )
    ).body;
    expect(await found(new URL(next.pagination.links.next).search.slice(1))).toHaveLength(1);
  });

  it('so do values that are looked for in other tables', async () => {
    const [a, b] = [await shop.product({ stock_level: 7001 }), await shop.product({ stock_level: 7002 })];
    const [first, second] = [await shop.order(a.id), await shop.order(b.id)];
    const found = async (path: string) =>
      (await shop.send<Fields[]>('GET', `${path}&sort=id&order=asc`)).body.result.map(({ id }) => id);
    expect(await found('/v1/products?stock_level=7000&stock_level=7001&stock_level=7002')).toEqual([a.id, b.id]);
    expect(await found(`/v1/orders?q=${first.id}&q=${second.id}`)).toEqual([first.id, second.id]);
  });

  it('orders of two statuses are found by a status sent twice', async () => {
    const { id } = await shop.product();
    const [unpaid, paid] = [await shop.order(id), await shop.order(id)];
    await shop.pay('purchase', paid.id, GOOD_CARD);
    const ids = `id=${unpaid.id}&id=${paid.id}`;
    const found = async (query: string) =>
      (await shop.send<Fields[]>('GET', `/v1/orders?sort=id&order=asc&${ids}&${query}`)).body.result.map(
        (one) => one['id'],
      );
    expect(await found('status=unpaid&status=paid')).toEqual([unpaid.id, paid.id]);
    expect(await found('status=paid&status=dispatched')).toEqual([paid.id]);
  });

  it('an Idempotency-Key with another currency is another request', async () => {
    const { id } = await shop.product();
    const add = (code?: string) =>
      cart('POST', 'keyed', { form: { id }, headers: { 'idempotency-key': 'k', ...(code && { 'x-currency': code }) } });
    const first = await add('USD');
    const repeat = await add('usd');
    expect([repeat.headers.get('idempotency-replayed'), repeat.body]).toEqual(['true', first.body]);
    expect([(await add('GBP')).status, (await add()).status]).toEqual([409, 409]);
  });
});
