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
    store = await startStore(engine.databaseUrl);
    shop = await Shop.open(store);
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
    const sent = { category: ['pots'], sku: 'MUG-L', brand: 'other' };
    expect(await applied(sent)).toEqual(all.filter((match) => !Object.hasOwn(sent, match)));
    expect(await applied({ id: '1', sku: 'MUG' })).toEqual(['sku']);

    const match_items = JSON.stringify(promotions.at(-1)?.match_items);
    const { id: stored } = await shop.promotion({ title: 'Kitchen', amount: 50, match_items });
    const { totals } = await preview({ items: [{ id, price: '8', quantity: 3 }], only: [stored] });
    const order: OrderResult = await shop.order(id, {}, 3);
    expect([order.total, totals.post_discount.raw['with_tax']]).toEqual([12, 12]);
  });
});
