import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

onEachEngine('stock events (orders-and-payments.md 31)', (engine) => {
  let store: TestStore;
  let shop: Shop;

  const stocked = (stock_level: number, more: Fields = {}) => shop.product({ stock_level, stock_status: '1', ...more });
  const change = (id: string, form: Fields) => shop.send('PUT', `/v1/products/${id}`, { form });
  /** The levels that the updates of a product told. */
  const told = async (id: string): Promise<unknown[]> => {
    const events = await recordedEvents(store, id);
    return events.filter(({ type }) => type === 'product.updated').map(({ data }) => (data as Fields)['stock_level']);
  };
  const cancel = (order: { id: string }) =>
    shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'cancelled' } });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 31: low_stock is kept, shown, found and unset', async () => {
    const product = await stocked(9, { low_stock: 4 });
    expect(product).toMatchObject({ low_stock: 4 });
    const found = await shop.send<Fields[]>('GET', '/v1/products?low_stock=4');
    expect(found.body.result.map(({ id }) => id)).toEqual([product.id]);
    expect((await change(product.id, { low_stock: '' })).body.result).toMatchObject({
      low_stock: null,
      stock_level: 9,
    });
    expect((await shop.send<Fields[]>('GET', '/v1/products?low_stock=4')).body.result).toEqual([]);
    expect((await change(product.id, { low_stock: '-1' })).body.errors).toEqual({
      low_stock: ['low_stock must be 0 or more'],
    });
    expect(await told(product.id)).toEqual([9]);
  });

  it('orders-and-payments.md 31: a sale and a return that cross a level say so once, others nothing', async () => {
    const product = await stocked(6, { low_stock: 3 });
    const first = await shop.order(product.id, {}, 2);
    expect(await told(product.id)).toEqual([]);
    const second = await shop.order(product.id, {}, 1);
    expect(await told(product.id)).toEqual([3]);
    const third = await shop.order(product.id, {}, 1);
    expect(await told(product.id)).toEqual([3]);
    const last = await shop.order(product.id, {}, 2);
    expect(await told(product.id)).toEqual([3, 0]);
    await cancel(third);
    expect(await told(product.id)).toEqual([3, 0, 1]);
    await cancel(second);
    expect(await told(product.id)).toEqual([3, 0, 1]);
    await cancel(first);
    await cancel(last);
    expect(await told(product.id)).toEqual([3, 0, 1, 4]);
  });

  it('orders-and-payments.md 31: one sale over both levels is one event, without low_stock only 0 counts', async () => {
    const both = await stocked(5, { low_stock: 3 });
    await shop.order(both.id, {}, 5);
    expect(await told(both.id)).toEqual([0]);
    const plain = await stocked(2);
    await shop.order(plain.id);
    expect(await told(plain.id)).toEqual([]);
    await shop.order(plain.id);
    expect(await told(plain.id)).toEqual([0]);
    const unlimited = await stocked(1, { stock_status: '0' });
    await shop.order(unlimited.id, {}, 3);
    expect(await told(unlimited.id)).toEqual([]);
  });

  it('orders-and-payments.md 31: of several products sold or given back at once, those that cross a level say so', async () => {
    const goods = [await stocked(9, { low_stock: 5 }), await stocked(9), await stocked(4)];
    const cart = await shop.cart(goods[0]?.id ?? '', 4);
    for (const { id } of goods.slice(1)) await shop.send('POST', `/v1/carts/${cart}`, { form: { id, quantity: 4 } });
    const all = () => Promise.all(goods.map(({ id }) => told(id)));
    const { body } = await shop.checkout(cart);
    expect(await all()).toEqual([[5], [], [0]]);
    await cancel(body.result);
    expect(await all()).toEqual([[5, 9], [], [0, 4]]);
  });

  it('orders-and-payments.md 31: parallel sales over a level make one event', async () => {
    const product = await stocked(12, { low_stock: 6 });
    const carts = await Promise.all(Array.from({ length: 14 }, () => shop.cart(product.id)));
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
    expect(await told(product.id)).toEqual([6, 0]);
    expect(await shop.stockOf(product.id)).toBe(0);
  });

  it('orders-and-payments.md 31: a checkout that fails after it took stock tells nothing', async () => {
    const product = await stocked(1);
    const cart = await shop.cart(product.id);
    const { status } = await shop.checkout(cart, { expected_total: '1' });
    expect([status, await told(product.id), await shop.stockOf(product.id)]).toEqual([409, [], 1]);
  });
});
