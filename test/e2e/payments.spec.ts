import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentLedgerService } from '../../src/modules/payments/payment-ledger.service';
import { BAD_CARD, type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

onEachEngine('payments', (engine) => {
  let store: TestStore;
  let shop: Shop;

  const tables = async (): Promise<string> => {
    const dataSource = store.app.get<DataSource>(getDataSourceToken());
    const names = ['payments', 'orders', 'events', 'idempotency_records', 'order_status_changes'];
    const rows = await Promise.all(names.map((name) => dataSource.query<unknown[]>(`SELECT * FROM ${name}`)));
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  };
  const history = async (order: string): Promise<unknown[]> => {
    const { body } = await shop.send<{ from: Fields; to: Fields }[]>('GET', `/v1/orders/${order}/history`);
    return body.result.map(({ from, to }) => [(from['data'] as Fields)['key'], (to['data'] as Fields)['key']]);
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  it('carts.md 10: the good card pays', async () => {
    const order = await shop.order((await shop.product()).id, {}, 2);
    const { status, body } = await shop.pay('purchase', order.id, GOOD_CARD);
    expect(status).toBe(200);
    const { id } = body.result.data;
    expect(body.result).toEqual({
      message: 'Payment successful',
      reference: `dummy-${String(id)}`,
      redirect: false,
      url: null,
      data: {
        id: expect.any(String) as unknown,
        gateway: 'dummy',
        state: 'captured',
        amount: 20,
        refunded: 0,
        currency: 'GBP',
      },
      order: (await shop.send('GET', `/v1/orders/${order.id}`)).body.result,
    });
    expect(body.result.order.status.data.key).toBe('paid');
    expect((await shop.pay('purchase', order.id, GOOD_CARD)).body.errors).toEqual({
      order: ['order cannot be paid while it is paid: nothing is due'],
    });
    expect(await recordedEvents(store, order.id)).toHaveLength(2);
  });

  it('carts.md 10: another card is declined with 422, the order with it, and gives back its stock', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 3 });
    const order = await shop.order(product.id);
    const { status, body, headers } = await shop.pay('purchase', order.id, BAD_CARD);
    expect([status, body, headers.get('error-code')]).toEqual([
      422,
      { status: false, error: 'The card was declined' },
      'payments.declined',
    ]);
    expect([await shop.statusOf(order.id), await shop.stockOf(product.id)]).toEqual(['declined', 3]);
    expect((await shop.pay('purchase', order.id, BAD_CARD)).status).toBe(422);
    expect([await shop.statusOf(order.id), await shop.stockOf(product.id)]).toEqual(['declined', 3]);
    expect((await shop.pay('purchase', order.id, GOOD_CARD)).status).toBe(200);
    expect([await shop.statusOf(order.id), await shop.stockOf(product.id)]).toEqual(['paid', 2]);
    expect(await history(order.id)).toEqual([
      ['unpaid', 'paid'],
      ['declined', 'unpaid'],
      ['unpaid', 'declined'],
      ['declined', 'unpaid'],
      ['unpaid', 'declined'],
    ]);
  });

  it('wire.md 6: a decline with an Idempotency-Key is kept, and a repeat gets it again without another try', async () => {
    const order = await shop.order((await shop.product()).id);
    const key = { 'idempotency-key': 'pay-once' };
    const first = await shop.pay('purchase', order.id, BAD_CARD, key);
    const again = await shop.pay('purchase', order.id, BAD_CARD, key);
    expect([first.status, await shop.statusOf(order.id)]).toEqual([422, 'declined']);
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([422, first.body, 'true']);
    expect(again.headers.get('error-code')).toBe('payments.declined');
    expect(await history(order.id)).toEqual([['unpaid', 'declined']]);
    expect((await shop.pay('purchase', order.id, GOOD_CARD, key)).status).toBe(409);
  });

  it('a declined order whose goods are sold on cannot be paid, and no card is asked', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 1 });
    const order = await shop.order(product.id);
    await shop.pay('purchase', order.id, BAD_CARD);
    await shop.order(product.id);
    const { status, body } = await shop.pay('purchase', order.id, GOOD_CARD);
    expect([status, body.error]).toEqual([409, `Not enough is left in stock of ${String(product['sku'])}`]);
    expect(await shop.statusOf(order.id)).toBe('declined');
  });

  it.each<[string, Fields]>([
    ['data.number', {}],
    ['data.number', { data: { number: '4242424242424241' } }],
    ['data.expiry_month', { data: { ...GOOD_CARD.data, expiry_month: 13 } }],
    ['data.cvv', { data: { ...GOOD_CARD.data, cvv: 'abc' } }],
    ['data', { data: 'x' }],
  ])('refuses %s of %j and leaves the order alone', async (field, form) => {
    const order = await shop.order((await shop.product()).id);
    const { status, body } = await shop.pay('purchase', order.id, form);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await shop.statusOf(order.id)).toBe('unpaid');
  });

  it('authorizes, voids, authorizes again and captures', async () => {
    const order = await shop.order((await shop.product()).id);
    const pay = async (method: string) => {
      const { status, body } = await shop.pay(method, order.id, GOOD_CARD);
      return [
        status,
        status === 200 ? body.result.data['state'] : Object.keys(body.errors)[0],
        await shop.statusOf(order.id),
      ];
    };
    expect(await pay('capture')).toEqual([422, 'order', 'unpaid']);
    expect(await pay('authorize')).toEqual([200, 'authorized', 'unpaid']);
    expect(await pay('authorize')).toEqual([422, 'order', 'unpaid']);
    expect(await pay('void')).toEqual([200, 'voided', 'unpaid']);
    expect(await pay('void')).toEqual([422, 'order', 'unpaid']);
    expect(await pay('authorize')).toEqual([200, 'authorized', 'unpaid']);
    expect(await pay('capture')).toEqual([200, 'captured', 'paid']);
    expect(await pay('void')).toEqual([422, 'order', 'paid']);
  });

  it('carts.md 10: refunds in part and in whole, never more than was paid', async () => {
    const order = await shop.order((await shop.product()).id);
    expect((await shop.pay('refund', order.id)).body.errors).toEqual({ order: ['order has no payment to refund'] });
    await shop.pay('purchase', order.id, GOOD_CARD);
    const refund = async (form: Fields) => {
      const { status, body } = await shop.pay('refund', order.id, form);
      return [
        status,
        status === 200 ? body.result.data['refunded'] : Object.keys(body.errors)[0],
        await shop.statusOf(order.id),
      ];
    };
    expect(await refund({ amount: '10.01' })).toEqual([422, 'amount', 'paid']);
    expect(await refund({ amount: '0' })).toEqual([422, 'amount', 'paid']);
    expect(await refund({ amount: '4' })).toEqual([200, 4, 'partial_refund']);
    expect(await refund({ amount: '6.01' })).toEqual([422, 'amount', 'partial_refund']);
    expect(await refund({})).toEqual([200, 10, 'refunded']);
    expect(await refund({})).toEqual([422, 'amount', 'refunded']);
  });

  it('orders-and-payments.md 16: a cancelled order is refunded, stays cancelled, and takes no other payment', async () => {
    const order = await shop.order((await shop.product()).id);
    await shop.pay('purchase', order.id, GOOD_CARD);
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'cancelled' } });
    const before = await tables();
    for (const method of ['purchase', 'authorize', 'capture', 'void']) {
      const { status, body } = await shop.pay(method, order.id, GOOD_CARD);
      expect([status, body.status]).toEqual([422, false]);
    }
    expect(await tables()).toEqual(before);
    expect((await shop.pay('refund', order.id)).body.result.data['refunded']).toBe(10);
    expect(await shop.statusOf(order.id)).toBe('cancelled');
  });

  it('promotions.md 32: a refund takes nothing again of what a declined order gave back', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 1 });
    const promotion = await shop.promotion({ max_uses: 1 });
    const order = await shop.order(product.id);
    await shop.pay('purchase', order.id, GOOD_CARD);
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'declined' } });
    const next = await shop.order(product.id);
    expect([order.total, next.total, await shop.stockOf(product.id)]).toEqual([9, 9, 0]);
    expect((await shop.pay('refund', order.id, { amount: '4' })).status).toBe(200);
    expect([await shop.statusOf(order.id), await shop.stockOf(product.id)]).toEqual(['declined', 0]);
    const revived = await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'paid' } });
    expect([revived.status, revived.body.error]).toEqual([
      409,
      `Promotion ${promotion.id} has been used up by other orders`,
    ]);
    expect((await shop.pay('refund', order.id)).body.result.data['refunded']).toBe(9);
    expect([await shop.statusOf(order.id), await shop.stockOf(product.id)]).toEqual(['declined', 0]);
    await shop.send('DELETE', `/v1/promotions/cart/${promotion.id}`);
  });

  it('carts.md 10: twenty refunds at once give back no more than was paid', async () => {
    const order = await shop.order((await shop.product()).id);
    await shop.pay('purchase', order.id, GOOD_CARD);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.pay('refund', order.id, { amount: '3' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await shop.pay('refund', order.id)).body.result.data['refunded']).toBe(10);
  });

  it('twenty purchases at once take the money once', async () => {
    const order = await shop.order((await shop.product()).id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.pay('purchase', order.id, GOOD_CARD)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([
    ['with an Idempotency-Key', { 'idempotency-key': 'deadlocked' }],
    ['without', {}],
  ])(
    'orders-and-payments.md 10: deadlocks before and after the provider is asked have it asked once, %s',
    async (_, headers) => {
      const order = await shop.order((await shop.product()).id);
      const dummy = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS).find(({ slug }) => slug === 'dummy');
      const asked = jest.spyOn(dummy as PaymentGateway, 'purchase');
      const deadlock = Object.assign(new Error('Deadlock found'), { code: 'ER_LOCK_DEADLOCK' });
      const ledger = store.app.get(PaymentLedgerService);
      jest.spyOn(ledger, 'write').mockRejectedValueOnce(deadlock);
      jest.spyOn(ledger, 'change').mockRejectedValueOnce(deadlock);
      const { status, body } = await shop.pay('purchase', order.id, GOOD_CARD, headers);
      const calls = asked.mock.calls.map(([{ key, orderId, amount, currency, details }]) => ({
        ...{ key, orderId, amount: String(amount), currency, details },
      }));
      const details = { number: GOOD_CARD.data.number, paymentMethod: null, returnUrl: null };
      const charge = { orderId: order.id, amount: '100000', currency: 'GBP', details };
      expect([status, calls]).toEqual([200, [{ ...charge, key: body.result.data['id'] }]]);
    },
  );

  it('the manual gateway accepts every payment', async () => {
    const order = await shop.order((await shop.product()).id, { gateway: 'manual' });
    expect((await shop.pay('purchase', order.id)).body.result.order.status.data.key).toBe('paid');
  });

  it('refuses unknown methods and orders, and orders without a gateway or with one that is disabled', async () => {
    const order = await shop.order((await shop.product()).id, { gateway: '' });
    expect((await shop.pay('steal', order.id)).body.errors).toEqual({
      method: [
        'method must be one of purchase, authorize, capture, refund, void, complete, complete_purchase, complete_authorize',
      ],
    });
    expect((await shop.pay('purchase', '1')).status).toBe(404);
    expect((await shop.pay('purchase', order.id)).body.errors).toEqual({
      gateway: ['gateway of the order is not set'],
    });
    const manual = await shop.order((await shop.product()).id, { gateway: 'manual' });
    await shop.send('PUT', '/v1/gateways/manual', { form: { enabled: 0 } });
    expect((await shop.pay('purchase', manual.id)).body.errors).toEqual({ gateway: ['gateway is not enabled'] });
    await shop.send('PUT', '/v1/gateways/manual', { form: { enabled: 1 } });
  });

  it('carts.md 10: nothing of a card is anywhere in the database', async () => {
    const order = await shop.order((await shop.product()).id);
    const card = { data: { ...GOOD_CARD.data, cvv: '9173' } };
    await shop.pay('purchase', order.id, card, { 'idempotency-key': 'no-card' });
    const text = await tables();
    expect(text).toContain(order.id);
    // A value of its own: ids and times hold any four digits.
    expect(text).not.toMatch(/4242424242424242|4000000000000002|(?<![\w-])9173(?![\w-])/);
  });
});
