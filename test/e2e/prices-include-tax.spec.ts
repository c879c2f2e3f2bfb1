import { type CartResult, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { makeDatabase } from '../support/database';
import { startDatabase } from '../support/database-server';
import { onEachEngine } from '../support/engines';
import { describeWith } from '../support/left-out';
import { type PrivateServer, startRedis } from '../support/private-servers';
import { startStore, TEST_SECRETS_KEY, type TestStore } from '../support/store';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';

onEachEngine('a store whose prices include tax (orders-and-payments.md 25, 26)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let standard: string;
  let reduced: string;

  const itemsOf = async (order: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`, { query: { sort: 'id', order: 'asc' } })).body
      .result;
  const read = async (order: string): Promise<OrderResult> =>
    (await shop.send<OrderResult>('GET', `/v1/orders/${order}`)).body.result;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { PRICES_INCLUDE_TAX: '1', RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    standard = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
    reduced = (await shop.made('/v1/taxes', { title: 'Reduced', rate: '5' })).id;
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 25: 9.99 stays 9.99 in cart, options, preview and order', async () => {
    const tea = await shop.product({ price: '0.99', tax_band: standard });
    const pot = await shop.product({ price: '24.99', tax_band: reduced });
    const method = await shop.shipping({ price: '4', tax_band: standard });
    const cart = await shop.cart(tea.id, 3);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: pot.id } });
    await shop.send('POST', `/v1/carts/${cart}`, {
      form: { name: 'Wrap', price: '9.99', sku: 'W', tax_band: standard },
    });
    const { body } = await shop.send<CartResult>('GET', `/v1/carts/${cart}`);
    // 2.97 − 0.50, 24.99 − 1.19, 9.99 − 1.67.
    const totals = { with_tax: 37.95, without_tax: 34.59, tax: 3.36, rounding: 0 };
    expect(body.result.totals.post_discount.raw).toEqual(totals);
    const options = await shop.send<{ total: number; shipping: { methods: Fields[] } }>(
      'GET',
      `/v1/carts/${cart}/checkout`,
    );
    expect([options.body.result.total, options.body.result.shipping.methods[0]?.['total']]).toEqual([37.95, 41.95]);
    const preview = await shop.send<Fields>('POST', '/v1/promotions/cart/preview', { json: { cart } });
    expect(preview.body.result['totals']).toMatchObject({ post_discount: { raw: totals } });
    const order = (await shop.checkout(cart, { shipping: method.id, expected_total: '41.95' })).body.result;
    expect(order['totals']).toMatchObject({
      raw: { subtotal: 34.59, shipping_price: 3.33, tax: 4.03, total: 41.95 },
    });
    expect((await itemsOf(order.id)).map(({ price, net, tax, total }) => [price, net, tax, total])).toEqual([
      [0.99, 2.47, 0.5, 2.97],
      [24.99, 23.8, 1.19, 24.99],
      [9.99, 8.32, 1.67, 9.99],
    ]);
  });

  it('orders-and-payments.md 4, 25: an edit of an order takes its prices and its shipping with tax too', async () => {
    const tea = await shop.product({ price: '9.99', tax_band: standard });
    const method = await shop.shipping({ price: '4', tax_band: standard });
    const promotion = await shop.promotion({ amount: 10 });
    const order = await shop.order(tea.id, { shipping: method.id }, 3);
    expect(order['totals']).toMatchObject({ raw: { subtotal: 22.47, shipping_price: 3.33, tax: 5.17, total: 30.97 } });
    const edit = { items: [{ sku: tea['sku'], quantity: 1, price: 6 }], shipping_price: 1.2 };
    const { body } = await shop.send<Fields>('POST', `/v1/orders/${order.id}/edits`, { json: edit });
    expect(body.result).toMatchObject({
      after: { raw: { subtotal: 4.5, shipping_price: 1, tax: 1.1, total: 6.6 } },
      items: [{ price: 6, discount: 0.6, net: 4.5, tax: 0.9, total: 5.4 }],
    });
    await shop.send('DELETE', `/v1/promotions/cart/${promotion.id}`);
  });

  it('orders-and-payments.md 25: the items of a stated order are taxed within their price', async () => {
    const tea = await shop.product({ price: '9.99', tax_band: standard });
    const currency = ((await read((await shop.order(tea.id)).id))['currency'] as { data: { id: string } }).data.id;
    const fields = { currency, currency_code: 'GBP', exchange_rate: 1, subtotal: 8.32, total: 9.99 };
    const stated = await shop.made('/v1/orders', fields);
    const item = { sku: 'A', title: 'A', quantity: 1, tax_rate: 20, tax_band: standard, price: 9.99 };
    const added = await shop.send<Fields>('POST', `/v1/orders/${stated.id}/items`, { json: item });
    expect(added.body.result).toMatchObject({ price: 9.99, net: 8.32, tax: 1.67, total: 9.99 });
  });

  it("orders-and-payments.md 26: items of a preview include tax as the store's, unless it says otherwise", async () => {
    const items = [{ price: 12, quantity: 1, tax_rate: 20 }];
    const charged = async (json: Fields): Promise<unknown> =>
      (await shop.send<{ lines: Fields[] }>('POST', '/v1/promotions/cart/preview', { json })).body.result.lines[0];
    expect(await charged({ items })).toMatchObject({ net: 10, tax: 2, charged: 12 });
    expect(await charged({ items, prices_include_tax: 0 })).toMatchObject({ net: 12, tax: 2.4, charged: 14.4 });
  });
});

const TOKEN = 'price-tax-token-0123456789-0123456789';
const CHANGED =
  'PRICES_INCLUDE_TAX is true, but the store has orders from when it was false: set it back to false. It can be chosen before the first order only';

/** Makes the first order of a store. */
async function makeOrder(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const currencies = await fetch(`${url}/v1/currencies`, { headers });
  const { result } = (await currencies.json()) as { result: { id: string; code: string }[] };
  const [currency] = result;
  const body = new URLSearchParams({
    ...{ subtotal: '1', total: '1', exchange_rate: '1' },
    ...{ currency: currency?.id ?? '', currency_code: currency?.code ?? '' },
  });
  return (await fetch(`${url}/v1/orders`, { method: 'POST', headers, body })).status;
}

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

describe('PRICES_INCLUDE_TAX that is changed (orders-and-payments.md 25)', () => {
  it('is free before the first order, and stops the start after it', async () => {
    const folder = emptyFolder();
    const env = { BOOTSTRAP_TOKEN: TOKEN, PORT: '0' };
    const start = (includes: string) => StoreProcess.api(folder, { ...env, PRICES_INCLUDE_TAX: includes });
    const stop = (store: StoreProcess): Promise<unknown> => {
      store.signal('SIGTERM');
      return store.ended;
    };
    await stop(await start('1'));
    const store = await start('0');
    expect(await makeOrder(store.url)).toBe(201);
    await stop(store);
    const refused = await new StoreProcess('main.js', folder, { ...env, PRICES_INCLUDE_TAX: '1' }).ended;
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(CHANGED)]);
    const again = await StoreProcess.api(folder, env);
    expect((await fetch(`${again.url}/health/ready`)).status).toBe(200);
  });
});

describeWith(['mariadb', 'redis'], 'PRICES_INCLUDE_TAX that is changed, for the worker', () => {
  let mariaDb: PrivateServer;
  let redis: PrivateServer;
  beforeAll(async () => {
    [mariaDb, redis] = await Promise.all([startDatabase(), startRedis()]);
    await makeDatabase(mariaDb.url, 'shop');
  });
  afterAll(() => Promise.all([mariaDb.stop(), redis.stop()]));

  it('stops its start', async () => {
    const folder = emptyFolder();
    const env = {
      ...{ DATABASE_URL: `${mariaDb.url}/shop`, REDIS_URL: redis.url, SECRETS_KEY: TEST_SECRETS_KEY },
      ...{ METRICS_PORT: '0', BOOTSTRAP_TOKEN: TOKEN, PORT: '0' },
    };
    expect((await runCommand(folder, env, 'migrate')).code).toBe(0);
    const store = await StoreProcess.api(folder, env);
    expect(await makeOrder(store.url)).toBe(201);
    const refused = await new StoreProcess('worker.js', folder, { ...env, PRICES_INCLUDE_TAX: '1' }).ended;
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(CHANGED)]);
  });
});
