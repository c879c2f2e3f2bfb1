import { parseAmount } from '../../src/kernel/money';
import { type Moved, PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe.server';
import { startStore, type TestStore } from '../support/store';

const TOKEN = { data: { payment_method: 'pm_card_visa' } };
type Method = 'purchase' | 'authorize' | 'capture' | 'refund';

onEachEngine('money that a provider moved otherwise than asked (orders-and-payments.md 11)', (engine) => {
  let stripe: StripeServer;
  let store: TestStore;
  let shop: Shop;
  let dummy: PaymentGateway;

  beforeAll(async () => {
    stripe = await StripeServer.start();
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', GATEWAY_URLS: `stripe=${stripe.url}` });
    shop = await Shop.open(store);
    const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
    await shop.send('PUT', '/v1/gateways/stripe', { form: { enabled: 1, settings } });
    dummy = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS).find(({ slug }) => slug === 'dummy') as PaymentGateway;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    stripe.garbled = undefined;
  });
  afterAll(async () => {
    await store.close();
    await stripe.close();
  });

  const ordered = async (gateway = 'dummy'): Promise<string> =>
    (await shop.order((await shop.product({ price: '12' })).id, { gateway }, 3)).id;
  const says = (method: Method, amount: string, currency = 'GBP', isHeld = method === 'authorize'): void => {
    const moved: Moved = { amount: parseAmount(amount), currency, isHeld };
    jest
      .spyOn(dummy, method)
      .mockImplementationOnce(({ key }) => Promise.resolve({ status: 'accepted', reference: `r-${key}`, moved }));
  };
  const orderOf = async (id: string) => {
    const { status, captured, refunded, balance } = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body
      .result;
    return [status.data.key, captured, refunded, balance];
  };
  const ledger = async (id: string) => {
    const query = { query: { order: 'asc' } };
    const { body } = await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, query);
    return body.result.map(({ method, status, amount, captured, refunded, problem, error }) => [
      ...[method, status, amount, captured, refunded],
      ...(problem === null ? [] : [problem, error]),
    ]);
  };
  const totals = async (id: string) => {
    const { body } = await shop.send<{ totals: Fields[] }>('GET', '/v1/transactions/totals', {
      query: { order_id: id },
    });
    return [body.result.totals[0]?.['captured'], body.result.totals[0]?.['refunded']];
  };

  it.each<[string, Parameters<typeof says>, readonly Method[], unknown, unknown, unknown]>([
    [
      'a purchase of less',
      ['purchase', '30'],
      [],
      ['mismatch', 30, 0, 6],
      ['purchase', 'succeeded', 30, 30, 0, 'mismatch', 'asked for 36 GBP, the provider says 30 GBP'],
      [30, 0],
    ],
    [
      'a purchase of more',
      ['purchase', '40'],
      [],
      ['mismatch', 40, 0, -4],
      ['purchase', 'succeeded', 40, 40, 0, 'mismatch', 'asked for 36 GBP, the provider says 40 GBP'],
      [40, 0],
    ],
    [
      'a purchase in another currency',
      ['purchase', '36', 'EUR'],
      [],
      ['mismatch', 0, 0, 36],
      ['purchase', 'succeeded', 0, 0, 0, 'mismatch', 'asked for 36 GBP, the provider says 36 EUR'],
      [0, 0],
    ],
    [
      'a purchase that is only authorized',
      ['purchase', '36', 'GBP', true],
      [],
      ['mismatch', 0, 0, 36],
      ['authorize', 'succeeded', 36, 0, 0, 'mismatch', 'asked for 36 GBP, the provider says 36 GBP, authorized'],
      [undefined, undefined],
    ],
    [
      'an authorization that took the money',
      ['authorize', '36', 'GBP', false],
      [],
      ['mismatch', 36, 0, 0],
      ['purchase', 'succeeded', 36, 36, 0, 'mismatch', 'asked for 36 GBP, authorized, the provider says 36 GBP'],
      [36, 0],
    ],
    [
      'an authorization of less',
      ['authorize', '20'],
      [],
      ['mismatch', 0, 0, 36],
      [
        'authorize',
        'succeeded',
        20,
        0,
        0,
        'mismatch',
        'asked for 36 GBP, authorized, the provider says 20 GBP, authorized',
      ],
      [undefined, undefined],
    ],
    [
      'a capture of less',
      ['capture', '30'],
      ['authorize'],
      ['mismatch', 30, 0, 6],
      ['capture', 'succeeded', 30, 0, 0, 'mismatch', 'asked for 36 GBP, the provider says 30 GBP'],
      [30, 0],
    ],
    [
      'a refund of less',
      ['refund', '10'],
      ['purchase'],
      ['mismatch', 36, 10, 0],
      ['refund', 'succeeded', 10, 0, 0, 'mismatch', 'asked for 36 GBP, the provider says 10 GBP'],
      [36, 10],
    ],
  ])('%s is booked as it is, and a person is told', async (_, said, before, order, last, sums) => {
    const [method] = said;
    const id = await ordered();
    for (const step of before) expect((await shop.pay(step, id, GOOD_CARD)).status).toBe(200);
    says(...said);
    expect((await shop.pay(method, id, method === 'refund' ? {} : GOOD_CARD)).status).toBe(200);
    expect([await orderOf(id), (await ledger(id)).at(-1), await totals(id)]).toEqual([order, last, sums]);
    const { body } = await shop.send<(Fields & { id: string })[]>('GET', '/v1/transactions', {
      query: { problem: 'mismatch', order_id: id },
    });
    expect(body.result).toHaveLength(1);
    const [row] = body.result;
    expect((await recordedEvents(store, String(row?.id))).at(-1)).toMatchObject({ type: 'payment.updated', data: row });
    const events = await recordedEvents(store, id);
    expect(events.at(-1)?.data).toMatchObject({ status: { data: { key: 'mismatch' } } });
  });

  it.each([
    ['of all that is left', 0, '10'],
    ['of items', 1, '4.5'],
  ])('of a refund %s in another amount the tax is not known', async (_, quantity, amount) => {
    const band = await shop.made('/v1/taxes', { title: `VAT ${amount}`, rate: '20' });
    const product = await shop.product({ price: '5', tax_band: band.id });
    const { id } = await shop.order(product.id, {}, 3);
    await shop.pay('purchase', id, GOOD_CARD);
    const json = quantity === 0 ? {} : { items: [{ sku: product['sku'], quantity }] };
    says('refund', amount);
    expect((await shop.send('POST', `/v1/checkout/payment/refund/${id}`, { json })).status).toBe(200);
    const { body } = await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } });
    const sums = await shop.send<{ totals: Fields[] }>('GET', '/v1/transactions/totals', { query: { order_id: id } });
    expect([body.result.map((one) => [one['amount'], one['tax']]), sums.body.result.totals]).toEqual([
      [
        [18, 3],
        [Number(amount), null],
      ],
      [expect.objectContaining({ refunded: Number(amount), captured_tax: 3, refunded_tax: 0, untaxed: 1 })],
    ]);
    // Of what is given back later neither.
    expect((await shop.pay('refund', id, {})).status).toBe(200);
    const rest = await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`);
    expect(rest.body.result[0]).toMatchObject({ method: 'refund', amount: 18 - Number(amount), tax: null });
  });

  it.each([
    ['dispatched', ['dispatched'], 'dispatched', 422],
    ['refunded in part after it was dispatched', ['dispatched', 'refund'], 'partial_refund', 422],
    ['refunded in part', ['refund'], 'partial_refund', 422],
    ['refunded in part and then processing', ['refund', 'processing'], 'mismatch', 200],
    ['processing', ['processing'], 'mismatch', 200],
    ['set back after it was dispatched', ['dispatched', 'processing'], 'mismatch', 200],
  ])('an order that is %s can be edited only if it could before', async (_, steps, status, edited) => {
    const { id } = await shop.order((await shop.product({ price: '12' })).id, {}, 3);
    await shop.pay('purchase', id, GOOD_CARD);
    for (const step of steps) {
      const isRefund = step === 'refund';
      const taken = isRefund
        ? shop.pay('refund', id, { amount: '1' })
        : shop.send('PUT', `/v1/orders/${id}`, { form: { status: step } });
      expect((await taken).status).toBe(200);
    }
    says('refund', '10');
    expect((await shop.pay('refund', id, { amount: '12' })).status).toBe(200);
    const { body } = await shop.send<Fields[]>('GET', '/v1/transactions', {
      query: { problem: 'mismatch', order_id: id },
    });
    const edit = await shop.send('POST', `/v1/orders/${id}/edits`, { json: { shipping_price: '1', dry_run: 1 } });
    expect([await shop.statusOf(id), body.result.length, edit.status]).toEqual([status, 1, edited]);
  });

  it('what is authorized by mistake is captured, and what is left due is paid', async () => {
    const id = await ordered();
    says('purchase', '30', 'GBP', true);
    await shop.pay('purchase', id, GOOD_CARD);
    expect((await shop.pay('capture', id)).status).toBe(200);
    expect(await orderOf(id)).toEqual(['mismatch', 30, 0, 6]);
    expect((await shop.pay('purchase', id, GOOD_CARD)).status).toBe(200);
    expect([await orderOf(id), await totals(id)]).toEqual([
      ['mismatch', 36, 0, 0],
      [36, 0],
    ]);
    expect((await shop.send('PUT', `/v1/orders/${id}`, { form: { status: 'paid' } })).status).toBe(200);
  });

  it('of another currency an authorization is voided at its provider', async () => {
    const id = await ordered();
    says('authorize', '36', 'EUR');
    await shop.pay('authorize', id, GOOD_CARD);
    const release = jest.spyOn(dummy, 'void');
    expect((await shop.pay('void', id)).status).toBe(200);
    expect([release.mock.calls.length, (await ledger(id))[0]]).toEqual([
      1,
      [
        ...['authorize', 'voided', 36, 0, 0, 'mismatch'],
        'asked for 36 GBP, authorized, the provider says 36 EUR, authorized',
      ],
    ]);
  });

  it('an order that was cancelled meanwhile stays so, and owes what was taken', async () => {
    const id = await ordered();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const moved: Moved = { amount: parseAmount('30'), currency: 'GBP', isHeld: false };
    jest.spyOn(dummy, 'purchase').mockImplementationOnce(async () => {
      reach();
      await opened;
      return { status: 'accepted', reference: 'r', moved };
    });
    const paying = shop.pay('purchase', id, GOOD_CARD);
    await reached;
    await shop.send('PUT', `/v1/orders/${id}`, { form: { status: 'cancelled' } });
    open();
    await paying;
    expect(await orderOf(id)).toEqual(['cancelled', 30, 0, -30]);
  });

  it.each<[string, Method, Fields, unknown]>([
    ['less', 'purchase', { amount_received: 3000 }, ['mismatch', 30, 0, 6]],
    ['another currency', 'purchase', { currency: 'eur' }, ['mismatch', 0, 0, 36]],
    ['requires_capture', 'purchase', { status: 'requires_capture', amount_capturable: 3600 }, ['mismatch', 0, 0, 36]],
    ['succeeded', 'authorize', {}, ['mismatch', 36, 0, 0]],
    ['what was asked', 'purchase', {}, ['paid', 36, 0, 0]],
  ])('stripe: a response that says %s, and the same to a question', async (_, method, own, order) => {
    const intent = { id: 'pi_odd', status: 'succeeded', amount_received: 3600, currency: 'gbp', ...own };
    for (const isLost of [false, true]) {
      const id = await ordered('stripe');
      stripe.garbled = () => (isLost ? '' : JSON.stringify(intent));
      const { status, body } = await shop.pay(method, id, TOKEN);
      expect(status).toBe(isLost ? 503 : 200);
      const { result } = (await shop.send<(Fields & { id: string })[]>('GET', `/v1/orders/${id}/payments`)).body;
      const key = String(result[0]?.id);
      const list = { object: 'list', data: [{ ...intent, metadata: { attempt: key } }], has_more: false };
      stripe.garbled = () => JSON.stringify(list);
      await store.app.get(PaymentRecoveryService).recover(key);
      expect([body.error, await orderOf(id)]).toEqual([isLost ? 'payment outcome unknown' : undefined, order]);
    }
  });

  it.each([
    ['succeeded', ['succeeded', null], ['paid', 36, 0, 0]],
    ['requires_payment_method', ['declined', 'The payment was declined'], ['unpaid', 0, 0, 36]],
  ])('stripe: a capture that is processing is pending until it is %s', async (status, capture, order) => {
    const id = await ordered('stripe');
    expect((await shop.pay('authorize', id, TOKEN)).status).toBe(200);
    const says = (now: string) => () =>
      JSON.stringify({ id: 'pi_slow', status: now, amount_received: 3600, currency: 'gbp' });
    stripe.garbled = says('processing');
    expect((await shop.pay('capture', id)).body.error).toBe('payment outcome unknown');
    const last = async () => {
      const { body } = await shop.send<(Fields & { id: string })[]>('GET', `/v1/orders/${id}/payments`);
      return body.result[0];
    };
    const key = String((await last())?.id);
    await store.app.get(PaymentRecoveryService).recover(key);
    expect(await last()).toMatchObject({ method: 'capture', status: 'pending', error: null });
    expect((await shop.pay('capture', id)).body.error).toBe('a payment is under way');
    stripe.garbled = says(status);
    await store.app.get(PaymentRecoveryService).recover(key);
    const made = await last();
    expect([made?.['status'], made?.['error'], await orderOf(id)]).toEqual([...capture, order]);
  });
});
