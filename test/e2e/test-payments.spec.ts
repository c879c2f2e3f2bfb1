import { Clock } from '../../src/kernel/clock';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { type Engine, onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

const NO_TESTS =
  'moves no money, and this store is in production: to allow test payments, start it with TEST_PAYMENTS=1';
const LIVE = { NODE_ENV: 'production', RATE_LIMIT_PER_MINUTE: '0' };
const TRIED = { ...LIVE, TEST_PAYMENTS: '1' };

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse('2026-03-01T12:00:00Z');

/** @throws when a response is another than a fixture needs */
function need(response: { readonly status: number }, status = 200): void {
  if (response.status !== status) throw new Error(`${status} was needed: ${JSON.stringify(response)}`);
}

/** A shop in production whose process starts anew with other settings, at a time that stands still. */
class RestartedShop {
  declare shop: Shop;
  declare product: string;
  declare private store: TestStore;
  private now = FIRST_DAY;

  constructor(private readonly engine: Engine) {}

  async open(): Promise<void> {
    await this.start(LIVE);
    // The same shop in each process.
    this.shop = await Shop.open({ request: (...call) => this.store.request(...call) } as TestStore);
    this.product = (await this.shop.product({ price: '10' })).id;
  }

  async reopen(env: Record<string, string>): Promise<void> {
    await this.close();
    await this.start(env);
  }

  async close(): Promise<void> {
    jest.restoreAllMocks();
    await this.store.close();
  }

  /** The orders of each test have a day of their own. */
  nextDay(): void {
    this.now += DAY_MS;
  }

  async answer(method: string, path: string, form?: Fields): Promise<unknown> {
    const { status, body } = await this.shop.send(method, path, form && { form });
    return [status, body.errors];
  }

  /** Gateways that a buyer can choose, and whether test payments are open to buyers. */
  async offered(): Promise<unknown> {
    const { body } = await this.shop.send<Fields[]>('GET', '/v1/gateways/enabled');
    const operations = (await this.shop.send('GET', '/v1/operations')).body.result;
    return [body.result.map(({ slug }) => slug), operations['test_payments']];
  }

  async gateway(): Promise<unknown> {
    return (await this.shop.send('GET', '/v1/gateways/dummy')).body.result;
  }

  async orderOf(id: string): Promise<OrderResult> {
    return (await this.shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body.result;
  }

  eventsOf(order: string) {
    return recordedEvents(this.store, order);
  }

  async listed(test: string): Promise<string[]> {
    const query = { ...this.ofToday(test), sort: 'id', order: 'asc' };
    return (await this.shop.send<OrderResult[]>('GET', '/v1/orders', { query })).body.result.map(({ id }) => id);
  }

  async captured(test: string): Promise<unknown> {
    const query = this.ofToday(test);
    const { body } = await this.shop.send<{ totals: Fields[] }>('GET', '/v1/orders/totals', { query });
    return body.result.totals.map(({ captured }) => captured);
  }

  async sales(): Promise<unknown> {
    const query = { from: this.today(), to: this.today() };
    const { result } = (await this.shop.send<Record<string, Fields>>('GET', '/v1/statistics/store', { query })).body;
    return [result['orders'], result['total'], result['revenue']];
  }

  async paid(method: string, form: Fields, card: Fields): Promise<string> {
    const { id } = await this.shop.order(this.product, form);
    need(await this.shop.pay(method, id, card));
    return id;
  }

  /** Five orders of 10: paid by hand, declined, bought, authorized and given up, and refunded; all but the first by test cards. */
  async fiveOrders() {
    const { shop } = this;
    const real = await this.paid('purchase', { gateway: 'manual' }, {});
    const { id: declined } = await shop.order(this.product);
    need(await shop.pay('purchase', declined, { data: { number: '4000000000000002' } }), 422);
    const bought = await this.paid('purchase', {}, GOOD_CARD);
    const held = await this.paid('authorize', {}, GOOD_CARD);
    const whileHeld = await this.listed('1');
    need(await shop.pay('void', held));
    const again = await this.paid('authorize', {}, GOOD_CARD);
    need(await shop.pay('capture', again));
    need(await shop.pay('refund', again));
    return { real, declined, bought, held, whileHeld, again };
  }

  private today(): string {
    return new Date(this.now).toISOString().slice(0, 10);
  }

  private ofToday(test: string) {
    return { test, 'created_at[from]': this.today(), 'created_at[to]': this.today() };
  }

  private async start(env: Record<string, string>): Promise<void> {
    this.store = await startStore(this.engine.databaseUrl, env);
    jest.spyOn(this.store.app.get(Clock), 'now').mockImplementation(() => new Date(this.now));
  }
}

onEachEngine('payments that move no money (orders-and-payments.md 17), in a new store', (engine) => {
  const seller = new RestartedShop(engine);

  beforeAll(() => seller.open());
  afterAll(() => seller.close());

  it('are off in production: nobody can choose, be charged by, or enable the gateway without TEST_PAYMENTS', async () => {
    const { shop, product } = seller;
    expect(await seller.gateway()).toMatchObject({ enabled: false });
    expect(await seller.offered()).toEqual([['manual'], false]);
    const refused = { enabled: [`enabled ${NO_TESTS}`] };
    expect(await seller.answer('PUT', '/v1/gateways/dummy', { enabled: 1 })).toEqual([422, refused]);
    expect(await seller.answer('GET', '/v1/gateways/dummy/enable')).toEqual([422, refused]);
    expect(await seller.answer('PUT', '/v1/gateways/dummy', { description: 'A test' })).toEqual([200, undefined]);
    expect(await seller.gateway()).toMatchObject({ enabled: false });
    const cart = await shop.cart(product);
    expect((await shop.checkout(cart)).body.errors).toEqual({ gateway: ['gateway is not enabled'] });
    expect((await shop.send<OrderResult[]>('GET', '/v1/orders')).body.result).toEqual([]);
    // With the setting operations say so while the gateway is enabled.
    await seller.reopen(TRIED);
    expect(await seller.offered()).toEqual([['manual'], false]);
    expect(await seller.answer('PUT', '/v1/gateways/dummy', { enabled: 1 })).toEqual([200, undefined]);
    expect(await seller.offered()).toEqual([['dummy', 'manual'], true]);
  });
});

onEachEngine('payments that move no money (orders-and-payments.md 17)', (engine) => {
  const seller = new RestartedShop(engine);

  beforeAll(() => seller.open());
  beforeEach(async () => {
    seller.nextDay();
    await seller.reopen(TRIED);
    need(await seller.shop.send('PUT', '/v1/gateways/dummy', { form: { enabled: 1 } }));
  });
  afterAll(() => seller.close());

  it('mark their orders while they hold or took money', async () => {
    const { real, declined, bought, held, whileHeld, again } = await seller.fiveOrders();
    expect(await seller.orderOf(bought)).toMatchObject({ test: true, captured: 10, status: { data: { key: 'paid' } } });
    const told = (await seller.eventsOf(bought)).map(({ type, data }) => [type, (data as Fields)['test']]);
    expect(told).toEqual([
      ['order.created', false],
      ['order.updated', true],
    ]);
    expect(whileHeld).toEqual([bought, held]);
    expect(await seller.orderOf(held)).toMatchObject({ test: false, status: { data: { key: 'unpaid' } } });
    expect([await seller.listed('1'), await seller.listed('0')]).toEqual([
      [bought, again],
      [real, declined, held],
    ]);
    expect([await seller.captured('1'), await seller.captured('0')]).toEqual([[20], [10]]);
    expect(await seller.answer('GET', '/v1/orders?test=yes')).toEqual([422, { test: ['test must be one of 1, 0'] }]);
  });

  it('count nowhere in the statistics and results of a store in production', async () => {
    const { shop, product } = seller;
    await seller.fiveOrders();
    const promotion = await shop.promotion({ discount_code: 'TRIED', amount: 50 });
    for (const gateway of ['dummy', 'manual']) {
      const cart = await shop.cart(product);
      expect((await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'tried' } })).status).toBe(200);
      const { body } = await shop.checkout(cart, { gateway });
      expect((await shop.pay('purchase', body.result.id, gateway === 'dummy' ? GOOD_CARD : {})).status).toBe(200);
    }
    // Placed: 10 and 5 with the gateway manual, 10 declined, 10 whose payment was given up.
    expect(await seller.sales()).toEqual([3, 25, 15]);
    const results = await shop.send('GET', `/v1/promotions/cart/${promotion.id}/results`);
    expect(results.body.result).toMatchObject({ orders: 1, revenue: { after: 5 } });
  });

  it('stop in production with the setting, also of orders that were placed before; refunds go on', async () => {
    const { shop, product } = seller;
    const bought = await seller.paid('purchase', {}, GOOD_CARD);
    const { id: open } = await shop.order(product);
    expect(await seller.listed('1')).toEqual([bought]);
    await seller.reopen(LIVE);
    expect(await seller.gateway()).toMatchObject({ enabled: true });
    expect(await seller.offered()).toEqual([['manual'], false]);
    const cart = await shop.cart(product);
    const refused = { gateway: [`gateway ${NO_TESTS}`] };
    expect((await shop.checkout(cart)).body.errors).toEqual(refused);
    for (const method of ['purchase', 'authorize']) {
      const { status, body } = await shop.pay(method, open, GOOD_CARD);
      expect([method, status, body.errors]).toEqual([method, 422, refused]);
    }
    expect((await shop.send<Fields[]>('GET', `/v1/orders/${open}/payments`)).body.result).toEqual([]);
    expect((await shop.pay('refund', bought)).status).toBe(200);
  });

  it('are taken and count in a store for development', async () => {
    await seller.fiveOrders();
    await seller.reopen({ RATE_LIMIT_PER_MINUTE: '0' });
    expect(await seller.offered()).toEqual([['dummy', 'manual'], false]);
    const bought = await seller.paid('purchase', {}, GOOD_CARD);
    expect(await seller.orderOf(bought)).toMatchObject({ test: true });
    // Placed: paid by hand, bought twice, given up, and refunded.
    expect(await seller.sales()).toEqual([5, 50, 30]);
  });
});
