import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { PromotionsCache } from '../../src/modules/promotions/promotions.cache';
import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordStatements, shortForm } from '../support/recorded-statements';
import { type Call, startStore, type TestStore } from '../support/store';
import { type Operation, STATEMENTS } from './statements.table';

/** A request that is ready to be sent. */
type Request = () => Promise<{ readonly status: number }>;

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High Street',
  postcode: 'BA1',
  country: 'GB',
};

/** A request that gets one more statement fails its test, and the list shows which (ADR 19). */
onEachEngine('a request sends the statements of its list and no others', (engine) => {
  let store: TestStore;
  let shop: Shop;
  /** Products of limited stock, with a tax band. */
  let goods: string[];
  let one: string;
  let shipping: string;
  let customer: string;
  let address: string;
  let currency: string;
  /** Discounts every cart. */
  let promotion: string;
  let count = 0;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    const band = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
    const product = { stock_status: 1, stock_level: 1_000_000, tax_band: band, requires_shipping: 1 };
    one = (await shop.product(product)).id;
    goods = [one, (await shop.product(product)).id, (await shop.product(product)).id];
    shipping = (await shop.shipping()).id;
    const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
    customer = (await shop.made('/v1/customers', person)).id;
    address = (await shop.made(`/v1/customers/${customer}/addresses`, ADDRESS)).id;
    promotion = (await shop.promotion({ amount: 5 })).id;
    await shop.promotion({ discount_code: 'TEN', priority: 1 });
    const pool = await shop.promotion({ priority: 2 });
    await shop.send('POST', `/v1/promotions/cart/${pool.id}/codes`, { json: { codes: ['POOLED'], uses: 0 } });
    const { body } = await store.request<{ result: { id: string }[] }>('GET', '/v1/currencies');
    currency = body.result[0]?.id ?? '';
    await shop.order(one, { shipping });
  });
  afterAll(() => store.close());

  const call = (method: string, path: string, parts?: Call): Request => {
    return () => store.request(method, path, parts);
  };
  const order = () => ({
    status: 'unpaid',
    total: '9',
    subtotal: '9',
    currency,
    currency_code: 'GBP',
    exchange_rate: '1',
  });
  const orderPath = async () => `/v1/orders/${(await shop.made('/v1/orders', order())).id}`;
  const add = (cart: string, id = one): Request => call('POST', `/v1/carts/${cart}`, { form: { id } });
  const newCart = () => `cart-of-statements-${(count += 1)}`;
  const filled = async (code?: string): Promise<string> => {
    const cart = newCart();
    for (const id of goods) await add(cart, id)();
    if (code !== undefined) await store.request('PUT', `/v1/carts/${cart}`, { form: { discount_code: code } });
    return cart;
  };
  const usual = (): Fields => ({ customer, gateway: 'dummy', shipping, bill_to: ADDRESS, ship_to: 'bill_to' });
  const checkout = (cart: string, json: Fields): Request => call('POST', `/v1/carts/${cart}/checkout`, { json });
  const plain = async () => checkout(await shop.cart(one), { gateway: 'dummy', shipping });

  const requests: Readonly<Record<Operation, () => Promise<Request> | Request>> = {
    'POST an order': () => call('POST', '/v1/orders', { form: order() }),
    'POST an order, with a key': () => {
      const headers = { 'idempotency-key': `key-${(count += 1)}` };
      return call('POST', '/v1/orders', { form: order(), headers });
    },
    'GET an order': async () => call('GET', await orderPath()),
    'PUT an order': async () => call('PUT', await orderPath(), { form: { total: '11' } }),
    'GET orders': () => call('GET', '/v1/orders'),
    'GET orders of a status': async () => {
      await shop.made('/v1/orders', { ...order(), status: 'paid' });
      return call('GET', '/v1/orders/search', { query: { status: 'paid', strict: '1' } });
    },
    'GET orders of a promotion': () => call('GET', '/v1/orders', { query: { promotion } }),
    'DELETE an order': async () => call('DELETE', await orderPath()),
    'POST the first item of a cart': () => add(newCart()),
    'POST another item': async () => add(await shop.cart(one), goods[1]),
    'POST more of an item': async () => add(await shop.cart(one)),
    'GET a cart': async () => call('GET', `/v1/carts/${await filled()}`),
    'PUT a code': async () => call('PUT', `/v1/carts/${await filled()}`, { form: { discount_code: 'TEN' } }),
    'GET the options of a checkout': async () => call('GET', `/v1/carts/${await filled()}/checkout`),
    'POST a checkout': plain,
    'POST the same checkout again': async () => {
      const same = await plain();
      await same();
      return same;
    },
    'POST a checkout with a customer, an address, a code and three limited products': async () =>
      checkout(await filled('TEN'), usual()),
    'POST the same with an address by its id': async () =>
      checkout(await filled('TEN'), { ...usual(), bill_to: address }),
    'POST the same with a code of a pool': async () => checkout(await filled('POOLED'), usual()),
    'POST all of that in one request': () =>
      call('POST', '/v1/carts/checkout', { json: { ...usual(), items: goods.map((id) => ({ id })), code: 'TEN' } }),
    'POST a whole purchase of a new customer, and its payment': () => async () => {
      const person = { first_name: 'Ada', last_name: 'Lovelace', email: `ada-${(count += 1)}@example.com` };
      const items = goods.slice(0, 2).map((id) => ({ id }));
      const json = { ...usual(), customer: person, items, code: 'TEN' };
      const { body } = await store.request<{ result: { id: string } }>('POST', '/v1/carts/checkout', { json });
      return shop.pay('purchase', body.result.id, GOOD_CARD);
    },
    'POST a payment': async () => {
      const { id } = await shop.order(one, { shipping });
      return () => shop.pay('purchase', id, GOOD_CARD);
    },
  };

  it.each(Object.entries(requests))('%s', async (name, request) => {
    const ready = await request();
    // In memory and recent, as in a store with traffic.
    await store.app.get(PromotionsCache).within(store.app.get<DataSource>(getDataSourceToken()).manager);
    let status = 0;
    const sent = await recordStatements(store, async () => ({ status } = await ready()));
    expect([200, 201]).toContain(status);
    expect(sent.map(shortForm)).toEqual(STATEMENTS[name as Operation]);
  });
});
