import { MoneyMovesService } from '../../src/modules/payments/money-moves.service';
import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type Fields, GOOD_CARD, type OrderResult, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe.server';
import { startStore, type TestStore } from '../support/store';

const TOKEN = { data: { payment_method: 'pm_card_visa' } };
type Row = Fields & { id: string };

onEachEngine('refunds that fail after they succeeded (orders-and-payments.md 16)', (engine) => {
  let stripe: StripeServer;
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    stripe = await StripeServer.start();
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', GATEWAY_URLS: `stripe=${stripe.url}` });
    shop = await Shop.open(store);
    const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
    await shop.send('PUT', '/v1/gateways/stripe', { form: { enabled: 1, settings } });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    stripe.garbled = undefined;
  });
  afterAll(async () => {
    await store.close();
    await stripe.close();
  });

  /** A paid order of three units of 12. */
  const paid = async (gateway = 'stripe') => {
    const product = await shop.product({ price: '12', stock_status: 1, stock_level: 5 });
    const { id } = await shop.order(product.id, { gateway }, 3);
    expect((await shop.pay('purchase', id, gateway === 'stripe' ? TOKEN : GOOD_CARD)).status).toBe(200);
    return { id, product: product.id, sku: String(product['sku']) };
  };
  const refund = async (id: string, json: Fields): Promise<void> => {
    const { status, body } = await shop.send('POST', `/v1/checkout/payment/refund/${id}`, { json });
    expect([status, body.errors]).toEqual([200, undefined]);
  };
  const notify = async (type: string, object: object): Promise<number> => {
    const { body, signature } = stripe.notification(type, object);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const call = { form: body, headers, token: null };
    return (await store.request<Result>('POST', '/v1/payments/callbacks/stripe', call)).status;
  };
  const payments = async (id: string): Promise<Row[]> =>
    (await shop.send<Row[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } })).body.result;
  const ledger = async (id: string) =>
    (await payments(id)).map(({ method, status, amount, refunded, problem, error }) => [
      ...[method, status, amount, refunded, problem, error],
    ]);
  const orderOf = async (id: string) => {
    const { status, captured, refunded, balance } = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body
      .result;
    return [status.data.key, captured, refunded, balance];
  };
  const totals = async (id: string) => {
    const { body } = await shop.send<{ totals: Fields[] }>('GET', '/v1/transactions/totals', {
      query: { order_id: id },
    });
    const { captured, refunded, refunded_tax: tax } = body.result.totals[0] ?? {};
    return [captured, refunded, tax];
  };
  const failed = async (order: string): Promise<Row[]> =>
    (await shop.send<Row[]>('GET', '/v1/transactions', { query: { problem: 'refund_failed', order } })).body.result;
  const WHY = 'The refund failed: lost_or_stolen_card';
  const fail = () => Object.assign(stripe.endRefund('failed'), { failure_reason: 'lost_or_stolen_card' });

  it.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])(
    '%s: the refund is taken back once, however often the news comes, and a person is told',
    async (type) => {
      const { id } = await paid();
      await refund(id, { amount: 12 });
      expect([await orderOf(id), await totals(id)]).toEqual([
        ['partial_refund', 36, 12, 0],
        [36, 12, 0],
      ]);
      expect(await notify(type, stripe.endRefund('succeeded'))).toBe(200);
      const told = fail();
      expect(await Promise.all([notify(type, told), notify(type, told)])).toEqual([200, 200]);
      expect(await notify(type, told)).toBe(200);
      expect(await ledger(id)).toEqual([
        ['purchase', 'succeeded', 36, 0, null, null],
        ['refund', 'succeeded', 12, 0, 'refund_failed', null],
        ['reversal', 'succeeded', 12, 0, null, WHY],
      ]);
      const [, given, reversal] = await payments(id);
      expect(reversal).toMatchObject({ payment: given?.id, gateway: 'stripe', items: null, restock: null });
      expect([await orderOf(id), await totals(id)]).toEqual([
        ['partial_refund', 36, 0, -12],
        [36, 0, 0],
      ]);
      const due = await shop.send<Row[]>('GET', '/v1/orders', { query: { refund_due: '1' } });
      expect([due.body.result.map((order) => order.id).includes(id), await failed(id)]).toEqual([true, [given]]);
      const events = await recordedEvents(store, String(reversal?.id));
      expect(events.map((event) => [event.type, event.data])).toEqual([['payment.created', reversal]]);
      expect((await recordedEvents(store, id)).at(-1)?.data).toMatchObject({ refunded: 0, balance: -12 });
      const { manager } = store.app.get(Transactions);
      const about = { orderId: id, day: 'a day' };
      expect(await store.app.get(MoneyMovesService).of(manager, [id], () => about.day)).toEqual([
        { ...about, captured: 360_000n, refunded: 0n },
        { ...about, captured: 0n, refunded: 0n },
      ]);
      await refund(id, { amount: 12 });
      expect([await orderOf(id), await failed(id), await totals(id)]).toEqual([
        ['partial_refund', 36, 12, 0],
        [],
        [36, 12, 0],
      ]);
    },
  );

  it('of units stays with the units: they are neither refunded nor restocked again', async () => {
    const { id, product, sku } = await paid();
    const items = [{ sku, quantity: 1 }];
    await refund(id, { items, restock: 1 });
    await notify('refund.failed', fail());
    expect([await orderOf(id), await shop.stockOf(product)]).toEqual([['partial_refund', 36, 0, -12], 3]);
    await refund(id, { items, restock: 1 });
    await refund(id, { items, restock: 1 });
    expect([await orderOf(id), await shop.stockOf(product)]).toEqual([['partial_refund', 36, 24, -12], 5]);
    const more = await shop.send('POST', `/v1/checkout/payment/refund/${id}`, { json: { items } });
    expect([more.status, Object.keys(more.body.errors)]).toEqual([422, ['items']]);
    expect(await failed(id)).toHaveLength(1);
    await refund(id, {});
    expect([await orderOf(id), await failed(id)]).toEqual([['refunded', 36, 36, 0], []]);
  });

  it.each(['refunded', 'cancelled'])('of an order that is %s leaves it so, and owes the money', async (status) => {
    const { id } = await paid();
    if (status === 'cancelled') await shop.send('PUT', `/v1/orders/${id}`, { form: { status } });
    await refund(id, {});
    await notify('refund.failed', fail());
    expect(await orderOf(id)).toEqual([status, 36, 0, -36]);
    await refund(id, {});
    expect([await orderOf(id), await failed(id)]).toEqual([[status, 36, 36, 0], []]);
  });

  it('of any gateway is taken back by the news of its provider', async () => {
    const { id } = await paid('dummy');
    await refund(id, { amount: 12 });
    const key = String((await payments(id)).at(-1)?.id);
    const dummy = store.app
      .get<PaymentGateway[]>(PAYMENT_GATEWAYS)
      .find(({ slug }) => slug === 'dummy') as PaymentGateway;
    const find = jest.spyOn(dummy, 'find').mockResolvedValue({ status: 'declined', reference: 'd', message: 'No' });
    const recovery = store.app.get(PaymentRecoveryService);
    // No provider told of it.
    await recovery.recover(key);
    expect([await orderOf(id), find.mock.calls.length]).toEqual([['partial_refund', 36, 12, 0], 0]);
    for (let time = 0; time < 2; time += 1) await recovery.recover(key, 'dummy');
    expect([await orderOf(id), (await ledger(id)).at(-1)]).toEqual([
      ['partial_refund', 36, 0, -12],
      ['reversal', 'succeeded', 12, 0, null, 'No'],
    ]);
  });

  it('is not believed without its provider, and news that cannot be checked is sent again', async () => {
    const { id } = await paid();
    await refund(id, { amount: 12 });
    const told = { ...stripe.endRefund('succeeded'), status: 'failed' };
    expect(await notify('refund.failed', told)).toBe(200);
    expect(await notify('refund.failed', { metadata: { attempt: '1' } })).toBe(200);
    expect(await orderOf(id)).toEqual(['partial_refund', 36, 12, 0]);
    stripe.garbled = () => '<html>';
    expect(await notify('refund.failed', fail())).toBe(503);
    expect(await orderOf(id)).toEqual(['partial_refund', 36, 12, 0]);
    stripe.garbled = undefined;
    expect(await notify('refund.failed', told)).toBe(200);
    expect(await orderOf(id)).toEqual(['partial_refund', 36, 0, -12]);
  });
});
