import { type OrderItemRecord } from '../../src/modules/orders/order-item.record';
import { type ProductRecord } from '../../src/modules/catalog/product.resource';
import { pounds } from '../builders/price-levels.builder';
import { type Many, type One, openShop, type Saved, type Shop, TIME } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { statementsOf } from '../support/statements';
import { recordedEvents } from '../support/recorded-events';

onEachEngine('records of products (storefront.md 3)', (engine) => {
  let shop: Shop;
  let number = 0;

  const product = (more: object = {}): Promise<ProductRecord & Saved> => {
    number += 1;
    const slug = `p-${number}`;
    return shop.make('/v1/products', { sku: slug, title: slug, slug, price: '9.99', tax_band: shop.band.id, ...more });
  };
  const category = (slug: string, more: object = {}) =>
    shop.make('/v1/categories', { title: slug.toUpperCase(), slug, ...more });
  const inCurrency = async (id: string, code: string) =>
    (await shop.store.request<One<ProductRecord>>('GET', `/v1/products/${id}`, { headers: { 'x-currency': code } }))
      .body.result;
  /** Returns the number of statements of a GET. */
  async function statements(path: string): Promise<number> {
    const read = async () => expect((await shop.store.request('GET', path)).status).toBe(200);
    return (await statementsOf(shop.store, read)).length;
  }

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    const yen = { code: 'JPY', title: 'Yen', format: '¥{price}', exchange_rate: '150.5' };
    await shop.make('/v1/currencies', { ...yen, enabled: '1', decimal_point: '.', thousand_point: ',' });
  });
  afterAll(() => shop.store.close());

  it('pricing is what one unit costs, with its tax, without it, and the tax alone', async () => {
    const { pricing, price, is_variation: isVariation } = await product();
    expect({ price, isVariation, pricing }).toEqual({
      price: 9.99,
      isVariation: false,
      pricing: pounds([11.99, 9.99, 2], [11.988, 9.99, 1.998]),
    });
    expect((await product({ sale_price: '5' })).pricing).toEqual(pounds([6, 5, 1]));
  });

  it('pricing and differences follow X-Currency, which lists take too; price, events and If-Match do not', async () => {
    const { id } = await product();
    const { id: modifier } = await shop.make(`/v1/products/${id}/modifiers`, { title: 'Size', type: 'variant' });
    const path = `/v1/products/${id}/modifiers/${modifier}/variations`;
    const { id: variation } = await shop.make(path, { title: 'Large', mod_price: '+1.00' });
    const own = (await shop.store.request<One<ProductRecord>>('GET', `/v1/products/${id}`)).body.result;
    expect(own.modifiers[modifier]?.variations[variation]?.difference).toBe('+£1.00');
    const yen = { with_tax: 1804, without_tax: 1503, tax: 301 };
    const pricing = {
      formatted: { with_tax: '¥1,804', without_tax: '¥1,503', tax: '¥301' },
      rounded: yen,
      raw: { with_tax: 1803.6, without_tax: 1503, tax: 300.6 },
    };
    const modifiers = structuredClone(own.modifiers);
    const shown = modifiers[modifier]?.variations[variation];
    // 10.99 × 150.5 is ¥1654.
    if (shown !== undefined) shown.difference = '+¥151';
    const expected = { ...own, pricing, modifiers };
    expect(await inCurrency(id, 'jpy')).toEqual(expected);
    const headers = { 'x-currency': 'JPY' };
    for (const list of ['/v1/products', '/v1/products/search']) {
      const query = { sku: own.sku };
      const { body } = await shop.store.request<Many<ProductRecord>>('GET', list, { query, headers });
      expect(body.result).toEqual([expected]);
    }
    const got = await shop.store.request('GET', `/v1/products/${id}`, { headers });
    const ifMatch = { 'if-match': got.headers.get('etag') ?? '' };
    const form = { title: 'Renamed' };
    const changed = await shop.store.request<One>('PUT', `/v1/products/${id}`, { form, headers: ifMatch });
    expect([changed.status, changed.body.result.pricing]).toEqual([200, own.pricing]);
    expect((await recordedEvents(shop.store, id)).at(-1)?.data).toEqual(changed.body.result);
    expect(await shop.refused('GET', '/v1/products', { headers: { 'x-currency': 'XXX' } })).toEqual({
      'X-Currency': ['X-Currency must be the code of an enabled currency'],
    });
  });

  it('a category is by its id, those above it within, to 20 levels, without their descriptions', async () => {
    const path: Saved[] = [];
    for (let level = 1; level <= 21; level += 1) {
      const parent = path.at(-1);
      const more = { description: `level ${level}`, ...(parent && { parent: parent.id }) };
      path.push(await category(`level-${level}`, more));
    }
    const deepest = path.at(-1);
    const below = { title: 'Below', slug: 'below', parent: deepest?.id ?? '' };
    expect(await shop.refused('POST', '/v1/categories', { form: below })).toEqual({
      parent: ['parent must not have more than 19 above it'],
    });
    const { id } = await product({ category: deepest?.id });
    const { body } = await shop.store.request<One<ProductRecord>>('GET', `/v1/products/${id}`);
    const above = path.slice(0, -1).reduce<unknown>((parent, { description: _, ...own }) => {
      return { value: own.title, data: { ...own, parent } };
    }, null);
    expect(body.result.category).toEqual({
      value: 'LEVEL-21',
      data: { [String(deepest?.id)]: { ...deepest, parent: above } },
    });
  });

  it('a category moves with those below it: none of them comes to have more than 20 above it', async () => {
    const chain: Saved[] = [];
    for (let level = 1; level <= 21; level += 1) {
      const parent = chain.at(-1);
      chain.push(await category(`link-${level}`, parent && { parent: parent.id }));
    }
    const [top, second, third] = chain.map(({ id }) => `/v1/categories/${id}`);
    const upper = await category('upper');
    const lower = await category('lower', { parent: upper.id });
    const tree = () => shop.list<Saved>('/v1/categories/tree');
    const before = await tree();
    const tooDeep = (path = '', parent: Saved) => shop.refused('PUT', path, { form: { parent: parent.id } });
    const message = { parent: ['parent must not bring a category below this one to have more than 20 above it'] };
    expect([await tooDeep(top, upper), await tooDeep(second, lower)]).toEqual([message, message]);
    expect(await tree()).toEqual(before);
    const moved = await shop.change<Saved>(third ?? '', { parent: lower.id });
    const { parent: _, ...above } = lower;
    expect(moved).toEqual({ ...chain[2], updated_at: TIME, parent: { value: 'LOWER', data: above } });
    const below = { title: 'Under', slug: 'under', parent: chain.at(-1)?.id ?? '' };
    expect(await shop.refused('POST', '/v1/categories', { form: below })).toEqual({
      parent: ['parent must not have more than 19 above it'],
    });
  });

  it('a list takes as many statements for 100 products as for one: six, and five while its modifiers are in memory', async () => {
    const shelves = await Promise.all(['x', 'y'].map((slug) => category(slug)));
    const { id: brand } = await shop.make('/v1/brands', { title: 'Acme', slug: 'acme' });
    for (let i = 0; i < 100; i += 1) {
      const { id } = await product({ category: shelves[i % 2]?.id, brand, description: 'counted' });
      if (i % 10 > 0) continue;
      const modifier = await shop.make(`/v1/products/${id}/modifiers`, { title: 'Size', type: 'variant' });
      await shop.make(`/v1/products/${id}/modifiers/${modifier.id}/variations`, { title: 'L', stock_level: '3' });
    }
    const list = '/v1/products?description=counted';
    const [all, one] = [`${list}&limit=100`, `${list}&limit=1&sort=id&order=asc`];
    expect([await statements(all), await statements(all), await statements(one)]).toEqual([6, 5, 5]);
    // Modifiers are read again after a change of their product.
    const { result } = await shop.list<ProductRecord>(one);
    for (const { id } of result) await shop.store.request('PUT', `/v1/products/${id}`, { form: { title: 'Changed' } });
    expect([await statements(one), await statements(one)]).toEqual([6, 5]);
  });

  it('an order keeps the product without pricing; one kept before has its category by id too', async () => {
    const shelf = await category('kept');
    const { pricing: _, ...kept } = await product({ category: shelf.id });
    const { id: order } = await shop.order();
    const item = await shop.item(order, { sku: kept.sku, product: kept.id });
    expect(item.product).toEqual({ value: kept.title, data: kept });
    const { is_variation: _none, ...old } = { ...kept, category: { value: 'KEPT', data: shelf } };
    const sql = 'UPDATE order_items SET product = ? WHERE id = ?';
    await shop.manager.query(sql, [JSON.stringify({ value: kept.title, data: old }), item.id]);
    const { result } = await shop.list<OrderItemRecord>(`/v1/orders/${order}/items`);
    expect(result).toEqual([item]);
  });
});

onEachEngine('records of products where prices include tax (storefront.md 3)', (engine) => {
  it('pricing takes the tax out of the price', async () => {
    const shop = await openShop(engine.databaseUrl, { PRICES_INCLUDE_TAX: '1' });
    const fields = { sku: 'T', title: 'T', slug: 't', price: '9.99', tax_band: shop.band.id };
    const { pricing } = await shop.make<ProductRecord>('/v1/products', fields);
    await shop.store.close();
    expect(pricing).toEqual(pounds([9.99, 8.32, 1.67], [9.99, 8.325, 1.665]));
  });
});
