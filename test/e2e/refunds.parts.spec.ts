import { amountNumber } from '../../src/kernel/money';
import { DummyGateway } from '../../src/modules/payments/gateways/dummy/dummy.gateway';
import { type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('refunds in parts, and what they leave', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  const refund = async (id: string, form: Fields) => {
    const { status, body } = await shop.pay('refund', id, form);
    return status === 200 ? [200, body.result.order['refunded']] : [status, body.errors];
  };
  /** An order of 10 and shipping of 5, of which one payment took 12 and another 3. */
  const paidTwice = async (): Promise<string> => {
    const method = await shop.shipping({ price: '5' });
    const { id } = await shop.order((await shop.product()).id, { shipping: method.id });
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.pay('capture', id, { amount: '12' });
    expect((await shop.pay('purchase', id, GOOD_CARD)).body.result.order['balance']).toBe(0);
    return id;
  };
  const REFUNDED = [422, { shipping: ['shipping is refunded already'] }];

  it('orders-and-payments.md 16: shipping that two payments give back is given back once', async () => {
    const id = await paidTwice();
    expect(await refund(id, { shipping: 1 })).toEqual([200, 5]);
    expect(await refund(id, { shipping: 1 })).toEqual(REFUNDED);
    const { result } = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body;
    expect([result['balance'], result['refunded']]).toEqual([0, 5]);
  });

  it.each([
    ['first', 3, 2],
    ['second', 2, 3],
  ])('orders-and-payments.md 9, 16: also when its %s part was declined', async (_, declined, given) => {
    const id = await paidTwice();
    const dummy = store.app.get(DummyGateway);
    const give = dummy.refund.bind(dummy);
    // The parts are asked for at once: which comes first is chance.
    const asked: number[] = [];
    jest.spyOn(dummy as PaymentGateway, 'refund').mockImplementation((call) => {
      const refusal = { status: 'declined', reference: 'none', message: 'not today' } as const;
      asked.push(amountNumber(call.amount));
      return asked.length <= 2 && asked.at(-1) === declined ? Promise.resolve(refusal) : give(call);
    });
    await refund(id, { shipping: 1 });
    expect(asked.sort()).toEqual([2, 3]);
    const { result } = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body;
    expect([result['refunded'], result['balance']]).toEqual([given, 0]);
    expect(await refund(id, { shipping: 1 })).toEqual(REFUNDED);
    // The rest of it is a sum of money.
    expect(await refund(id, { amount: declined })).toEqual([200, 5]);
  });

  it('orders-and-payments.md 12: a refund says its units, shipping, tax and reason, and whether the goods came back', async () => {
    const { id: band } = await shop.made('/v1/taxes', { title: 'Standard', rate: '20' });
    const tea = await shop.product({ price: '3.35', tax_band: band });
    const method = await shop.shipping({ price: '5', tax_band: band });
    const { id } = await shop.order(tea.id, { shipping: method.id }, 3);
    await shop.pay('purchase', id, GOOD_CARD);
    const items = [{ sku: tea['sku'], quantity: 1 }];
    await shop.pay('refund', id, { items: JSON.stringify(items), shipping: 1, restock: 1, reason: 'Broken' });
    await shop.pay('refund', id, { items: JSON.stringify(items) });
    await shop.pay('refund', id, { restock: 1 });
    const { body } = await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } });
    const fields = [
      'method',
      'amount',
      'items',
      'shipping',
      'restock',
      'tax',
      'reason',
      'order_number',
      'currency_code',
    ];
    expect(body.result.map((one) => fields.map((field) => one[field]))).toEqual([
      ['purchase', 18.06, null, null, null, 3.01, null, null, 'GBP'],
      ['refund', 10.02, [{ ...items[0], amount: 4.02, tax: 0.67 }], true, true, 1.67, 'Broken', null, 'GBP'],
      ['refund', 4.02, [{ ...items[0], amount: 4.02, tax: 0.67 }], false, false, 0.67, null, null, 'GBP'],
      ['refund', 4.02, null, false, true, 0.67, null, null, 'GBP'],
    ]);
    const listed = await shop.send<Fields[]>('GET', '/v1/transactions', { query: { order_id: id, order: 'asc' } });
    const included = await shop.send<Fields>('GET', `/v1/orders/${id}?include=payments`);
    expect([listed.body.result, included.body.result['payments']]).toEqual([body.result, body.result]);
  });

  it('orders-and-payments.md 12, 16: of a refund by amount, and of the rest after one, nobody knows the tax', async () => {
    const id = await paidTwice();
    await refund(id, { amount: '1' });
    await refund(id, {});
    const query = { order: 'asc', method: 'refund' };
    const { body } = await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query });
    expect(body.result.map(({ amount, tax }) => [amount, tax])).toEqual([
      [1, null],
      [2, null],
      [12, null],
    ]);
  });

  it('orders-and-payments.md 16, 35: goods that an edit made free are shipped after their price was given back', async () => {
    const tea = await shop.product();
    const { id } = await shop.order(tea.id, {}, 2);
    await shop.pay('purchase', id, GOOD_CARD);
    const items = [{ sku: tea['sku'], quantity: 2, price: 0 }];
    const edited = await shop.send<Fields>('POST', `/v1/orders/${id}/edits`, { json: { items } });
    expect([edited.status, edited.body.result['balance']]).toEqual([200, -20]);
    expect(await refund(id, { amount: '20' })).toEqual([200, 20]);
    expect(await shop.statusOf(id)).toBe('paid');
    const shipped = await shop.send<Fields>('POST', `/v1/orders/${id}/shipments`, { json: {} });
    expect([shipped.status, shipped.body.result['items']]).toEqual([201, [{ sku: tea['sku'], quantity: 2 }]]);
    expect(await shop.statusOf(id)).toBe('dispatched');
  });

  it('orders-and-payments.md 7: an order has at most as many lines as a cart', async () => {
    const cart = 'many-lines';
    for (let start = 0; start < 500; start += 100) {
      const items = Array.from({ length: 100 }, (_, i) => ({ name: `Item ${start + i}`, price: 1, quantity: 1 }));
      expect((await shop.send('POST', `/v1/carts/${cart}/items`, { json: { items } })).status).toBe(201);
    }
    const { body } = await shop.checkout(cart);
    const { id } = body.result;
    const tea = await shop.product();
    const most = (field: string) => ({ [field]: [`${field} is one item too many: an order has at most 500`] });
    const edit = (items: Fields[]) => shop.send<Fields>('POST', `/v1/orders/${id}/edits`, { json: { items } });
    const refused = await edit([{ sku: tea['sku'], quantity: 1 }]);
    expect([refused.status, refused.body.errors]).toEqual([422, most('items.0.sku')]);
    const json = { sku: tea['sku'], title: 'Tea', quantity: 1, tax_rate: 0, tax_band: shop.untaxed, price: 1 };
    const added = await shop.send('POST', `/v1/orders/${id}/items`, { json });
    expect([added.status, added.body.errors]).toEqual([422, most('sku')]);
    const { result } = (await shop.send<{ sku: string }[]>('GET', `/v1/orders/${id}/items`, { query: { limit: '1' } }))
      .body;
    const swapped = await edit([
      { sku: result[0]?.sku, quantity: 0 },
      { sku: tea['sku'], quantity: 1 },
    ]);
    expect(swapped.status).toBe(200);
  });
});
