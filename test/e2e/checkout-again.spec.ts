import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { BAD_CARD, type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High St',
  postcode: 'BA1 1AA',
  country: 'GB',
};

/** orders-and-payments.md 20: a cart that is checked out again. */
onEachEngine('a second checkout', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let methods: (Fields & { id: string })[];
  let count = 0;

  const rows = (sql: string, values: unknown[] = []): Promise<Fields[]> =>
    store.app.get<DataSource>(getDataSourceToken()).query(sql, values);
  const used = async (promotion: string): Promise<number> =>
    Number((await rows('SELECT used FROM promotion_counters WHERE promotion_id = ?', [promotion]))[0]?.['used']);
  const person = () => ({ first_name: 'Ada', last_name: 'Lovelace', email: `again${(count += 1)}@example.com` });
  /** A cart with two of a limited product and a code, and what it was checked out as. */
  const checkedOut = async (form: Fields = {}) => {
    const product = await shop.product({ stock_status: 1, stock_level: 50 });
    const code = `AGAIN${(count += 1)}`;
    const promotion = await shop.promotion({ discount_code: code, max_uses: 100 });
    const cart = await shop.cart(product.id, 2);
    await shop.send('PUT', `/v1/carts/${cart}`, { form: { discount_code: code } });
    const { status, body } = await shop.checkout(cart, form);
    expect([status, body.result.total]).toEqual([201, body.result.subtotal + body.result.shipping_price]);
    return { cart, order: body.result, product: product.id, promotion: promotion.id };
  };
  const again = async (cart: string, form: Fields = {}, headers: Record<string, string> = {}) => {
    const { status, body, headers: answered } = await shop.checkout(cart, form, headers);
    return { status, body, order: body.result, isReplayed: answered.get('idempotency-replayed') === 'true' };
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    methods = [await shop.shipping({ price: '5' }), await shop.shipping({ price: '7' })];
    const yen = { code: 'JPY', title: 'Yen', format: '¥{price}', exchange_rate: '150', enabled: 1 };
    await shop.made('/v1/currencies', yen);
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 20: the same request is the same order, however it names customer and method', async () => {
    const ada = await shop.made('/v1/customers', person());
    const [method] = methods;
    const choices = { customer: ada.id, shipping: method?.id, bill_to: ADDRESS, ship_to: 'bill_to' };
    const { cart, order, promotion, product } = await checkedOut(choices);
    const same: Fields[] = [
      choices,
      { ...choices, customer: String(ada['email']).toUpperCase() },
      { ...choices, customer: { first_name: 'X', last_name: 'Y', email: ada['email'] } },
      { ...choices, shipping: method?.['slug'] },
      { ...choices, bill_to: Object.fromEntries(Object.entries(ADDRESS).reverse()), ship_to: ADDRESS },
      { ...choices, ship_to: ADDRESS, bill_to: 'ship_to' },
      { ...choices, expected_total: order.total },
    ];
    const before = await tableDump(store);
    for (const form of same) {
      const { status, order: answered, isReplayed } = await again(cart, form);
      expect([status, answered, isReplayed]).toEqual([201, order, true]);
    }
    expect(await tableDump(store)).toEqual(before);
    await shop.send('PUT', `/v1/carts/${cart}`, { form: { customer: ada.id } });
    const { customer: _, ...anonymous } = choices;
    expect((await again(cart, anonymous)).order.id).toBe(order.id);
    expect([await used(promotion), await shop.stockOf(product)]).toEqual([1, 48]);
  });

  it('orders-and-payments.md 20: a method that is disabled since still names the same request', async () => {
    const method = await shop.shipping();
    const { cart, order } = await checkedOut({ shipping: method.id });
    await shop.send('PUT', `/v1/shipping/${method.id}`, { form: { status: 0 } });
    expect((await again(cart, { shipping: method.id })).order.id).toBe(order.id);
  });

  it.each<[string, () => Promise<[Fields, Record<string, string>]>]>([
    ['customer', async () => [{ customer: person() }, {}]],
    ['gateway', async () => [{ gateway: 'manual' }, {}]],
    ['shipping', async () => [{ shipping: methods[1]?.id }, {}]],
    ['bill_to', async () => [{ bill_to: ADDRESS }, {}]],
    ['ship_to', async () => [{ ship_to: ADDRESS }, {}]],
    ['currency', async () => [{}, { 'x-currency': 'JPY' }]],
  ])('orders-and-payments.md 20: another %s takes the place of the unpaid order', async (_, another) => {
    const { cart, order, promotion, product } = await checkedOut();
    const [form, headers] = await another();
    const { status, order: next, isReplayed } = await again(cart, form, headers);
    expect([status, isReplayed, next['supersedes'], order['supersedes']]).toEqual([201, false, order.id, null]);
    expect(await shop.statusOf(order.id)).toBe('cancelled');
    expect([await used(promotion), await shop.stockOf(product)]).toEqual([1, 48]);
    const history = await shop.send<Fields[]>('GET', `/v1/orders/${order.id}/history`);
    expect(history.body.result).toMatchObject([{ to: { value: 'Cancelled' }, who: 'bootstrap' }]);
    expect((await recordedEvents(store, order.id)).map(({ type }) => type)).toEqual(['order.created', 'order.updated']);
    expect((await again(cart, form, headers)).order.id).toBe(next.id);
  });

  it('orders-and-payments.md 20: the customer of the cart is a part of the request', async () => {
    const { cart, order } = await checkedOut();
    const ada = await shop.made('/v1/customers', person());
    await shop.send('PUT', `/v1/carts/${cart}`, { form: { customer: ada.id } });
    const { order: next } = await again(cart);
    expect([next['supersedes'], next['customer']]).toMatchObject([order.id, { data: { id: ada.id } }]);
  });

  it('orders-and-payments.md 20: a paid order, and one whose payment holds money, stay: 409 with the id', async () => {
    for (const method of ['purchase', 'authorize']) {
      const { cart, order } = await checkedOut();
      expect((await shop.pay(method, order.id, GOOD_CARD)).status).toBe(200);
      const before = await tableDump(store);
      const { status, body } = await again(cart, { bill_to: ADDRESS, customer: person() });
      const error = `the cart was checked out as order ${order.id}, which is paid or under payment`;
      expect([status, body]).toEqual([409, { status: false, error, errors: { order: [order.id] } }]);
      expect(await tableDump(store)).toEqual(before);
      const repeat = await again(cart);
      expect([repeat.status, repeat.order.id, repeat.isReplayed]).toEqual([201, order.id, true]);
    }
  });

  it('orders-and-payments.md 20: a voided payment holds nothing', async () => {
    const { cart, order } = await checkedOut();
    await shop.pay('authorize', order.id, GOOD_CARD);
    expect((await shop.pay('void', order.id)).status).toBe(200);
    expect((await again(cart, { bill_to: ADDRESS })).order['supersedes']).toBe(order.id);
  });

  it.each<[string, number, boolean, (order: string) => Promise<unknown>]>([
    ['cancelled', 422, false, (order) => shop.send('PUT', `/v1/orders/${order}`, { form: { status: 'cancelled' } })],
    ['failed', 422, true, (order) => shop.send('PUT', `/v1/orders/${order}`, { form: { status: 'failed' } })],
    ['declined', 422, true, (order) => shop.pay('purchase', order, BAD_CARD)],
    ['deleted', 404, false, (order) => shop.send('DELETE', `/v1/orders/${order}`)],
  ])('orders-and-payments.md 20: an order that was %s is followed by a new one', async (_, gone, revivable, end) => {
    const { cart, order, promotion, product } = await checkedOut();
    await end(order.id);
    const { status, order: next, isReplayed } = await again(cart);
    expect([status, isReplayed, next['supersedes']]).toEqual([201, false, revivable ? order.id : null]);
    expect((await shop.pay('purchase', order.id, GOOD_CARD)).status).toBe(gone);
    expect(next.id).not.toBe(order.id);
    expect([await used(promotion), await shop.stockOf(product)]).toEqual([1, 48]);
    expect((await again(cart)).order.id).toBe(next.id);
  });

  it('orders-and-payments.md 20: a failed order whose payment holds money stays: 409 with the id', async () => {
    const { cart, order } = await checkedOut();
    expect((await shop.pay('authorize', order.id, GOOD_CARD)).status).toBe(200);
    const failed = await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'failed' } });
    expect(failed.status).toBe(200);
    const before = await tableDump(store);
    const { status, body } = await again(cart);
    expect([status, body]).toMatchObject([409, { errors: { order: [order.id] } }]);
    expect(await tableDump(store)).toEqual(before);
  });

  it('orders-and-payments.md 20: expected_total is compared every time, and nothing is written', async () => {
    const { cart, order } = await checkedOut();
    const before = await tableDump(store);
    for (const form of [{}, { bill_to: ADDRESS }]) {
      const { status, body } = await again(cart, { ...form, expected_total: '18.01' });
      const errors = { expected_total: ['expected_total is 18.01'], total: ['total is 18'] };
      const error = 'expected_total is 18.01, but the total is 18';
      expect([status, body]).toEqual([409, { status: false, error, errors }]);
    }
    expect(await tableDump(store)).toEqual(before);
    expect((await again(cart, { bill_to: ADDRESS, expected_total: '18' })).order['supersedes']).toBe(order.id);
  });

  it('orders-and-payments.md 20: one of a request that is refused leaves the former order as it is', async () => {
    const { cart } = await checkedOut();
    const before = await tableDump(store);
    expect((await again(cart, { gateway: 'none' })).status).toBe(422);
    expect(await tableDump(store)).toEqual(before);
  });

  it('orders-and-payments.md 20: a checkout from before requests were kept is repeated by any', async () => {
    const { cart, order } = await checkedOut();
    await rows('UPDATE cart_checkouts SET fingerprint = NULL WHERE cart_id = ?', [cart]);
    expect((await again(cart, { bill_to: ADDRESS })).order.id).toBe(order.id);
  });

  it('orders-and-payments.md 20: of 20 different requests at once one live order is left, and everything adds up', async () => {
    const { cart, product, promotion } = await checkedOut();
    const requests = Array.from({ length: 20 }, (_, i) => ({ bill_to: { ...ADDRESS, address_1: `${i} High St` } }));
    const answers = await Promise.all(requests.map((form) => shop.checkout(cart, form)));
    expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 201));
    const ids = answers.map(({ body }) => body.result.id);
    expect(new Set(ids).size).toBe(20);
    const statuses = await Promise.all(ids.map((id) => shop.statusOf(id)));
    expect(statuses.filter((status) => status !== 'cancelled')).toEqual(['unpaid']);
    expect([await used(promotion), await shop.stockOf(product)]).toEqual([1, 48]);
    const superseded = answers.map(({ body }) => body.result['supersedes']);
    expect(new Set(superseded).size).toBe(20);
    const taken = 'SELECT SUM(quantity) AS n FROM order_stock WHERE product_id = ? AND released_at IS NULL';
    expect(Number((await rows(taken, [product]))[0]?.['n'])).toBe(2);
  });

  it('orders-and-payments.md 20: a payment and another checkout at once: either is refused, never both done', async () => {
    for (let i = 0; i < 10; i += 1) {
      const { cart, order } = await checkedOut();
      const [paid, other] = await Promise.all([
        shop.pay('purchase', order.id, GOOD_CARD),
        shop.checkout(cart, { bill_to: ADDRESS }),
      ]);
      const outcome = [paid.status, other.status, await shop.statusOf(order.id)];
      expect([
        [200, 409, 'paid'],
        [422, 201, 'cancelled'],
      ]).toContainEqual(outcome);
    }
  });

  it('orders-and-payments.md 38: a cart changed after its checkout replaces the order while that is unpaid', async () => {
    const { cart, order, product } = await checkedOut();
    await shop.send<OrderResult>('POST', `/v1/carts/${cart}`, { form: { id: product } });
    const { order: next } = await again(cart);
    expect([next['supersedes'], await shop.statusOf(order.id)]).toEqual([order.id, 'cancelled']);
  });

  it('orders-and-payments.md 39: the same request is another order once it costs another amount', async () => {
    const { cart, order, product, promotion } = await checkedOut();
    await shop.send('PUT', `/v1/products/${product}`, { form: { price: '12' } });
    const options = await shop.send<Fields>('GET', `/v1/carts/${cart}/checkout`);
    expect(options.body.result).toMatchObject({ total: 21.6, order: null });
    const { status, order: next, isReplayed } = await again(cart, { expected_total: 21.6 });
    expect([status, isReplayed, next.total, next['supersedes']]).toEqual([201, false, 21.6, order.id]);
    expect([await shop.statusOf(order.id), await used(promotion), await shop.stockOf(product)]).toEqual([
      'cancelled',
      1,
      48,
    ]);
    expect(await again(cart, { expected_total: 21.6 })).toMatchObject({ status: 201, order: { id: next.id } });
  });

  it('orders-and-payments.md 39: the last use of a code is the own order’s, and can be set again', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 2 });
    const pool = await shop.promotion({ max_uses: 1 });
    await shop.made(`/v1/promotions/cart/${pool.id}/codes`, { codes: ['ONLYONE'] });
    const cart = await shop.cart(product.id, 2);
    const code = { form: { discount_code: 'onlyone' } };
    await shop.send('PUT', `/v1/carts/${cart}`, code);
    const { order } = await again(cart);
    expect(order.total).toBe(18);
    await shop.send('PUT', `/v1/carts/${cart}`, { form: { discount_code: '' } });
    const set = await shop.send('PUT', `/v1/carts/${cart}`, code);
    expect([set.status, set.body.result['total']]).toEqual([200, 18]);
    const other = await shop.send('PUT', `/v1/carts/${await shop.cart(product.id)}`, code);
    expect([other.status, other.body.errors['reason']]).toEqual([422, ['code_used']]);
    expect(await again(cart, { expected_total: 18 })).toMatchObject({ status: 201, order: { supersedes: order.id } });
  });

  it('orders-and-payments.md 39: an unpaid order that the shop has edited stays as it is', async () => {
    const { cart, order, product } = await checkedOut();
    const { body: items } = await shop.send<Fields[]>('GET', `/v1/orders/${order.id}/items`);
    const edit = { items: [{ sku: items.result[0]?.['sku'], quantity: 2, price: 5 }] };
    expect((await shop.send('POST', `/v1/orders/${order.id}/edits`, { json: edit })).status).toBe(200);
    const shown = await shop.send<Fields>('GET', `/v1/carts/${cart}/checkout`);
    expect(shown.body.result).toMatchObject({ order: order.id, total: 9, cart: { total: 18 } });
    expect(await again(cart, { expected_total: 9 })).toMatchObject({ isReplayed: true, order: { id: order.id } });
    const refused = { status: 409, body: { errors: { order: [order.id] } } };
    expect(await again(cart, { gateway: 'manual' })).toMatchObject(refused);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: product } });
    const before = await tableDump(store);
    expect(await again(cart)).toMatchObject(refused);
    expect(await tableDump(store)).toEqual(before);
    const { body } = await shop.send<Fields>('GET', `/v1/carts/${cart}/checkout`);
    expect(body.result).toMatchObject({ order: null, total: 27 });
  });

  it.each(['purchase', 'authorize'])(
    'carts.md 5: a cart changed after the %s of its order is a new purchase',
    async (method) => {
      const { cart, order, product } = await checkedOut();
      expect((await shop.pay(method, order.id, GOOD_CARD)).status).toBe(200);
      const before = await shop.statusOf(order.id);
      await shop.send<OrderResult>('POST', `/v1/carts/${cart}`, { form: { id: product } });
      const { order: next } = await again(cart);
      expect([next['supersedes'], await shop.statusOf(order.id)]).toEqual([null, before]);
    },
  );
});
