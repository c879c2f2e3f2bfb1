import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { CONFIG, type Config } from '../../src/platform/config/config';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { statementsOf } from '../support/statements';
import { startStore, type TestStore } from '../support/store';

/** A gate that requests wait at until it opens. */
class Gate {
  open: () => void = () => undefined;
  reach: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
  readonly reached = new Promise<void>((resolve) => (this.reach = resolve));
}

const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/) as unknown;

onEachEngine('attempts to pay', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let dummy: PaymentGateway;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    dummy = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS).find(({ slug }) => slug === 'dummy') as PaymentGateway;
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  const order = async (): Promise<OrderResult> => shop.order((await shop.product()).id);
  const payments = async (id: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } })).body.result;
  const recover = async (id: string) => {
    for (const { id: payment } of await payments(id))
      await store.app.get(PaymentRecoveryService).recover(String(payment));
  };
  const state = async (id: string) => [
    (await payments(id)).map(({ method, status }) => `${String(method)} ${String(status)}`),
    await shop.statusOf(id),
  ];
  /** Makes the gateway wait at a gate, then answer. */
  const held = (method: 'purchase' | 'capture' | 'refund') => {
    const gate = new Gate();
    jest.spyOn(dummy, method).mockImplementation(async ({ key }) => {
      gate.reach();
      await gate.opened;
      return { status: 'accepted', reference: `held-${key}` };
    });
    return gate;
  };
  /** The gateway takes the money, and its response never comes. Only such a payment ends by its deadline, which is short. */
  const silent = () => {
    jest.replaceProperty(store.app.get<Config>(CONFIG).payments, 'deadlineSeconds', 0.05);
    return jest.spyOn(dummy, 'purchase').mockImplementation(() => new Promise(() => undefined));
  };

  it.each([
    ['with an Idempotency-Key', { 'idempotency-key': 'slow' }],
    ['without', {}],
  ])('orders-and-payments.md 10: nothing is locked while the provider is asked, %s', async (_, headers) => {
    const [one, other] = [await order(), await order()];
    const gate = held('purchase');
    const paying = shop.pay('purchase', one.id, GOOD_CARD, headers);
    await gate.reached;
    expect(await state(one.id)).toEqual([['purchase pending'], 'unpaid']);
    for (const { id } of [one, other]) {
      const changed = await shop.send('PUT', `/v1/orders/${id}`, { form: { shipping_price: '0' } });
      expect([changed.status, (await shop.send('GET', `/v1/orders/${id}`)).status]).toEqual([200, 200]);
    }
    for (const method of ['purchase', 'authorize', 'capture', 'void']) {
      const second = await shop.pay(method, one.id, GOOD_CARD);
      expect([second.status, second.body.error]).toEqual([409, 'a payment is under way']);
    }
    expect((await shop.send('DELETE', `/v1/orders/${one.id}`)).status).toBe(422);
    gate.open();
    expect((await paying).status).toBe(200);
    expect(await state(one.id)).toEqual([['purchase succeeded'], 'paid']);
  });

  it('orders-and-payments.md 11: without a response the outcome is unknown, and a repeat gets it when it is known', async () => {
    const { id, total } = await order();
    const asked = silent();
    const key = { 'idempotency-key': 'lost' };
    const first = await shop.pay('purchase', id, GOOD_CARD, key);
    expect([first.status, first.body.error, first.headers.get('retry-after')]).toEqual([
      503,
      'payment outcome unknown',
      '15',
    ]);
    expect(await state(id)).toEqual([['purchase pending'], 'unpaid']);
    expect((await shop.pay('purchase', id, GOOD_CARD, key)).status).toBe(503);
    expect((await shop.pay('purchase', id, { data: { number: '4000000000000002' } }, key)).status).toBe(409);
    const find = jest.spyOn(dummy, 'find').mockResolvedValue({ status: 'accepted', reference: 'found' });
    await recover(id);
    const [paid] = await payments(id);
    expect(find.mock.calls.map(([{ key: k, method, reference }]) => [k, method, reference])).toEqual([
      [paid?.['id'], 'purchase', ''],
    ]);
    const again = await shop.pay('purchase', id, GOOD_CARD, key);
    expect([again.status, again.body.result.message, again.body.result.data['amount']]).toEqual([
      200,
      'Payment successful',
      total,
    ]);
    expect([await state(id), asked.mock.calls.length]).toEqual([[['purchase succeeded'], 'paid'], 1]);
  });

  it('orders-and-payments.md 11: what the provider does not know never happened, and the order can be paid', async () => {
    const { id } = await order();
    silent();
    await shop.pay('purchase', id, GOOD_CARD);
    await recover(id);
    expect(await state(id)).toEqual([['purchase declined'], 'unpaid']);
    expect((await payments(id))[0]?.['error']).toBe('the request did not reach the payment provider');
    jest.restoreAllMocks();
    expect((await shop.pay('purchase', id, GOOD_CARD)).status).toBe(200);
    expect(await state(id)).toEqual([['purchase declined', 'purchase succeeded'], 'paid']);
  });

  it('orders-and-payments.md 11: while the provider cannot tell, the payment is unknown and blocks another', async () => {
    const { id } = await order();
    silent();
    await shop.pay('purchase', id, GOOD_CARD);
    jest.spyOn(dummy, 'find').mockRejectedValueOnce(new Error('away'));
    await recover(id);
    expect(await state(id)).toEqual([['purchase unknown'], 'unpaid']);
    expect((await shop.pay('purchase', id, GOOD_CARD)).status).toBe(409);
    await recover(id);
    expect(await state(id)).toEqual([['purchase declined'], 'unpaid']);
  });

  it('orders-and-payments.md 11: money that was taken after all is believed', async () => {
    const { id } = await order();
    const gate = held('purchase');
    const paying = shop.pay('purchase', id, GOOD_CARD);
    await gate.reached;
    await recover(id);
    expect(await state(id)).toEqual([['purchase declined'], 'unpaid']);
    gate.open();
    expect((await paying).status).toBe(200);
    expect(await state(id)).toEqual([['purchase succeeded'], 'paid']);
  });

  it('orders-and-payments.md 11: an order cancelled meanwhile keeps its status, and owes the money back', async () => {
    const { id, total } = await order();
    const gate = held('purchase');
    const paying = shop.pay('purchase', id, GOOD_CARD);
    await gate.reached;
    await shop.send('PUT', `/v1/orders/${id}`, { form: { status: 'cancelled' } });
    gate.open();
    const { body } = await paying;
    expect([body.result.order.status.data.key, body.result.order['balance']]).toEqual(['cancelled', -total]);
    expect((await shop.pay('refund', id)).body.result.order['balance']).toBe(0);
  });

  it('orders-and-payments.md 12: lists payments with their follow-ups, by filters, and tells of their changes', async () => {
    const { id, total } = await order();
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.pay('capture', id);
    await shop.pay('refund', id, { amount: '4' });
    const rows = await payments(id);
    const [charge, capture, refund] = rows;
    const times = { created_at: TIME, updated_at: TIME };
    const none = { error: null, items: null, shipping: null, restock: null, tax: null, reason: null, problem: null };
    const nobody = { customer: null, customer_name: null, customer_email: null };
    const label = { order_number: null, currency_code: 'GBP', ...nobody };
    const blank = { order: id, gateway: 'dummy', status: 'succeeded', ...label, ...none, ...times };
    const followUp = { ...blank, captured: 0, refunded: 0, payment: charge?.['id'] };
    expect(rows).toEqual([
      {
        ...{ ...blank, id: charge?.['id'], method: 'authorize', amount: total, captured: total, refunded: 4 },
        ...{ payment: null, reference: `dummy-${String(charge?.['id'])}` },
      },
      {
        // Of goods without tax, captured as a whole.
        ...{ ...followUp, id: capture?.['id'], method: 'capture', amount: total, tax: 0 },
        reference: `dummy-${String(capture?.['id'])}`,
      },
      {
        ...{ ...followUp, id: refund?.['id'], method: 'refund', amount: 4, shipping: false, restock: false },
        reference: `dummy-${String(refund?.['id'])}`,
      },
    ]);
    const events = await recordedEvents(store, String(charge?.['id']));
    expect(events.map(({ type }) => type)).toEqual([
      'payment.created',
      'payment.updated',
      'payment.updated',
      'payment.updated',
    ]);
    expect(events.at(-1)?.data).toEqual(charge);
  });

  it('orders-and-payments.md 12: names the customer of each, those of a page in one statement', async () => {
    const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
    const { id: customer } = await shop.made('/v1/customers', ada);
    const home = { first_name: 'Alan', last_name: 'Turing', address_1: '1', postcode: 'X', country: 'GB' };
    const product = (await shop.product()).id;
    const orders = [await shop.order(product, { customer }), await shop.order(product, { bill_to: home })];
    for (const { id } of orders) await shop.pay('purchase', id, GOOD_CARD);
    // The order keeps the name of its day.
    await shop.send('PUT', `/v1/customers/${customer}`, { form: { last_name: 'King' } });
    const rows: Fields[] = [];
    const list = async () =>
      rows.push(...(await shop.send<Fields[]>('GET', '/v1/transactions', { query: { limit: '2' } })).body.result);
    expect(await statementsOf(store, list, 'orders')).toHaveLength(1);
    expect(rows.map((row) => [row['order'], row['customer'], row['customer_name'], row['customer_email']])).toEqual([
      [orders[1]?.id, null, 'Alan Turing', null],
      [orders[0]?.id, customer, 'Ada Lovelace', 'ada@example.com'],
    ]);
  });

  it('orders-and-payments.md 12: finds payments by order, gateway, method, status and time', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.pay('void', id);
    const rows = await payments(id);
    const [charge, release] = rows.map((row) => row['id']);
    const one = await shop.send('GET', `/v1/transactions/${String(release)}`);
    expect(one.body.result).toEqual(rows[1]);
    const found = async (query: Record<string, string>) => {
      const { body } = await shop.send<Fields[]>('GET', '/v1/transactions', { query: { order_id: id, ...query } });
      return body.result.map((row) => row['id']);
    };
    expect(await found({})).toEqual([release, charge]);
    expect(await found({ order: 'asc' })).toEqual([charge, release]);
    expect(await found({ status: 'succeeded', gateway: 'dummy' })).toEqual([release]);
    expect(await found({ status: 'succeeded,voided' })).toEqual([release, charge]);
    expect(await found({ status: 'declined' })).toEqual([]);
    expect(await found({ gateway: 'manual' })).toEqual([]);
    expect(await found({ 'created_at[from]': String(rows[0]?.['created_at']) })).toHaveLength(2);
    expect(await found({ 'created_at[to]': '2020-01-01' })).toEqual([]);
    // The direction of a list, unless it is an id.
    const byOrder = await shop.send<Fields[]>('GET', '/v1/transactions', { query: { order: id } });
    expect(byOrder.body.result).toHaveLength(2);
    expect((await shop.send('GET', '/v1/transactions', { query: { card: '4' } })).status).toBe(422);
    expect((await shop.send('GET', '/v1/transactions/1')).body.error).toBe('No transaction found');
  });

  it('orders-and-payments.md 13: a follow-up goes to the gateway of the payment, though it is disabled', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.send('PUT', `/v1/orders/${id}`, { form: { gateway: 'manual' } });
    await shop.send('PUT', '/v1/gateways/dummy', { form: { enabled: 0 } });
    const asked = [jest.spyOn(dummy, 'capture'), jest.spyOn(dummy, 'refund')];
    expect((await shop.pay('capture', id)).status).toBe(200);
    expect((await shop.pay('refund', id, { amount: '1' })).status).toBe(200);
    expect(asked.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await shop.send('PUT', '/v1/gateways/dummy', { form: { enabled: 1 } });
  });

  it('orders-and-payments.md 9: what an older version was paid counts: it is not charged again, and is refunded', async () => {
    const { id } = await order();
    await shop.pay('purchase', id, GOOD_CARD);
    await shop.pay('refund', id, { amount: '4' });
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    await manager.query(`DELETE FROM payments WHERE order_id = ${id} AND method = 'refund'`);
    await manager.query(`UPDATE payments SET method = NULL, captured = NULL, version = NULL WHERE order_id = ${id}`);
    await manager.query(`UPDATE orders SET captured = NULL, refunded = NULL, credit = NULL WHERE id = ${id}`);
    expect((await payments(id)).map(({ method, captured }) => [method, captured])).toEqual([['purchase', 10]]);
    expect((await shop.pay('purchase', id, GOOD_CARD)).status).toBe(422);
    const { order: after } = (await shop.pay('refund', id)).body.result;
    const figures = [after['captured'], after['refunded'], after['balance']];
    expect([after.status.data.key, ...figures]).toEqual(['refunded', 10, 10, 0]);
  });

  it('orders-and-payments.md 14: amounts are whole smallest units, and an authorization is captured in part, once', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD_CARD);
    const fraction = { amount: ['amount must be a whole number of 0.01 GBP'] };
    expect((await shop.pay('capture', id, { amount: '0.001' })).body.errors).toEqual(fraction);
    expect((await shop.pay('capture', id, { amount: '10.01' })).status).toBe(422);
    const { order: after, data } = (await shop.pay('capture', id, { amount: '4' })).body.result;
    expect([after.status.data.key, after['captured'], after['balance'], data['amount']]).toEqual(['unpaid', 4, 6, 4]);
    expect((await shop.pay('capture', id, { amount: '1' })).status).toBe(422);
    expect((await shop.pay('refund', id, { amount: '0.001' })).body.errors).toEqual(fraction);
    const rest = (await shop.pay('purchase', id, GOOD_CARD)).body.result;
    expect([rest.data['amount'], rest.order.status.data.key, rest.order['balance']]).toEqual([6, 'paid', 0]);
    expect((await shop.pay('purchase', id, GOOD_CARD)).status).toBe(422);
  });

  it('orders-and-payments.md 14: a declined card declines no order that something was paid for', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.pay('capture', id, { amount: '4' });
    expect((await shop.pay('purchase', id, { data: { number: '4000000000000002' } })).status).toBe(422);
    expect(await shop.statusOf(id)).toBe('unpaid');
  });

  it('orders-and-payments.md 15: an order whose payment holds or took money is not deleted', async () => {
    const { id } = await order();
    const remove = async () => (await shop.send('DELETE', `/v1/orders/${id}`)).status;
    await shop.pay('authorize', id, GOOD_CARD);
    expect(await remove()).toBe(422);
    await shop.pay('void', id);
    await shop.pay('purchase', id, GOOD_CARD);
    expect(await remove()).toBe(422);
    await shop.pay('refund', id, { amount: '4' });
    expect(await remove()).toBe(422);
    await shop.pay('refund', id);
    expect(await remove()).toBe(200);
  });
});
