import { JobRunner } from '../../src/platform/jobs/job-runner';
import { type Fields, type OrderResult, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

interface Preview {
  readonly applied: readonly { readonly id: string }[];
  readonly totals: Record<'post_discount', Record<'raw', Fields>>;
}

onEachEngine('the products of previewed items', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, {}, true);
    shop = await Shop.open(store);
  });
  // A promotion of one test would take part in the checkouts of the others.
  afterEach(async () => {
    const { body } = await shop.send<{ id: string }[]>('GET', '/v1/promotions/cart');
    for (const { id } of body.result) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  });
  afterAll(() => store.close());

  const preview = async (json: Fields): Promise<Preview> => {
    const { status, body } = await store.request<Result<Preview>>('POST', '/v1/promotions/cart/preview', { json });
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.result;
  };

  it('promotions.md, Preview: rules see of an item with the id of a product what a checkout sees, unless it is sent', async () => {
    const { id: parent } = await shop.made('/v1/categories', { title: 'Kitchen', slug: 'kitchen', status: 1 });
    const { id: category } = await shop.made('/v1/categories', { title: 'Mugs', slug: 'mugs', status: 1, parent });
    const { id: brand } = await shop.made('/v1/brands', { title: 'Acme', slug: 'acme', status: 1 });
    const named = { title: 'Mug', sku: 'MUG', slug: 'mug', sale_price: '8' };
    const { id } = await shop.product({ ...named, price: '10', weight: '0.4', category, brand });
    const facts = { ...named, tax_band: shop.untaxed, id, brand: 'acme', category: 'kitchen' };
    const promotions = Object.entries(facts).map(([match, against]) => ({
      id: match,
      title: match,
      action: 'discount_by_fixed',
      amount: '1',
      match_items: { type: 'group', children: [{ type: 'cart_item', match, operator: '=', against }] },
    }));
    const applied = async (more: Fields): Promise<string[]> => {
      const { applied: found } = await preview({ items: [{ id, price: '8', quantity: 1, ...more }], promotions });
      return found.map((it) => it.id);
    };
    const all = Object.keys(facts).sort();
    expect(await applied({})).toEqual(all);
    // By its SKU alone too.
    expect(await applied({ id: '', sku: 'MUG' })).toEqual(all);
    expect(await applied({ id: '', sku: 'MUG-L', product_sku: 'MUG' })).toEqual(all);
    // To the letter, as in a cart.
    expect(await applied({ id: '', sku: 'mug-2' })).toEqual(['tax_band']);
    const sent = { category: ['pots'], sku: 'MUG-L', brand: 'other' };
    // The sku of the product still matches (promotions.md 18).
    expect(await applied(sent)).toEqual(all.filter((match) => match === 'sku' || !Object.hasOwn(sent, match)));
    // A custom item has the default tax band.
    expect(await applied({ id: '1', sku: 'MUG' })).toEqual(['sku', 'tax_band']);
    expect(await applied({ id: '1', sku: 'MUG', tax_rate: '0' })).toEqual(['sku']);

    const match_items = JSON.stringify(promotions.at(-1)?.match_items);
    const { id: stored } = await shop.promotion({ title: 'Kitchen', amount: 50, match_items });
    const { totals } = await preview({ items: [{ id, price: '8', quantity: 3 }], only: [stored] });
    const order: OrderResult = await shop.order(id, {}, 3);
    expect([order.total, totals.post_discount.raw['with_tax']]).toEqual([12, 12]);
  });

  it('promotions.md 18: a rule by the sku of a product matches its variations; product_sku is the sku of the product alone', async () => {
    const { id, sku } = await shop.product({ price: '10' });
    const path = `/v1/products/${id}/modifiers`;
    const { id: size } = await shop.made(path, { title: 'Size', type: 'variant' });
    const variation = (title: string, more: Fields = {}) => shop.made(`${path}/${size}/variations`, { title, ...more });
    const large = await variation('L', { sku: 'TEE-L' });
    const medium = await variation('M');
    const cart = 'sizes';
    const add = (form: Fields) => shop.send('POST', `/v1/carts/${cart}`, { form: { quantity: 1, ...form } });
    for (const { id: value } of [large, medium]) await add({ id, modifier: { [size]: value } });
    await add({ sku: 'CUSTOM', name: 'Made to measure', price: '10', tax_band: shop.untaxed, requires_shipping: 0 });
    const rules = [
      ['sku', '=', sku, 2],
      ['sku', '=', 'TEE-L', 1],
      ['sku', 'in', ['TEE-L', sku], 2],
      ['sku', '!=', sku, 1],
      ['sku', '!in', ['TEE-L'], 2],
      ['product_sku', '=', sku, 2],
      ['product_sku', '=', 'TEE-L', 0],
      ['product_sku', '!=', sku, 1],
      ['product_sku', 'empty', '', 1],
    ] as const;
    const ids = new Map<string, number>();
    for (const [match, operator, against, lines] of rules) {
      const match_items = JSON.stringify({
        type: 'group',
        children: [{ type: 'cart_item', match, operator, against }],
      });
      ids.set((await shop.promotion({ action: 'discount_by_fixed', amount: '0.01', match_items })).id, lines);
    }
    const only = [...ids.keys()];
    const asked = [...ids].filter(([, lines]) => lines > 0).map(([key, lines]) => [key, lines / 100]);
    const told = (of: readonly Fields[], key: string): unknown[] => {
      return of.filter((each) => ids.has(String(each[key]))).map((each) => [each[key], each['discount']]);
    };
    expect(told((await preview({ cart, only })).applied, 'id')).toEqual(asked);
    const items = [
      { id, price: 10, quantity: 1, sku: 'TEE-L' },
      { id, price: 10, quantity: 1, sku: `${String(sku)}-M` },
      { price: 10, quantity: 1, sku: 'CUSTOM' },
    ];
    expect(told((await preview({ items, only })).applied, 'id')).toEqual(asked);
    const { status, body } = await shop.checkout(cart);
    expect([status, body.errors]).toEqual([201, undefined]);
    const order = await shop.send('GET', `/v1/orders/${body.result.id}`, { query: { include: 'discounts' } });
    expect(told(order.body.result['discounts'] as Fields[], 'promotion')).toEqual(asked);
    const started = await shop.send('POST', '/v1/promotions/backtests', { json: { promotions: only } });
    await store.app.get(JobRunner).settle();
    const tested = `/v1/promotions/backtests/${started.body.result.id}/orders`;
    const [touched] = (await shop.send<{ promotions: Fields[] }[]>('GET', tested)).body.result;
    expect(told(touched?.promotions ?? [], 'id')).toEqual(asked);
  });
});
