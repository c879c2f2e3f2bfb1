import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Product } from '../../src/modules/catalog/data/product.entity';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { type Call, startStore, type TestStore } from '../support/store';

onEachEngine('rules of the catalog', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let dataSource: DataSource;

  const refused = async (method: string, path: string, call: Call): Promise<Record<string, string[]>> => {
    const { status, body } = await shop.send(method, path, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const category = async (slug: string, parent?: string): Promise<string> =>
    (await shop.made('/v1/categories', { title: slug, slug, parent: parent ?? '' })).id;
  const found = async (query: string): Promise<unknown[]> => {
    const { body } = await shop.send<Fields[]>('GET', `/v1/products?sort=sku&order=asc&${query}`);
    return body.result.map(({ sku }) => sku);
  };
  const discountOf = async (productId: string): Promise<unknown[]> => {
    const cart = await shop.cart(productId);
    const { body } = await shop.send<CartResult>('GET', `/v1/carts/${cart}`);
    return body.result.promotions.applied.map(({ title }) => title);
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    dataSource = store.app.get<DataSource>(getDataSourceToken());
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 30: category[] takes several, by id or slug', async () => {
    const [tea, cups, pots] = [await category('tea'), await category('cups'), await category('7')];
    for (const [sku, id] of Object.entries({ 'K-tea': tea, 'K-cup': cups, 'K-pot': pots }))
      await shop.product({ sku, category: id });
    await shop.product({ sku: 'K-none' });
    expect(await found(`category[]=${tea}&category[]=cups`)).toEqual(['K-cup', 'K-tea']);
    expect(await found(`category[0]=7&category[1]=${tea}`)).toEqual(['K-pot', 'K-tea']);
    expect(await found(`category[]=cups&sku=K-tea`)).toEqual([]);
    expect(await found(`category[]=nowhere`)).toEqual([]);
    expect(await found(`category=cups`)).toEqual(['K-cup']);
    expect(await found(`category[x]=cups`)).toEqual([]);
    expect(await found(`brand[]=cups`)).toEqual([]);
    const { body, headers } = await shop.send('GET', `/v1/products?limit=1&category[]=${tea}&category[]=cups`);
    expect(headers.get('unknown-filters')).toBeNull();
    expect(body).toMatchObject({
      pagination: { total: 2, links: { next: expect.stringContaining('category') as unknown } },
    });
  });

  it('orders-and-payments.md 30: stock_status 0 to 5', async () => {
    const sells = async (stock_status: string, stock_level: number): Promise<unknown[]> => {
      const { id, ...record } = await shop.product({ stock_status, stock_level });
      const added = await shop.send('POST', `/v1/carts/status-${id}`, { form: { id, quantity: 2 } });
      const sold = added.status === 201 ? (await shop.checkout(`status-${id}`)).status : added.body.errors;
      return [(record['stock_status'] as Fields)['value'], sold, await shop.stockOf(id)];
    };
    expect(await sells('0', 1)).toEqual(['Unlimited', 201, 1]);
    expect(await sells('1', 5)).toEqual(['In Stock', 201, 3]);
    expect(await sells('2', 5)).toEqual(['Low Stock', 201, 3]);
    expect(await sells('4', 1)).toEqual(['More Stock Ordered', 422, 1]);
    expect(await sells('3', 5)).toEqual(['Out Of Stock', { id: ['id is not for sale'] }, 5]);
    expect(await sells('5', 5)).toEqual(['Discontinued', { id: ['id is not for sale'] }, 5]);
    expect(await refused('POST', '/v1/products', { form: { stock_status: '6' } })).toMatchObject({
      stock_status: ['stock_status must be one of 0, 1, 2, 3, 4, 5'],
    });
  });

  it('orders-and-payments.md 30: a rule on a category matches products of categories below it', async () => {
    const wear = await category('wear');
    const shoes = await category('shoes', wear);
    const boots = await category('boots', shoes);
    const rules = (against: string) => ({
      discount_code: '',
      match_items: JSON.stringify({
        type: 'group',
        children: [{ type: 'cart_item', match: 'category', operator: '=', against }],
      }),
    });
    await shop.promotion({ title: 'all wear', ...rules(wear) });
    await shop.promotion({ title: 'only boots', ...rules('boots') });
    // Promotions of other tests apply to every product.
    const own = (titles: unknown[]) => titles.filter((title) => title === 'all wear' || title === 'only boots').sort();
    const of = async (id: string) => own(await discountOf((await shop.product({ category: id })).id));
    expect([await of(boots), await of(shoes), await of(wear)]).toEqual([
      ['all wear', 'only boots'],
      ['all wear'],
      ['all wear'],
    ]);
    expect(own(await discountOf((await shop.product()).id))).toEqual([]);
    const moved = await shop.product({ category: boots });
    await shop.send('PUT', `/v1/categories/${shoes}`, { form: { parent: '' } });
    expect(own(await discountOf(moved.id))).toEqual(['only boots']);
  });

  it('orders-and-payments.md 32: a sale price is not above the price', async () => {
    const fault = { sale_price: ['sale_price must not be above price'] };
    const product = await shop.product({ price: '10', sale_price: '10' });
    const form = { sku: 'S', title: 'S', slug: 'S', price: '1', sale_price: '1.0001', tax_band: shop.untaxed };
    expect(await refused('POST', '/v1/products', { form })).toEqual(fault);
    expect(await refused('PUT', `/v1/products/${product.id}`, { form: { price: '9.99' } })).toEqual(fault);
    await dataSource.manager.query('UPDATE products SET sale_price = 990000 WHERE id = ?', [product.id]);
    expect((await shop.send('PUT', `/v1/products/${product.id}`, { form: { title: 'Old' } })).status).toBe(200);
    const row = await dataSource.manager.findOneByOrFail(Product, { id: product.id });
    expect([row.title, row.salePrice]).toEqual(['Old', 990000n]);
  });

  it('orders-and-payments.md 32: free_ship names shipping methods there are, and keeps them', async () => {
    const [free, other] = [await shop.shipping(), await shop.shipping()];
    const action = { action: 'free_ship', amount: 0 };
    const method = (id: string) => ({ form: { ...action, shipping_methods: JSON.stringify([id]) } });
    const promotion = await shop.promotion({ title: 'Gratis', ...method(free.id).form });
    const path = `/v1/promotions/cart/${promotion.id}`;
    expect(await refused('PUT', path, method('7'))).toEqual({
      shipping_methods: ['shipping_methods must name shipping methods: 7 does not exist'],
    });
    const used = await refused('DELETE', `/v1/shipping/${free.id}`, {});
    expect(used).toEqual({ shipping: ['shipping is used by the promotion Gratis'] });
    expect((await shop.send('PUT', path, method(other.id))).status).toBe(200);
    expect((await shop.send('DELETE', `/v1/shipping/${free.id}`)).status).toBe(200);
    await dataSource.manager.query('UPDATE promotions SET shipping_methods = ? WHERE id = ?', ['["7"]', promotion.id]);
    const renamed = await shop.send('PUT', path, { form: { title: 'Still gratis' } });
    expect([renamed.status, renamed.body.result['shipping_methods']]).toEqual([200, ['7']]);
  });

  it('orders-and-payments.md 32: an amount that is too large says so', async () => {
    const promotion = await shop.promotion();
    const path = `/v1/promotions/cart/${promotion.id}`;
    const amounts = { action: 'discount_by_fixed', amount: '9999999999999.9901', max_quantity: '1'.repeat(20) };
    expect(await refused('PUT', path, { form: amounts })).toEqual({
      amount: ['amount must be at most 9999999999999.99'],
      max_quantity: ['max_quantity must be at most 9999999999999.99'],
    });
    expect(await refused('PUT', path, { form: { amount: 'lots' } })).toEqual({
      amount: ['amount must be a decimal number'],
    });
  });
});
