import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

/** The ways to send a status: by form and as JSON. */
const BODIES = [
  ['form', (fields: Fields) => ({ form: fields })],
  ['JSON', (fields: Fields) => ({ json: fields })],
] as const;

onEachEngine('payments outside the store (orders-and-payments.md 14)', (engine) => {
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

  const payments = async (id: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } })).body.result;
  const money = ({ status, captured, refunded, balance }: OrderResult): unknown => [
    status.data.key,
    captured,
    refunded,
    balance,
  ];
  const moneyOf = async (id: string): Promise<unknown> =>
    money((await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body.result);
  const put = (id: string, form: Fields) => shop.send<OrderResult>('PUT', `/v1/orders/${id}`, { form });
  const edit = (id: string, items: Fields[]) => shop.send('POST', `/v1/orders/${id}/edits`, { json: { items } });
  const stated = (more: Fields, code = 'GBP', currency = '') => ({
    ...{ subtotal: '30', shipping_price: '6', total: '36', exchange_rate: '1', currency_code: code, currency },
    ...more,
  });
  const currencies: Record<string, string> = {};
  const currencyOf = async (code: string): Promise<string> => {
    const { body } = await shop.send<{ id: string; code: string }[]>('GET', '/v1/currencies');
    const found = body.result.find((one) => one.code === code)?.id;
    const fields = {
      code,
      title: code,
      format: '{price}',
      decimal_point: '.',
      thousand_point: ',',
      exchange_rate: '2',
    };
    return (currencies[code] ??= found ?? (await shop.made('/v1/currencies', { ...fields, enabled: 1 })).id);
  };
  const recorded = (amount: number, more: Fields = {}): Fields => ({
    ...{ gateway: 'manual', method: 'recorded', status: 'succeeded', amount, captured: amount, refunded: 0 },
    ...{ payment: null, reference: null, error: null },
    ...more,
  });

  it.each(BODIES)('the status paid, sent as %s, records the balance in the same change', async (_, bodyOf) => {
    const tea = await shop.product({ price: '18' });
    const { id } = await shop.order(tea.id, {}, 2);
    const before = (await recordedEvents(store, id)).length;
    const { body } = await shop.send<OrderResult>('PUT', `/v1/orders/${id}`, bodyOf({ status: 'paid' }));
    expect(money(body.result)).toEqual(['paid', 36, 0, 0]);
    const [payment] = await payments(id);
    expect(await payments(id)).toEqual([expect.objectContaining(recorded(36, { order: id, tax: 0 }))]);
    expect((await recordedEvents(store, id)).slice(before).map(({ type }) => type)).toEqual(['order.updated']);
    expect((await recordedEvents(store, String(payment?.['id']))).map(({ type }) => type)).toEqual(['payment.created']);
    // Nobody is charged for it again, and it can be given back.
    expect((await shop.pay('purchase', id, GOOD_CARD)).body.errors).toEqual({
      order: ['order cannot be paid while it is paid: nothing is due'],
    });
    const ask = jest.spyOn(dummy, 'refund');
    expect((await shop.pay('refund', id, { amount: '6' })).status).toBe(200);
    expect(await moneyOf(id)).toEqual(['partial_refund', 36, 6, 0]);
    expect([(await payments(id)).map(({ gateway }) => gateway), ask.mock.calls]).toEqual([['manual', 'manual'], []]);
    const { body: totals } = await shop.send('GET', `/v1/transactions/totals?order_id=${id}`);
    expect(totals.result).toMatchObject({ totals: [{ captured: 36, refunded: 6, kept: 30 }] });
    const found = await shop.send<Fields[]>('GET', `/v1/transactions?order_id=${id}&method=recorded`);
    expect(found.body.result.map((one) => one['id'])).toEqual([payment?.['id']]);
  });

  it.each([
    ['GBP', 36.5],
    ['JPY', 37],
    ['KWD', 4.591],
  ])('an order in %s that is made paid has its total recorded', async (code, total) => {
    const form = stated({ status: 'paid', total }, code, await currencyOf(code));
    const { status, body } = await shop.send<OrderResult>('POST', '/v1/orders', { form });
    expect([status, money(body.result)]).toEqual([201, ['paid', total, 0, 0]]);
    expect(await payments(body.result.id)).toEqual([expect.objectContaining(recorded(total, { currency_code: code }))]);
    expect((await shop.pay('refund', body.result.id, {})).status).toBe(200);
    expect(await moneyOf(body.result.id)).toEqual(['refunded', total, total, 0]);
  });

  it.each(['unpaid', 'processing', 'dispatched', 'refunded', 'partial_refund', 'mismatch', 'cancelled', 'failed'])(
    'an order that is made %s has no payment',
    async (status) => {
      const form = stated({ status }, 'GBP', await currencyOf('GBP'));
      const { body } = await shop.send<OrderResult>('POST', '/v1/orders', { form });
      expect([money(body.result), await payments(body.result.id)]).toEqual([
        [status, 0, 0, ['refunded', 'cancelled', 'failed'].includes(status) ? 0 : 36],
        [],
      ]);
    },
  );

  it.each(['unpaid', 'processing', 'dispatched', 'mismatch', 'failed', 'declined'])(
    'an order that was %s has its balance recorded',
    async (status) => {
      const { id } = await shop.order((await shop.product({ price: '36' })).id);
      if (status !== 'unpaid') await put(id, { status });
      expect(money((await put(id, { status: 'paid' })).body.result)).toEqual(['paid', 36, 0, 0]);
      expect(await payments(id)).toEqual([expect.objectContaining(recorded(36))]);
    },
  );

  it('what is due beside an earlier payment is recorded, and what an authorization holds is not', async () => {
    const tea = await shop.product({ price: '10' });
    const one = await shop.order(tea.id, {}, 2);
    await shop.pay('purchase', one.id, GOOD_CARD);
    await edit(one.id, [{ sku: tea['sku'], quantity: 3 }]);
    await put(one.id, { status: 'processing' });
    expect(money((await put(one.id, { status: 'paid' })).body.result)).toEqual(['paid', 30, 0, 0]);
    expect((await payments(one.id)).map(({ method, amount }) => [method, amount])).toEqual([
      ['purchase', 20],
      ['recorded', 10],
    ]);
    const other = await shop.order(tea.id, {}, 2);
    await shop.pay('authorize', other.id, GOOD_CARD);
    expect(money((await put(other.id, { status: 'paid' })).body.result)).toEqual(['paid', 0, 0, 20]);
    expect((await shop.pay('capture', other.id)).status).toBe(200);
    expect(await moneyOf(other.id)).toEqual(['paid', 20, 0, 0]);
  });

  it('with its total and its currency in one request, the new total is recorded in the new currency', async () => {
    const form = stated({}, 'GBP', await currencyOf('GBP'));
    const { id } = (await shop.send<OrderResult>('POST', '/v1/orders', { form })).body.result;
    const change = { status: 'paid', total: '50', currency: await currencyOf('JPY'), currency_code: 'JPY' };
    expect(money((await put(id, change)).body.result)).toEqual(['paid', 50, 0, 0]);
    expect(await payments(id)).toEqual([expect.objectContaining(recorded(50, { currency_code: 'JPY' }))]);
  });

  it('while a payment is under way, the status paid is 409', async () => {
    const { id } = await shop.order((await shop.product()).id);
    jest.spyOn(dummy, 'purchase').mockResolvedValue({ status: 'pending', reference: 'p', url: 'https://bank.example' });
    await shop.pay('purchase', id, GOOD_CARD);
    const refused = await put(id, { status: 'paid' });
    expect([refused.status, refused.body.error, await moneyOf(id)]).toEqual([
      409,
      'a payment is under way',
      ['unpaid', 0, 0, 10],
    ]);
  });

  it('an order that an edit or a payment makes paid has no other payment, and one with nothing to pay has none', async () => {
    const free = await shop.order((await shop.product({ price: '0' })).id);
    expect([await moneyOf(free.id), await payments(free.id)]).toEqual([['paid', 0, 0, 0], []]);
    const { id } = await shop.order((await shop.product()).id);
    await shop.pay('purchase', id, GOOD_CARD);
    await put(id, { status: 'processing' });
    await put(id, { status: 'paid' });
    expect((await payments(id)).map(({ method }) => method)).toEqual(['purchase']);
  });

  it('a refunded order that still holds money is owed it (M14), and its refund leaves it refunded', async () => {
    const { id } = await shop.order((await shop.product({ price: '36' })).id);
    await shop.pay('purchase', id, GOOD_CARD);
    await shop.pay('refund', id, { amount: '12' });
    expect(money((await put(id, { status: 'refunded' })).body.result)).toEqual(['refunded', 36, 12, -24]);
    const due = await shop.send<Fields[]>('GET', '/v1/orders?refund_due=1');
    expect(due.body.result.map((one) => [one['id'], one['balance']])).toEqual([[id, -24]]);
    const { body } = await shop.send<{ totals: Fields[] }>('GET', `/v1/orders/totals?q=${id}`);
    expect(body.result.totals).toEqual([expect.objectContaining({ orders: 1, due: 0, owed: 24 })]);
    await shop.pay('refund', id, { amount: '4' });
    expect(await moneyOf(id)).toEqual(['refunded', 36, 16, -20]);
    await shop.pay('refund', id, {});
    expect(await moneyOf(id)).toEqual(['refunded', 36, 36, 0]);
    expect((await shop.send<Fields[]>('GET', '/v1/orders?refund_due=1')).body.result).toEqual([]);
  });

  it('an order whose payment was only recorded can be removed, and the payment no longer counts', async () => {
    const form = stated({ status: 'paid' }, 'GBP', await currencyOf('GBP'));
    const made = async () => (await shop.send<OrderResult>('POST', '/v1/orders', { form })).body.result.id;
    const [id, other] = [await made(), await made()];
    expect((await shop.send('DELETE', `/v1/orders/${id}`)).status).toBe(200);
    const { body } = await shop.send<Fields[]>('GET', `/v1/transactions?order_id=${id}`);
    expect(body.result).toEqual([expect.objectContaining(recorded(36, { status: 'voided', currency_code: 'GBP' }))]);
    const totals = await shop.send('GET', `/v1/transactions/totals?order_id=${id}`);
    expect(totals.body.result).toEqual({ count: 1, totals: [] });
    await shop.pay('refund', other, { amount: '6' });
    expect((await shop.send('DELETE', `/v1/orders/${other}`)).status).toBe(422);
  });

  describe('what a payment page reports', () => {
    const complete = (method: string, id: string, fields: Fields, headers: Record<string, string> = {}) =>
      shop.pay(method, id, fields, headers);

    it.each([
      ['complete', { data: { order_status: 'paid', transaction_success: '1', transaction_reference: 'PP-1' } }],
      ['complete', { order_status: 'paid', transaction_success: '1', transaction_reference: 'PP-1' }],
      ['complete', { data: { transaction_success: '1', transaction_reference: 'PP-1' } }],
      ['complete_purchase', { data: { transaction_reference: 'PP-1' }, return_url: 'https://shop.example/ok' }],
      [
        'complete_authorize',
        { data: { transaction_reference: 'PP-1' }, cancel_url: 'https://shop.example', ip: '::1' },
      ],
    ])('%s %j records a payment of the balance', async (method, fields) => {
      const { id } = await shop.order((await shop.product({ price: '36' })).id);
      const { status, body } = await complete(method, id, fields);
      const [payment] = await payments(id);
      expect([status, body.result]).toEqual([
        200,
        {
          ...{ message: 'Payment recorded', reference: 'PP-1', redirect: false, url: null },
          data: {
            ...{ id: payment?.['id'], gateway: 'manual', state: 'captured' },
            ...{ amount: 36, refunded: 0, currency: 'GBP' },
          },
          order: (await shop.send('GET', `/v1/orders/${id}`)).body.result,
        },
      ]);
      expect(await moneyOf(id)).toEqual(['paid', 36, 0, 0]);
      expect(payment).toMatchObject(recorded(36, { reference: 'PP-1' }));
      expect((await complete(method, id, fields)).body.errors).toEqual({
        order: ['order cannot be paid while it is paid: nothing is due'],
      });
    });

    it("a status other than paid is the order's", async () => {
      const { id } = await shop.order((await shop.product({ price: '36' })).id);
      await complete('complete', id, { data: { order_status: 'processing', transaction_success: '1' } });
      expect(await moneyOf(id)).toEqual(['processing', 36, 0, 0]);
    });

    it.each([
      [{ data: { transaction_success: '0', transaction_reference: 'PP-2' } }, 'failed'],
      [{ data: { transaction_success: '0', order_status: 'declined', transaction_reference: 'PP-2' } }, 'declined'],
      [{ data: { transaction_success: '0', order_status: 'unpaid', transaction_reference: 'PP-2' } }, 'unpaid'],
    ])('a payment that did not come is kept: %j', async (fields, key) => {
      const { id } = await shop.order((await shop.product({ price: '36' })).id);
      const { status, body } = await complete('complete', id, fields);
      expect([status, body.result.message, body.result.data['state']]).toEqual([
        200,
        'Failed payment recorded',
        'declined',
      ]);
      expect(await shop.statusOf(id)).toBe(key);
      const failed = { status: 'declined', captured: 0, reference: 'PP-2', error: 'the payment did not come' };
      expect(await payments(id)).toEqual([expect.objectContaining(recorded(36, failed))]);
    });

    it('a repeat with the same Idempotency-Key records nothing more', async () => {
      const { id } = await shop.order((await shop.product({ price: '36' })).id);
      const fields = { data: { transaction_success: '1' } };
      const answers = [];
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await complete('complete', id, fields, { 'idempotency-key': `done-${id}` });
        answers.push([status, body.result]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(await payments(id)).toHaveLength(1);
    });

    it('a payment that is pending at its provider is asked for there', async () => {
      const { id } = await shop.order((await shop.product({ price: '36' })).id);
      const waits = { status: 'pending', reference: 'p', url: 'https://bank.example' } as const;
      jest.spyOn(dummy, 'purchase').mockResolvedValue(waits);
      const find = jest.spyOn(dummy, 'find').mockResolvedValueOnce(waits);
      await shop.pay('purchase', id, GOOD_CARD);
      const still = await complete('complete_purchase', id, {});
      expect([still.status, still.body.result.redirect, await moneyOf(id)]).toEqual([200, true, ['unpaid', 0, 0, 36]]);
      find.mockResolvedValueOnce({ status: 'accepted', reference: 'p' });
      const done = await complete('complete_purchase', id, {});
      expect([done.status, done.body.result.message, done.body.result.data['gateway']]).toEqual([
        200,
        'Payment successful',
        'dummy',
      ]);
      expect([await moneyOf(id), (await payments(id)).length]).toEqual([['paid', 36, 0, 0], 1]);
    });

    it.each<[string, Fields, Record<string, string[]>]>([
      ['complete', {}, { 'data.transaction_success': ['data.transaction_success is required'] }],
      [
        'complete',
        { data: { transaction_success: '0', order_status: 'paid' } },
        { 'data.order_status': ['data.order_status cannot be paid while transaction_success is 0'] },
      ],
      [
        'complete_purchase',
        { amount: '5' },
        { amount: ['amount must be omitted: a payment of the balance is recorded'] },
      ],
      [
        'complete_purchase',
        { cancel_url: 'javascript:1' },
        { cancel_url: ['cancel_url must be an http or https address'] },
      ],
    ])('%s with %j is refused and writes nothing', async (method, fields, errors) => {
      const { id } = await shop.order((await shop.product()).id);
      const { status, body } = await complete(method, id, fields);
      expect([status, body.errors, await payments(id), await shop.statusOf(id)]).toEqual([422, errors, [], 'unpaid']);
    });
  });
});
