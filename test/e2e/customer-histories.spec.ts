import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the history of customers (wire.md 7)', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const customer = (email: string) => shop.made('/v1/customers', { first_name: 'Ada', last_name: 'Lovelace', email });
  const answered = async (method: string, path: string, call = {}) =>
    (await shop.send<Fields>(method, path, call)).body.result;
  const paid = async (who: string, price: string, more: Fields = {}): Promise<string> => {
    const product = await shop.product({ price });
    const { id } = await shop.order(product.id, { customer: who, ...more });
    expect((await shop.pay('purchase', id, GOOD_CARD)).status).toBe(200);
    return id;
  };

  it('counts orders, what was paid and kept of them, and addresses, in every response with the customer', async () => {
    const { id } = await customer('counted@example.com');
    const other = await customer('other@example.com');
    const home = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      address_1: '1 High Street',
      postcode: 'BA1 1AA',
      country: 'GB',
    };
    await shop.made(`/v1/customers/${id}/addresses`, home);
    await paid(id, '1200.5');
    const refunded = await paid(id, '20');
    expect((await shop.pay('refund', refunded, { amount: '5' })).status).toBe(200);
    const product = await shop.product({ price: '7' });
    await shop.order(product.id, { customer: id });
    const cancelled = await shop.order(product.id, { customer: id });
    await shop.send('PUT', `/v1/orders/${cancelled.id}`, { json: { status: 'cancelled' } });
    await paid(other.id, '3');

    const history = { orders: 3, value: '£1,215.50', addresses: 1 };
    const one = await answered('GET', `/v1/customers/${id}`);
    expect(one['history']).toEqual(history);
    const listed = await shop.send<Fields[]>('GET', '/v1/customers', { query: { limit: '100' } });
    const historyOf = (who: string) => listed.body.result.find((record) => record['id'] === who)?.['history'];
    expect(historyOf(id)).toEqual(history);
    expect(historyOf(other.id)).toEqual({ orders: 1, value: '£3.00', addresses: 0 });
    const found = await shop.send<Fields[]>('GET', '/v1/customers/search', { query: { email: 'counted@example.com' } });
    expect(found.body.result).toEqual([one]);
    const changed = await answered('PUT', `/v1/customers/${id}`, { json: { first_name: 'Augusta' } });
    expect(changed).toEqual({ ...one, first_name: 'Augusta', updated_at: changed['updated_at'] });
  });

  it('is no part of the version: an order between two requests makes no record stale', async () => {
    const { id } = await customer('tagged@example.com');
    const tag = async () => (await store.request('GET', `/v1/customers/${id}`)).headers.get('etag') ?? '';
    const before = await tag();
    await paid(id, '10');
    expect(await tag()).toBe(before);
    const call = { json: { last_name: 'King' }, headers: { 'if-match': before } };
    expect((await store.request('PUT', `/v1/customers/${id}`, call)).status).toBe(200);
  });

  it('is shown to the customer, and not in events and orders', async () => {
    const signedIn = await SignedIn.open(shop);
    const { id, email } = await signedIn.customer();
    const order = await paid(id, '10');
    const me = await signedIn.by<Fields>(await signedIn.tokenOf(email), 'GET', '/v1/customers/me');
    expect(me.body.result['history']).toEqual({ orders: 1, value: '£10.00', addresses: 0 });
    const { body } = await shop.send<Fields & { customer: { data: Fields } }>('GET', `/v1/orders/${order}`);
    expect(Object.hasOwn(body.result.customer.data, 'history')).toBe(false);
  });
});
