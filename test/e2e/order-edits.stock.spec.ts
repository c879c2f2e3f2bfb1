import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** The rows of what an order holds. */
const HELD = 'SELECT sku, quantity, released_at FROM order_stock WHERE order_id = ?';

onEachEngine('edits of orders that were revived while their product was not counted', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: Fields & { id: string };
  let order: string;

  const changed = async (path: string, json: Fields): Promise<void> => {
    const { status, body } = await shop.send('PUT', path, { json });
    if (status !== 200) throw new Error(`PUT ${path} answered ${status}: ${JSON.stringify(body)}`);
  };
  const put = (status: string) => changed(`/v1/orders/${order}`, { status });
  const count = (isCounted: boolean) => changed(`/v1/products/${product.id}`, { stock_status: isCounted ? 1 : 0 });
  const edit = async (quantity: number): Promise<void> => {
    const json = { items: [{ sku: product['sku'], quantity }] };
    expect((await shop.send('POST', `/v1/orders/${order}/edits`, { json })).status).toBe(200);
  };
  /** Returns how much is left of the product, and the stock that the order holds or has given back. */
  const stock = async (): Promise<unknown> => {
    const rows = await store.app.get<DataSource>(getDataSourceToken()).query<Fields[]>(HELD, [order]);
    const held = rows.map(({ sku, quantity, released_at: at }) => ({ sku, quantity, isReleased: at !== null }));
    return { left: await shop.stockOf(product.id), held };
  };
  const expected = (left: number, quantity: number, isReleased: boolean) => ({
    left,
    held: [{ sku: product['sku'], quantity, isReleased }],
  });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());
  /** An order of three, in force, that holds none of ten. */
  beforeEach(async () => {
    product = await shop.product({ stock_status: 1, stock_level: 10 });
    order = (await shop.order(product.id, {}, 3)).id;
    await put('failed');
    await count(false);
    await put('unpaid');
    await count(true);
  });

  it('orders-and-payments.md 6: fewer give nothing back, and are what a revival takes again', async () => {
    expect(await stock()).toEqual(expected(10, 3, true));
    await edit(2);
    expect(await stock()).toEqual(expected(10, 2, true));
    await put('failed');
    expect(await stock()).toEqual(expected(10, 2, true));
    await put('unpaid');
    expect(await stock()).toEqual(expected(8, 2, false));
  });

  it('orders-and-payments.md 6: none gives nothing back, and a revival takes none', async () => {
    const other = await shop.product();
    const items = [
      { sku: product['sku'], quantity: 0 },
      { sku: other['sku'], quantity: 1 },
    ];
    expect((await shop.send('POST', `/v1/orders/${order}/edits`, { json: { items } })).status).toBe(200);
    expect(await stock()).toEqual({ left: 10, held: [] });
    await put('failed');
    await put('unpaid');
    expect(await stock()).toEqual({ left: 10, held: [] });
  });

  it('orders-and-payments.md 6: more are held, given back and taken again by a revival', async () => {
    await edit(5);
    expect(await stock()).toEqual(expected(8, 2, false));
    await put('failed');
    expect(await stock()).toEqual(expected(10, 2, true));
    await put('unpaid');
    expect(await stock()).toEqual(expected(8, 2, false));
  });
});
