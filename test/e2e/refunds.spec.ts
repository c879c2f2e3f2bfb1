import { DummyGateway } from '../../src/modules/payments/gateways/dummy/dummy.gateway';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Bodies of refunds on wire: a plain way to write them. */
const units = (...items: readonly (readonly [string, number])[]) =>
  JSON.stringify(items.map(([sku, quantity]) => ({ sku, quantity })));

onEachEngine('refunds', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', ORDER_TRANSITIONS: 'strict' });
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'VAT', rate: '20' })).id;
  });
  afterAll(() => store.close());

  const product = (more: Fields = {}) => shop.product({ stock_status: 1, stock_level: 10, ...more });
  /** A paid order of products, each with a quantity. */
  const paid = async (lines: readonly (readonly [Fields & { id: string }, number])[], form: Fields = {}) => {
    const [[first, quantity] = [undefined, 0], ...others] = lines;
    const cart = await shop.cart(first?.id ?? '', quantity);
    for (const [{ id }, count] of others) {
      await shop.send('POST', `/v1/carts/${cart}`, { form: { id, quantity: count } });
    }
    const { body } = await shop.checkout(cart, form);
    expect((await shop.pay('purchase', body.result.id, GOOD_CARD)).status).toBe(200);
    return body.result;
  };
  const refund = async ({ id }: OrderResult, form: Fields = {}) => {
    const { status, body } = await shop.pay('refund', id, form);
    if (status !== 200) return [status, body.errors];
    return [body.result.data['refunded'], body.result.order.status.data.key, body.result.order['balance']];
  };

  it('orders-and-payments.md 16: units are worth their part of the line with tax, the last one takes the rest', async () => {
    const tea = await product({ price: '3.33', tax_band: taxed });
    // 3 × 3.33 + 20 % = 11.99: two thirds of it are 7.99, one third 4.00.
    const order = await paid([[tea, 3]]);
    const sku = String(tea['sku']);
    expect(order.total).toBe(11.99);
    expect(await refund(order, { items: units([sku, 1]) })).toEqual([4, 'partial_refund', 0]);
    expect(await refund(order, { items: units([sku, 1]) })).toEqual([8, 'partial_refund', 0]);
    expect(await refund(order, { items: units([sku, 2]) })).toEqual([
      422,
      { items: [`items name 2 of ${sku}, of which 1 can still be refunded`] },
    ]);
    expect(await refund(order, { items: units([sku, 1]) })).toEqual([11.99, 'refunded', 0]);
    expect(await shop.stockOf(tea.id)).toBe(7);
  });

  it('orders-and-payments.md 16: an empty amount or empty items give nothing back', async () => {
    const order = await paid([[await product(), 1]]);
    for (const field of ['amount', 'items']) {
      const empty = `${field} must not be empty: leave it out for all that is left`;
      expect(await refund(order, { [field]: '' })).toEqual([422, { [field]: [empty] }]);
    }
    expect((await shop.send('GET', `/v1/orders/${order.id}`)).body.result['refunded']).toBe(0);
  });

  it('orders-and-payments.md 16: shipping is given back once, with its tax', async () => {
    const method = await shop.shipping({ price: '5', tax_band: taxed });
    const tea = await product();
    const order = await paid([[tea, 1]], { shipping: method.id });
    expect(await refund(order, { items: units([String(tea['sku']), 1]), shipping: 1 })).toEqual([16, 'refunded', 0]);
    const other = await paid([[tea, 1]], { shipping: method.id });
    expect(await refund(other, { shipping: 1 })).toEqual([6, 'partial_refund', 0]);
    expect(await refund(other, { shipping: 1 })).toEqual([422, { shipping: ['shipping is refunded already'] }]);
    expect(await refund(await paid([[tea, 1]]), { shipping: 1 })).toEqual([
      422,
      { shipping: ['shipping was not charged'] },
    ]);
  });

  it.each<[string, Fields, Fields]>([
    [
      'a sku that is not there',
      { items: units(['NONE', 1]) },
      { items: ['items name NONE, which the order does not have'] },
    ],
    [
      'an amount beside items',
      { items: units(['NONE', 1]), amount: '1' },
      { amount: ['amount cannot be sent with items or shipping'] },
    ],
    ['no items', { items: '[]' }, { items: ['items must be a list of sku and quantity'] }],
    ['no list', { items: 'x' }, { items: ['items must be a list of sku and quantity'] }],
    [
      'goods of an amount',
      { amount: '1', restock: 1 },
      { restock: ['restock needs items, or a refund of all that is left'] },
    ],
  ])('orders-and-payments.md 16: refuses %s, and gives nothing back', async (_, form, errors) => {
    const order = await paid([[await product(), 1]]);
    expect(await refund(order, form)).toEqual([422, errors]);
    expect((await shop.send('GET', `/v1/orders/${order.id}/payments`)).body.result).toHaveLength(1);
  });

  it('orders-and-payments.md 16: twenty refunds of a unit at once give back no more units than were sold', async () => {
    const tea = await product();
    const order = await paid([[tea, 3]], {});
    const form = { items: units([String(tea['sku']), 1]), restock: 1 };
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.pay('refund', order.id, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const { result } = (await shop.send('GET', `/v1/orders/${order.id}`)).body;
    expect([result['captured'], result['refunded'], await shop.stockOf(tea.id)]).toEqual([30, 30, 10]);
  });

  it('orders-and-payments.md 16: goods are given back once, by refunds first and then by cancelling', async () => {
    const [tea, mug] = [await product(), await product()];
    const order = await paid([
      [tea, 3],
      [mug, 2],
    ]);
    const stock = async () => [await shop.stockOf(tea.id), await shop.stockOf(mug.id)];
    expect(await stock()).toEqual([7, 8]);
    const one = { items: units([String(tea['sku']), 1]) };
    expect(await refund(order, { ...one, restock: 1 })).toEqual([10, 'partial_refund', 0]);
    expect(await stock()).toEqual([8, 8]);
    expect((await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'cancelled' } })).status).toBe(200);
    expect(await stock()).toEqual([10, 10]);
    expect((await shop.send('GET', `/v1/orders/${order.id}`)).body.result['balance']).toBe(-40);
    expect(await refund(order, { ...one, restock: 1 })).toEqual([20, 'cancelled', -30]);
    expect(await refund(order, { restock: 1 })).toEqual([50, 'cancelled', 0]);
    expect(await stock()).toEqual([10, 10]);
  });

  it('orders-and-payments.md 16: what was refunded without restock stays away when the rest is refunded with it', async () => {
    const tea = await product();
    const order = await paid([[tea, 3]]);
    const one = { items: units([String(tea['sku']), 1]) };
    expect(await refund(order, one)).toEqual([10, 'partial_refund', 0]);
    expect(await shop.stockOf(tea.id)).toBe(7);
    expect(await refund(order, { ...one, restock: 1 })).toEqual([20, 'partial_refund', 0]);
    expect(await shop.stockOf(tea.id)).toBe(8);
    expect(await refund(order, { restock: 1 })).toEqual([30, 'refunded', 0]);
    expect(await shop.stockOf(tea.id)).toBe(9);
  });

  it('orders-and-payments.md 16: all that is left is given back with all goods, over several payments', async () => {
    const tea = await product();
    const { id } = await shop.order(tea.id, {}, 2);
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.pay('capture', id, { amount: '5' });
    await shop.pay('purchase', id, GOOD_CARD);
    const { body } = await shop.pay('refund', id, { restock: 1 });
    expect([body.result.order.status.data.key, body.result.order['refunded'], await shop.stockOf(tea.id)]).toEqual([
      'refunded',
      20,
      10,
    ]);
    // Of the payments that give money back, the newest.
    expect([body.result.data['amount'], body.result.data['refunded']]).toEqual([15, 15]);
    const { result } = (await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } }))
      .body;
    expect(result.map(({ method, amount, refunded }) => [method, amount, refunded])).toEqual([
      ['authorize', 20, 5],
      ['capture', 5, 0],
      ['purchase', 15, 15],
      ['refund', 15, 0],
      ['refund', 5, 0],
    ]);
  });

  const ship = async ({ id }: OrderResult, json: Fields = {}) => {
    const { status, body } = await shop.send<Fields>('POST', `/v1/orders/${id}/shipments`, { json });
    return status === 201 ? body.result['items'] : body.errors;
  };
  const cancel = async ({ id }: OrderResult) =>
    expect((await shop.send('PUT', `/v1/orders/${id}`, { form: { status: 'cancelled' } })).status).toBe(200);

  it('orders-and-payments.md 16: cancelling leaves out what was shipped, until a refund takes it back', async () => {
    const tea = await product();
    const order = await paid([[tea, 3]]);
    const one = [{ sku: String(tea['sku']), quantity: 1 }];
    expect(await ship(order, { items: one })).toEqual(one);
    await cancel(order);
    expect(await shop.stockOf(tea.id)).toBe(9);
    expect(await refund(order, { items: JSON.stringify(one), restock: 1 })).toEqual([10, 'cancelled', -20]);
    expect(await shop.stockOf(tea.id)).toBe(10);
    expect(await refund(order, { restock: 1 })).toEqual([30, 'cancelled', 0]);
    expect(await shop.stockOf(tea.id)).toBe(10);
  });

  it('orders-and-payments.md 16: a revived order takes again what was not shipped, and no more', async () => {
    const tea = await product();
    const order = await shop.order(tea.id, {}, 3);
    await ship(order, { items: [{ sku: tea['sku'], quantity: 1 }] });
    for (const [status, left] of [
      ['failed', 9],
      ['unpaid', 7],
      ['failed', 9],
    ] as const) {
      await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status } });
      expect([status, await shop.stockOf(tea.id)]).toEqual([status, left]);
    }
  });

  it('orders-and-payments.md 35: what a refund took back is not shipped, and nothing of a refunded order', async () => {
    const tea = await product();
    const order = await paid([[tea, 2]]);
    const one = [{ sku: String(tea['sku']), quantity: 1 }];
    await refund(order, { items: JSON.stringify(one), restock: 1 });
    expect(await ship(order, { items: [{ ...one[0], quantity: 2 }] })).toEqual({
      items: [`items has 2 of ${String(tea['sku'])}, of which 1 are left to ship`],
    });
    expect(await ship(order)).toEqual(one);
    expect(await shop.statusOf(order.id)).toBe('dispatched');
    expect(await ship(order)).toEqual({ items: ['items has nothing left to ship'] });
    const other = await paid([[tea, 2]]);
    await refund(other, { restock: 1 });
    expect(await ship(other)).toEqual({ order: ['order is refunded and cannot be shipped'] });
    const kept = await paid([[tea, 2]]);
    await refund(kept, { items: JSON.stringify(one) });
    expect(await ship(kept)).toEqual(one);
  });

  it('orders-and-payments.md 16: a free unit comes back with restock, and no gateway is asked', async () => {
    const [tea, gift] = [await product(), await product({ price: '0' })];
    const order = await paid([
      [tea, 1],
      [gift, 1],
    ]);
    const free = { items: units([String(gift['sku']), 1]) };
    const preview = async (form: Fields) => {
      const { status, body } = await shop.send<Fields>('POST', `/v1/orders/${order.id}/refunds/preview`, { form });
      return [status, body.errors ?? body.result['amount']];
    };
    const missing = { restock: ['restock must be 1: these units give no money back'] };
    expect([await preview(free), await refund(order, free)]).toEqual([
      [422, missing],
      [422, missing],
    ]);
    expect(await preview({ ...free, restock: '1' })).toEqual([200, 0]);
    const asked = jest.spyOn(store.app.get(DummyGateway), 'refund');
    expect(await refund(order, { ...free, restock: 1 })).toEqual([0, 'paid', 0]);
    expect([asked.mock.calls, await shop.stockOf(gift.id)]).toEqual([[], 10]);
    asked.mockRestore();
    expect(await refund(order, { ...free, restock: 1 })).toEqual([
      422,
      { items: [`items name 1 of ${String(gift['sku'])}, of which 0 can still be refunded`] },
    ]);
    expect(await refund(order)).toEqual([10, 'refunded', 0]);
  });

  it.each(['purchase', 'authorize'])('orders-and-payments.md 14: %s takes no amount', async (method) => {
    const { id } = await shop.order((await product()).id);
    const { status, body } = await shop.pay(method, id, { ...GOOD_CARD, amount: '4' });
    expect([status, body.errors, await shop.statusOf(id)]).toEqual([
      422,
      { amount: ['amount must be omitted: a purchase charges the balance'] },
      'unpaid',
    ]);
  });

  it('orders-and-payments.md 16: yen are refunded in whole yen', async () => {
    const JPY = { code: 'JPY', title: 'Yen', enabled: 1, exchange_rate: '150', format: '¥{price}' };
    await shop.made('/v1/currencies', { ...JPY, modifier: '+0', decimal_point: '.', thousand_point: ',' });
    const tea = await product({ price: '0.3', tax_band: taxed });
    const cart = await shop.cart(tea.id, 3);
    const { body } = await shop.checkout(cart, {}, { 'x-currency': 'JPY' });
    // 3 × ¥45 + 20 % = ¥162; one is ¥54.
    await shop.pay('purchase', body.result.id, GOOD_CARD);
    expect(await refund(body.result, { amount: '0.5' })).toEqual([
      422,
      { amount: ['amount must be a whole number of 1 JPY'] },
    ]);
    expect(await refund(body.result, { items: units([String(tea['sku']), 1]) })).toEqual([54, 'partial_refund', 0]);
  });

  it('an order that was refunded and removed leaves its currency and tax to its payments', async () => {
    const order = await paid([[await product({ price: '10', tax_band: taxed }), 1]]);
    await refund(order);
    const query = { order: order.id };
    const ledger = async (): Promise<Fields[]> =>
      (await shop.send<Fields[]>('GET', '/v1/transactions', { query })).body.result;
    const totals = async () => (await shop.send('GET', '/v1/transactions/totals', { query })).body.result;
    const [rows, sums] = [await ledger(), await totals()];
    expect(sums).toEqual({
      count: 2,
      totals: [
        {
          ...{ currency_code: 'GBP', captured: 12, refunded: 12, kept: 0 },
          ...{ captured_tax: 2, refunded_tax: 2, untaxed: 0 },
        },
      ],
    });
    expect((await shop.send('DELETE', `/v1/orders/${order.id}`)).status).toBe(200);
    const nobody = { order_number: null, customer: null, customer_name: null, customer_email: null };
    expect(await ledger()).toEqual(rows.map((row) => ({ ...row, ...nobody })));
    expect(await totals()).toEqual(sums);
  });

  it('orders-and-payments.md 15: an order with nothing to pay is paid at its checkout, and no gateway is asked', async () => {
    const gift = await product({ price: '0' });
    const order = await shop.order(gift.id, { gateway: 'manual' });
    expect([order.status.data.key, order.total, order['balance']]).toEqual(['paid', 0, 0]);
    expect((await shop.send('GET', `/v1/orders/${order.id}/payments`)).body.result).toEqual([]);
    expect((await shop.pay('purchase', order.id)).status).toBe(422);
    expect((await shop.send('DELETE', `/v1/orders/${order.id}`)).status).toBe(200);
  });
});
