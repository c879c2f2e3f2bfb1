import { Clock } from '../../src/kernel/clock';
import { ClientsService } from '../../src/modules/access/clients.service';
import { type Fields, GOOD_CARD, type OrderResult, type Result, Shop } from '../builders/cart-shop.builder';
import { StatisticsBooks } from '../builders/statistics.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const FIRST = Date.parse('2026-03-01T23:59:59.000Z');
const DAY = 86_400_000;

onEachEngine('statistics (storefront.md 13)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let books: StatisticsBooks;
  let mug: string;
  let sku: unknown;
  let now: jest.SpyInstance;
  const orders: Record<string, OrderResult> = {};
  const customers: string[] = [];

  const at = (day: number): void => void now.mockReturnValue(new Date(FIRST + day * DAY));
  const pay = async (method: string, { id }: OrderResult, form: Fields = {}): Promise<void> =>
    expect((await shop.pay(method, id, form)).status).toBe(200);
  const put = async (path: string, form: Fields): Promise<void> =>
    expect((await shop.send('PUT', path, { form })).status).toBe(200);
  const remove = async (path: string): Promise<void> => expect((await shop.send('DELETE', path)).status).toBe(200);
  const customer = async (): Promise<void> => {
    const form = { first_name: 'Ada', last_name: 'Byron', email: `c${customers.length}@example.com` };
    customers.push((await shop.made('/v1/customers', form)).id);
  };
  const read = async (what: string, query: Record<string, string> = {}) => {
    const { status, body } = await shop.send<Fields>('GET', `/v1/statistics/${what}`, { query });
    expect([what, status]).toEqual([what, 200]);
    return body.result;
  };
  const readAll = () =>
    Promise.all(['store', 'revenue', 'orders', 'customers'].map((what) => read(what, { from: '2026-03-01' })));

  /** Three days: orders of all ends, in two currencies, and customers of whom one goes. */
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    now = jest.spyOn(store.app.get(Clock), 'now');
    at(0);
    shop = await Shop.open(store);
    books = new StatisticsBooks(store);
    const euro = { code: 'EUR', title: 'Euro', format: '€{price}', decimal_point: '.', thousand_point: ',' };
    await shop.made('/v1/currencies', { ...euro, exchange_rate: '3', enabled: 1 });
    const product = await shop.product({ price: '10' });
    [mug, sku] = [product.id, product['sku']];
    for (let i = 0; i < 3; i += 1) await customer();
    for (const name of ['paid', 'cancelled', 'removed', 'refunded', 'open'])
      orders[name] = await shop.order(mug, {}, name === 'open' ? 3 : 1);
    const { paid, cancelled, removed, refunded, open } = orders as Record<string, OrderResult> & {
      [name in 'paid' | 'cancelled' | 'removed' | 'refunded' | 'open']: OrderResult;
    };
    await pay('purchase', refunded, GOOD_CARD);
    at(1);
    await pay('purchase', paid, GOOD_CARD);
    await put(`/v1/orders/${cancelled.id}`, { status: 'cancelled' });
    await remove(`/v1/orders/${removed.id}`);
    await customer();
    await remove(`/v1/customers/${customers[0]}`);
    const cart = await shop.cart(mug, 1);
    const { body } = await shop.checkout(cart, {}, { 'x-currency': 'EUR' });
    orders['euro'] = body.result;
    at(2);
    await pay('refund', refunded, { amount: '4' });
    await pay('purchase', body.result, { ...GOOD_CARD });
    await put(`/v1/orders/${open.id}`, { shipping_price: '0' });
  });
  beforeEach(async () => {
    at(2);
    await books.unannounce();
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await store.close();
  });

  const stated = {
    ...{ from: '2026-03-01', to: '2026-03-03', time_zone: 'UTC' },
    ...{ as_of: '2026-03-03 23:59:59', currency_code: 'GBP' },
  };
  const EXPECTED = [
    {
      ...stated,
      ...{ orders: 4, total: 60, revenue: 26, customers: 3 },
      days: [
        { day: '2026-03-01', orders: 3, total: 50, revenue: 10, customers: 2 },
        { day: '2026-03-02', orders: 1, total: 10, revenue: 10, customers: 1 },
        { day: '2026-03-03', orders: 0, total: 0, revenue: 6, customers: 0 },
      ],
    },
    {
      ...stated,
      ...{ captured: 30, refunded: 4, revenue: 26 },
      days: [
        { day: '2026-03-01', captured: 10, refunded: 0, revenue: 10 },
        { day: '2026-03-02', captured: 10, refunded: 0, revenue: 10 },
        { day: '2026-03-03', captured: 10, refunded: 4, revenue: 6 },
      ],
    },
    {
      ...stated,
      ...{ count: 4, cancelled: 1, total: 60, average: 15 },
      days: [
        { day: '2026-03-01', count: 3, cancelled: 1, total: 50 },
        { day: '2026-03-02', count: 1, cancelled: 0, total: 10 },
        { day: '2026-03-03', count: 0, cancelled: 0, total: 0 },
      ],
    },
    {
      ...stated,
      count: 3,
      days: [
        { day: '2026-03-01', count: 2 },
        { day: '2026-03-02', count: 1 },
        { day: '2026-03-03', count: 0 },
      ],
    },
  ];

  it('orders are counted by the status that they have now', async () => {
    const none = { processing: 0, dispatched: 0, refunded: 0, declined: 0, failed: 0, mismatch: 0 };
    expect(await read('statuses')).toEqual({
      statuses: { ...none, unpaid: 1, paid: 2, partial_refund: 1, cancelled: 1 },
      to_ship: 3,
      to_ship_statuses: { paid: 2, processing: 0, partial_refund: 1 },
      payment_due: 0,
      refund_due: 0,
    });
  });

  it('are exact before anything was counted, by amounts in the default currency', async () => {
    expect(orders['euro']?.total).toBe(30);
    expect(await readAll()).toEqual(EXPECTED);
    expect(await books.days()).toEqual({ days: {}, entries: {} });
  });

  it('are the same once events are fanned out, and once they are counted, in parts or in all', async () => {
    expect(await books.fanOut()).toBeGreaterThan(0);
    expect(await readAll()).toEqual(EXPECTED);
    expect(await books.counting.countChanges(3)).toBe(3);
    expect(await readAll()).toEqual(EXPECTED);
    await books.settle();
    expect([await readAll(), await books.changes()]).toEqual([EXPECTED, 0]);
    const { days, entries } = await books.days();
    expect(days).toEqual(entries);
    expect(days).toEqual({
      '2026-03-01': '3 1 500000 100000 0 2',
      '2026-03-02': '1 0 100000 100000 0 1',
      '2026-03-03': '0 0 0 100000 40000 0',
    });
  });

  it('follow an order whose day has passed: edited, cancelled, removed', async () => {
    const more = await shop.order(mug);
    await books.settle();
    const counted = async () => {
      const shown = await read('orders', { from: '2026-03-03' });
      return [shown['count'], shown['cancelled'], shown['total']];
    };
    expect(await counted()).toEqual([1, 0, 10]);
    at(3);
    const items = JSON.stringify([{ sku, quantity: 7 }]);
    expect((await shop.send('POST', `/v1/orders/${more.id}/edits`, { form: { items } })).status).toBe(200);
    expect(await counted()).toEqual([1, 0, 70]);
    await books.settle();
    expect(await counted()).toEqual([1, 0, 70]);
    await put(`/v1/orders/${more.id}`, { status: 'cancelled' });
    expect(await counted()).toEqual([0, 1, 0]);
    await books.settle();
    expect(await counted()).toEqual([0, 1, 0]);
    await remove(`/v1/orders/${more.id}`);
    expect(await counted()).toEqual([0, 0, 0]);
    await books.settle();
    at(2);
    expect(await readAll()).toEqual(EXPECTED);
  });

  it('refuse windows and words that they do not know, and name the field', async () => {
    const refused = async (query: Record<string, string>) => {
      const { status, body } = await shop.send('GET', '/v1/statistics/store', { query });
      return [status, body.errors];
    };
    const form = 'must be a day such as 2026-03-31 or a time such as 2026-03-31 21:59:59 or 2026-03-31T21:59:59+02:00';
    expect(await refused({ timeframe: 'year' })).toEqual([
      422,
      { timeframe: ['timeframe must be one of 24hours, 7days, 30days'] },
    ]);
    expect(await refused({ from: '31.1.2026' })).toEqual([422, { from: [`from ${form}`] }]);
    expect(await refused({ to: '2026-02-30' })).toEqual([422, { to: [`to ${form}`] }]);
    expect(await refused({ 'to[]': '2026-02-03' })).toEqual([422, { to: [`to ${form}`] }]);
    expect(await refused({ to: '9999-12-31T23:59:59-23:59' })).toEqual([422, { to: [`to ${form}`] }]);
    expect(await refused({ from: '2025-03-02' })).toEqual([
      422,
      { from: ['from must be at most 365 days before to, which is 2026-03-03'] },
    ]);
    expect(await refused({ from: '2025-03-03' })).toEqual([200, undefined]);
    expect((await read('store', { from: ' 2026-03-02T23:00:00-02:00', to: '', timeframe: '' }))['from']).toBe(
      '2026-03-03',
    );
  });

  it('are for clients with the scope, and not for pages', async () => {
    const clients = store.app.get(ClientsService);
    const tokenOf = async (form: Fields): Promise<string> =>
      (await store.request<{ access_token: string }>('POST', '/oauth/access_token', { form, token: null })).body
        .access_token;
    const statuses = (token: string) =>
      Promise.all(
        ['store', 'revenue', 'orders', 'customers'].map(
          async (what) => (await store.request<Result>('GET', `/v1/statistics/${what}`, { token })).status,
        ),
      );
    const { clientId } = await clients.createPublic('pages', ['https://shop.example']);
    expect(await statuses(await tokenOf({ grant_type: 'implicit', client_id: clientId }))).toEqual([
      403, 403, 403, 403,
    ]);
    const client = async (...scopes: string[]) => {
      const keys = await clients.create('some', scopes);
      return tokenOf({
        grant_type: 'client_credentials',
        client_id: keys.clientId,
        client_secret: keys.clientSecret,
      });
    };
    expect(await statuses(await client('orders:read'))).toEqual([200, 200, 200, 403]);
    expect(await statuses(await client('customers:read'))).toEqual([403, 403, 403, 200]);
  });
});
