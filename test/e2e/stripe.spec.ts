import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { type Fields, type OrderResult, type Result, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe.server';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

const GOOD = { data: { payment_method: 'pm_card_visa' } };
const AUTHENTICATED = {
  data: { payment_method: 'pm_card_authenticationRequired', return_url: 'https://shop.example/' },
};

onEachEngine('the gateway stripe (orders-and-payments.md 17)', (engine) => {
  let stripe: StripeServer;
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    stripe = await StripeServer.start();
    const env = { RATE_LIMIT_PER_MINUTE: '0', PAYMENT_DEADLINE_SECONDS: '1', GATEWAY_URLS: `stripe=${stripe.url}` };
    store = await startStore(engine.databaseUrl, env);
    shop = await Shop.open(store);
    const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
    await shop.send('PUT', '/v1/gateways/stripe', { form: { enabled: 1, settings } });
  });
  // Nothing was sent that Stripe does not document.
  afterEach(() => {
    if (stripe.faults.length > 0) throw new Error(`not as Stripe documents it: ${stripe.faults.join(', ')}`);
  });
  afterAll(async () => {
    await store.close();
    await stripe.close();
  });

  const order = async (): Promise<OrderResult> => shop.order((await shop.product()).id, { gateway: 'stripe' });
  const payments = async (id: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } })).body.result;
  const state = async (id: string) => [
    (await payments(id)).map(({ method, status }) => `${String(method)} ${String(status)}`),
    await shop.statusOf(id),
  ];
  const recover = async (id: string) => {
    for (const { id: payment } of await payments(id))
      await store.app.get(PaymentRecoveryService).recover(String(payment));
  };
  const intentOf = (id: string) => {
    const intent = [...stripe.intents.values()].find(({ metadata }) => metadata['order'] === id);
    if (intent === undefined) throw new Error('stripe knows nothing of the order');
    return intent;
  };
  const notify = async (type: string, object: object, changes: { signature?: string; secondsAgo?: number } = {}) => {
    const { body, signature } = stripe.notification(type, object, changes.secondsAgo);
    const headers = { 'content-type': 'application/json', 'stripe-signature': changes.signature ?? signature };
    return store.request<Result>('POST', '/v1/payments/callbacks/stripe', { form: body, headers, token: null });
  };

  it('takes a token in the smallest units, and gives back a part', async () => {
    const { id } = await order();
    const { status, body } = await shop.pay('purchase', id, GOOD);
    const intent = intentOf(id);
    expect([status, body.result['reference'], body.result['redirect'], intent.amount, intent.currency]).toEqual([
      ...[200, intent.id, false, 1000, 'gbp'],
    ]);
    expect(intent.metadata).toEqual({ attempt: body.result.data['id'], order: id });
    expect((await shop.pay('refund', id, { amount: '4.01' })).status).toBe(200);
    expect(stripe.refunds.at(-1)).toMatchObject({ amount: 401, payment_intent: intent.id });
    expect(await state(id)).toEqual([['purchase succeeded', 'refund succeeded'], 'partial_refund']);
  });

  it('authorizes, captures a part, and releases', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD);
    expect((await shop.pay('capture', id, { amount: '4' })).status).toBe(200);
    expect(intentOf(id)).toMatchObject({ status: 'succeeded', amount_received: 400 });
    const other = await order();
    await shop.pay('authorize', other.id, GOOD);
    expect((await shop.pay('void', other.id)).status).toBe(200);
    expect([intentOf(other.id).status, await state(other.id)]).toEqual([
      'canceled',
      [['authorize voided', 'void succeeded'], 'unpaid'],
    ]);
  });

  it.each([
    ['succeeded', 'the notification', ['purchase succeeded', 'refund succeeded'], 'partial_refund', 6],
    ['failed', 'the notification', ['purchase succeeded', 'refund declined'], 'paid', 10],
    ['succeeded', 'the question of the worker', ['purchase succeeded', 'refund succeeded'], 'partial_refund', 6],
  ] as const)('a refund that is pending at Stripe: %s, by %s', async (end, by, ended, status, left) => {
    const { id } = await order();
    await shop.pay('purchase', id, GOOD);
    stripe.refundStatus = 'pending';
    const begun = await shop.pay('refund', id, { amount: '4' });
    stripe.refundStatus = 'succeeded';
    expect([begun.status, begun.body.error]).toEqual([503, 'payment outcome unknown']);
    await recover(id);
    expect(await state(id)).toEqual([['purchase succeeded', 'refund pending'], 'paid']);
    // What is on its way is not refunded a second time.
    expect((await shop.pay('refund', id, { amount: '6.01' })).status).toBe(422);
    const refund = stripe.endRefund(end);
    await (by === 'the notification' ? notify('refund.updated', refund) : recover(id));
    expect(await state(id)).toEqual([ended, status]);
    expect((await shop.pay('refund', id, { amount: String(left) })).status).toBe(200);
  });

  it('orders-and-payments.md 35: units of a refund that fails at Stripe are to be shipped again', async () => {
    const { id } = await order();
    await shop.pay('purchase', id, GOOD);
    const items = async () =>
      (await shop.send<{ sku: string; to_ship: number }[]>('GET', `/v1/orders/${id}/items`)).body.result;
    const found = async () => (await shop.send<unknown[]>('GET', `/v1/orders?to_ship=1&id=${id}`)).body.result.length;
    const [line] = await items();
    stripe.refundStatus = 'pending';
    const json = { items: [{ sku: line?.sku, quantity: 1 }] };
    expect((await shop.send('POST', `/v1/checkout/payment/refund/${id}`, { json })).status).toBe(503);
    stripe.refundStatus = 'succeeded';
    await recover(id);
    expect([(await items())[0]?.to_ship, await found()]).toEqual([0, 0]);
    await notify('refund.updated', stripe.endRefund('failed'));
    expect([(await items())[0]?.to_ship, await found(), await shop.statusOf(id)]).toEqual([1, 1, 'paid']);
  });

  it('an authorization that Stripe has ended by itself is released, and the order can be paid again', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD);
    stripe.expire(intentOf(id).id);
    expect((await shop.pay('capture', id)).status).toBe(422);
    expect((await shop.pay('void', id)).status).toBe(200);
    const begun = ['authorize voided', 'capture declined', 'void succeeded'];
    expect(await state(id)).toEqual([begun, 'unpaid']);
    expect((await shop.pay('purchase', id, GOOD)).status).toBe(200);
    expect(await state(id)).toEqual([[...begun, 'purchase succeeded'], 'paid']);
  });

  it('learns from the notification that Stripe has ended an authorization, however often it comes', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD);
    const intent = intentOf(id);
    expect((await notify('payment_intent.amount_capturable_updated', intent)).status).toBe(200);
    expect(await state(id)).toEqual([['authorize succeeded'], 'unpaid']);
    stripe.expire(intent.id);
    for (let i = 0; i < 2; i += 1) expect((await notify('payment_intent.canceled', intent)).status).toBe(200);
    expect(await state(id)).toEqual([['authorize voided'], 'unpaid']);
    const [charge] = await payments(id);
    const events = await recordedEvents(store, String(charge?.['id']));
    expect(events.map(({ type, data }) => [type, (data as Fields)['status']])).toEqual([
      ['payment.created', 'pending'],
      ['payment.updated', 'succeeded'],
      ['payment.updated', 'voided'],
    ]);
    expect((await shop.pay('purchase', id, GOOD)).status).toBe(200);
  });

  it.each<[string, Fields, Fields]>([
    [
      'the number of a card',
      { data: { number: '4242424242424242', payment_method: 'pm_card_visa' } },
      { 'data.number': ['data.number is not taken by stripe: send the token data.payment_method'] },
    ],
    ['no token', {}, { 'data.payment_method': ['data.payment_method is required'] }],
    [
      'what is no token',
      { data: { payment_method: 'pm card' } },
      { 'data.payment_method': ['data.payment_method must be letters, digits, _ or -'] },
    ],
  ])('refuses %s, and Stripe is not asked', async (_, form, errors) => {
    const { id } = await order();
    const asked = stripe.requests.length;
    expect((await shop.pay('purchase', id, form)).body.errors).toEqual(errors);
    expect([stripe.requests.length, await state(id)]).toEqual([asked, [[], 'unpaid']]);
  });

  it('tells of a card that is declined, and of one that needs an authentication without an address to return to', async () => {
    const { id } = await order();
    const first = await shop.pay('purchase', id, { data: { payment_method: 'pm_card_chargeDeclined' } });
    expect([first.status, first.body.error, await shop.statusOf(id)]).toEqual([
      422,
      'Your card was declined.',
      'declined',
    ]);
    const { data } = AUTHENTICATED;
    const second = await shop.pay('purchase', id, { data: { payment_method: data.payment_method } });
    expect([second.status, second.body.error]).toEqual([422, 'This payment needs an authentication.']);
    expect((await shop.pay('purchase', id, GOOD)).status).toBe(200);
    expect(await state(id)).toEqual([['purchase declined', 'purchase declined', 'purchase succeeded'], 'paid']);
  });

  it('leaves the order alone when Stripe rejects the request', async () => {
    const { id } = await order();
    const { status, body } = await shop.pay('purchase', id, { data: { payment_method: 'pm_unknown' } });
    expect([status, body.error, await state(id)]).toEqual([
      ...[422, 'Stripe rejected the request', [['purchase declined'], 'unpaid']],
    ]);
  });

  it('sends the customer to the authentication, and settles by the notification, however often it comes', async () => {
    const { id } = await order();
    const { status, body } = await shop.pay('purchase', id, AUTHENTICATED);
    const intent = intentOf(id);
    expect([status, body.result['redirect'], body.result['url'], body.result.data['state']]).toEqual([
      ...[200, true, `https://hooks.stripe.com/redirect/${intent.id}`, 'pending'],
    ]);
    expect((await notify('payment_intent.requires_action', intent)).status).toBe(200);
    expect((await shop.pay('purchase', id, GOOD)).status).toBe(409);
    expect(await state(id)).toEqual([['purchase pending'], 'unpaid']);
    const unsettled = { ...intent };
    stripe.authenticate(intent.id, true);
    for (const told of [intent, intent, unsettled]) {
      expect((await notify('payment_intent.succeeded', told)).status).toBe(200);
    }
    // A late notification describes an old state: Stripe is asked, the notification is not trusted.
    expect((await notify('payment_intent.payment_failed', unsettled)).status).toBe(200);
    expect(await state(id)).toEqual([['purchase succeeded'], 'paid']);
    const { result } = (await shop.send('GET', `/v1/orders/${id}`)).body;
    expect([result['captured'], result['balance']]).toEqual([10, 0]);
  });

  it('settles an authentication that failed, and one that nobody told of by the question of the worker', async () => {
    const failed = await order();
    await shop.pay('purchase', failed.id, AUTHENTICATED);
    await notify('payment_intent.payment_failed', stripe.authenticate(intentOf(failed.id).id, false));
    expect(await state(failed.id)).toEqual([['purchase declined'], 'declined']);
    const untold = await order();
    await shop.pay('authorize', untold.id, AUTHENTICATED);
    stripe.authenticate(intentOf(untold.id).id, true);
    await recover(untold.id);
    expect(await state(untold.id)).toEqual([['authorize succeeded'], 'unpaid']);
  });

  it('releases a payment that waits for the customer', async () => {
    const { id } = await order();
    await shop.pay('purchase', id, AUTHENTICATED);
    expect((await shop.pay('void', id)).status).toBe(200);
    expect([intentOf(id).status, await state(id)]).toEqual([
      'canceled',
      [['purchase voided', 'void succeeded'], 'unpaid'],
    ]);
    expect((await shop.pay('purchase', id, GOOD)).status).toBe(200);
  });

  it('orders-and-payments.md 11: a charge whose response is lost is found by its key, and made once', async () => {
    const { id } = await order();
    stripe.next('lost');
    expect((await shop.pay('purchase', id, GOOD)).status).toBe(503);
    expect(await state(id)).toEqual([['purchase pending'], 'unpaid']);
    await recover(id);
    expect(await state(id)).toEqual([['purchase succeeded'], 'paid']);
    expect([...stripe.intents.values()].filter(({ metadata }) => metadata['order'] === id)).toHaveLength(1);
  });

  it.each([
    ['failed', 'paid', 'purchase succeeded'],
    ['unavailable', 'unpaid', 'purchase declined'],
    ['rate_limited', 'unpaid', 'purchase declined'],
  ] as const)(
    'orders-and-payments.md 11: after an error of Stripe (%s) the order is %s',
    async (trouble, status, ended) => {
      const { id } = await order();
      stripe.next(trouble);
      expect((await shop.pay('purchase', id, GOOD)).status).toBe(503);
      await recover(id);
      expect(await state(id)).toEqual([[ended], status]);
    },
  );

  it('orders-and-payments.md 11: captures, refunds and voids whose response is lost are found too', async () => {
    const { id } = await order();
    await shop.pay('authorize', id, GOOD);
    stripe.next('unavailable', 'lost', 'unavailable', 'lost');
    expect((await shop.pay('capture', id)).status).toBe(503);
    await recover(id);
    expect(await state(id)).toEqual([['authorize succeeded', 'capture declined'], 'unpaid']);
    expect((await shop.pay('capture', id)).status).toBe(503);
    await recover(id);
    expect(await state(id)).toEqual([['authorize succeeded', 'capture declined', 'capture succeeded'], 'paid']);
    expect((await shop.pay('refund', id, { amount: '1' })).status).toBe(503);
    await recover(id);
    expect((await shop.pay('refund', id, { amount: '2' })).status).toBe(503);
    await recover(id);
    expect([await shop.statusOf(id), (await payments(id))[0]?.['refunded']]).toEqual(['partial_refund', 2]);
    const other = await order();
    await shop.pay('authorize', other.id, GOOD);
    stripe.next('lost');
    expect((await shop.pay('void', other.id)).status).toBe(503);
    await recover(other.id);
    expect(await state(other.id)).toEqual([['authorize voided', 'void succeeded'], 'unpaid']);
  });

  it('refuses notifications that Stripe did not sign, or long ago, and takes those about nothing', async () => {
    const { id } = await order();
    await shop.pay('purchase', id, AUTHENTICATED);
    const intent = stripe.authenticate(intentOf(id).id, true);
    for (const changes of [{ signature: 't=1,v1=00' }, { signature: '' }, { secondsAgo: 3600 }]) {
      const { status, headers } = await notify('payment_intent.succeeded', intent, changes);
      expect([status, headers.get('error-code')]).toEqual([401, 'payments.callback_refused']);
    }
    for (const object of [{}, { metadata: { attempt: '1' } }, { metadata: { attempt: "' OR 1" } }]) {
      expect((await notify('payment_intent.succeeded', object)).status).toBe(200);
    }
    for (const odd of ['null', '[]', '1', '{}', '{"data":null}', '', '[[[[']) {
      const { body, signature } = stripe.signed(odd);
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const call = { form: body, headers, token: null };
      const { status } = await store.request('POST', '/v1/payments/callbacks/stripe', call);
      expect([odd, [200, 401].includes(status)]).toEqual([odd, true]);
    }
    expect(await state(id)).toEqual([['purchase pending'], 'unpaid']);
    const elsewhere = await store.request('POST', '/v1/payments/callbacks/dummy', { form: '{}', token: null });
    expect(elsewhere.status).toBe(404);
    const long = await store.request('POST', '/v1/payments/callbacks/stripe', {
      form: 'x'.repeat(262_145),
      token: null,
    });
    expect(long.status).toBe(413);
  });

  it('orders-and-payments.md 18: its settings are required, sealed, and nowhere to be read', async () => {
    const enable = (form: Fields) => shop.send('PUT', '/v1/gateways/stripe', { form });
    const missing = await enable({ enabled: 1, settings: { secret_key: STRIPE_KEY } });
    expect([missing.status, missing.body.errors]).toEqual([
      422,
      { 'settings.webhook_secret': ['settings.webhook_secret is required'] },
    ]);
    const { body } = await enable({ enabled: 1 });
    expect(Object.keys(body.result)).not.toContain('settings');
    const everything = JSON.stringify(await tableDump(store), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of [STRIPE_KEY, STRIPE_WEBHOOK_SECRET, 'pm_card_visa']) expect(everything).not.toContain(secret);
  });
});
