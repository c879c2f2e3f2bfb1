import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe.server';
import { startStore, type TestStore } from '../support/store';

const TOKEN = { data: { payment_method: 'pm_card_visa' } };

/** Bodies that are no object of Stripe at all. */
const NOTHING = ['', 'null', '7', '"succeeded"', '[]', '{}', '<html><body>Bad gateway</body></html>', '{"id":"pi_1"'];
const STATUSES = ['done', 7, ['succeeded']].map((status) => ({ status }));
const IDS = [undefined, null, '', 5, 'p'.repeat(256)].map((id) => ({ id }));
const MONEY = [
  ...['1000', null, undefined, -1, 10.5, 1e20, true, [1000]].map((units) => ({
    ...{ amount: units, amount_received: units, amount_capturable: units },
  })),
  ...[undefined, null, 7, '', 'pounds', ['gbp']].map((currency) => ({ currency })),
];

/** Calls of Stripe, each with the calls before it, and the status of its answer when it went well. */
const CALLS = [
  ['purchase', [], 'succeeded', MONEY],
  ['authorize', [], 'requires_capture', MONEY.slice(0, 2)],
  ['capture', ['authorize'], 'succeeded', MONEY.slice(0, 2)],
  ['refund', ['purchase'], 'succeeded', MONEY],
  // No amount is read from it.
  ['void', ['authorize'], 'canceled', []],
] as const;

onEachEngine('malformed answers of stripe', (engine) => {
  let stripe: StripeServer;
  let store: TestStore;
  let shop: Shop;
  let product: string;

  beforeAll(async () => {
    stripe = await StripeServer.start();
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', GATEWAY_URLS: `stripe=${stripe.url}` });
    shop = await Shop.open(store);
    product = (await shop.product()).id;
    const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
    await shop.send('PUT', '/v1/gateways/stripe', { form: { enabled: 1, settings } });
  });
  afterEach(() => (stripe.garbled = undefined));
  afterAll(async () => {
    await store.close();
    await stripe.close();
  });

  const lastOf = async (id: string): Promise<Fields> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`)).body.result[0] ?? {};
  const moneyOf = async (id: string) => {
    const { status, captured, refunded, balance } = (await shop.send('GET', `/v1/orders/${id}`)).body.result;
    return { status, captured, refunded, balance };
  };
  const recover = async (id: string): Promise<Fields> => {
    await store.app.get(PaymentRecoveryService).recover(String((await lastOf(id))['id']));
    return lastOf(id);
  };
  const ordered = async (before: readonly string[]): Promise<string> => {
    const { id } = await shop.order(product, { gateway: 'stripe' });
    for (const step of before) expect((await shop.pay(step, id, TOKEN)).status).toBe(200);
    return id;
  };

  it.each(CALLS)('%s: the outcome is unknown, and nothing is booked', async (method, before, status, money) => {
    const whole = {
      object: 'x',
      status,
      amount: 1000,
      amount_received: 1000,
      amount_capturable: 1000,
      currency: 'gbp',
    };
    const odd = [...STATUSES, ...IDS, ...money].map((own) => ({ id: 'pi_9', metadata: {}, ...whole, ...own }));
    for (const body of [...NOTHING, ...odd.map((one) => JSON.stringify(one))]) {
      const id = await ordered(before);
      const was = await moneyOf(id);
      stripe.garbled = () => body;
      const answer = await shop.pay(method, id, method === 'refund' ? {} : TOKEN);
      expect([body, answer.status, answer.body.error]).toEqual([body, 503, 'payment outcome unknown']);
      const asked = await recover(id);
      expect([body, asked]).toMatchObject([body, { method, status: 'unknown', reference: null, error: null }]);
      expect(await moneyOf(id)).toEqual(was);
      stripe.garbled = undefined;
      expect(await recover(id)).toMatchObject({ method, status: 'declined', reference: null });
      expect(await moneyOf(id)).toEqual(was);
    }
  });

  const listOf = (data: unknown, has_more: unknown = false) => JSON.stringify({ object: 'list', data, has_more });
  const LISTS: readonly (readonly [string, (key: string, count: number) => string])[] = [
    ['no list', () => '{}'],
    ['null as its data', () => listOf(null)],
    ['text as its data', () => listOf('pi_1')],
    ['null among its data', () => listOf([null])],
    ['no word of more', () => '{"object":"list","data":[]}'],
    ['text as the word of more', () => listOf([], 'false')],
    ['nothing and more', () => listOf([], true)],
    ['more without end', (_, count) => listOf([{ id: `pi_x${count}`, metadata: {} }], true)],
    ['the attempt without an id', (key) => listOf([{ status: 'succeeded', metadata: { attempt: key } }])],
    [
      'the attempt with an amount as text',
      (key) => {
        const money = { amount: '1000', amount_received: '1000', currency: 'gbp' };
        return listOf([{ id: 'x_1', status: 'succeeded', ...money, metadata: { attempt: key } }]);
      },
    ],
    [
      'the attempt in an unknown status',
      (key) => listOf([{ id: 'x_1', status: 'odd', currency: 'gbp', metadata: { attempt: key } }]),
    ],
  ];
  const lists = CALLS.filter(([method]) => ['purchase', 'authorize', 'refund'].includes(method)).flatMap(
    ([method, before]) => LISTS.map(([what, list]) => [method, what, before, list] as const),
  );
  it.each(lists)('%s: a list with %s tells nothing, and is read to a bound', async (method, _, before, list) => {
    const id = await ordered(before);
    const was = await moneyOf(id);
    stripe.next('unavailable');
    expect((await shop.pay(method, id, method === 'refund' ? {} : TOKEN)).status).toBe(503);
    const key = String((await lastOf(id))['id']);
    const asked = stripe.requests.length;
    stripe.garbled = () => list(key, stripe.requests.length);
    expect(await recover(id)).toMatchObject({ method, status: 'unknown', reference: null });
    expect(stripe.requests.length - asked).toBeLessThanOrEqual(20);
    expect(await moneyOf(id)).toEqual(was);
  });

  it('a refund on a later page is found', async () => {
    const id = await ordered(['purchase']);
    stripe.next('failed');
    expect((await shop.pay('refund', id, { amount: '4' })).status).toBe(503);
    const key = String((await lastOf(id))['id']);
    const refund = { id: 're_1', status: 'succeeded', amount: 400, currency: 'gbp', metadata: { attempt: key } };
    const asked = stripe.requests.length;
    stripe.garbled = () =>
      stripe.requests.length === asked + 1 ? listOf([{ id: 're_0', metadata: null }], true) : listOf([refund]);
    expect(await recover(id)).toMatchObject({ method: 'refund', status: 'succeeded', reference: 're_1', amount: 4 });
  });
});
