import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Answers of a provider that lack what the ledger needs, or have it in another form. */
const MALFORMED: readonly unknown[] = [
  ...[undefined, null, 7, 'accepted', [], {}, { status: 'done', reference: 'r' }, { status: 'toString' }],
  ...[{ status: 'accepted' }, { status: 'accepted', reference: null }, { status: 'accepted', reference: '' }],
  ...[
    { status: 'accepted', reference: 5 },
    { status: 'accepted', reference: 'r'.repeat(256) },
  ],
  ...[{ status: 'declined', reference: 'r' }, { status: 'declined', message: 'No' }, { status: 'refused' }],
  { status: 'pending', reference: 'r', url: 'javascript:alert(1)' },
  ...[
    { status: 'pending', reference: 'r', url: 7 },
    { status: 'pending', url: null },
  ],
];

/** Calls of a provider, each with the calls before it. */
const CALLS = [
  ['purchase', []],
  ['authorize', []],
  ['capture', ['authorize']],
  ['void', ['authorize']],
  ['refund', ['purchase']],
] as const;

onEachEngine('answers of payment providers', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let gateways: PaymentGateway[];

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    gateways = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  const payments = async (id: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } })).body.result;
  const gateway = (slug: string): PaymentGateway => gateways.find((one) => one.slug === slug) as PaymentGateway;

  const table = ['dummy', 'manual'].flatMap((slug) => CALLS.map(([method, before]) => [slug, method, before] as const));

  it.each(table)('%s %s: a malformed answer is an unknown outcome', async (slug, method, before) => {
    const port = gateway(slug);
    for (const answer of MALFORMED) {
      const { id } = await shop.order((await shop.product()).id, { gateway: slug });
      for (const step of before) await shop.pay(step, id, GOOD_CARD);
      const call = jest.spyOn(port, method).mockResolvedValue(answer as never);
      const find = jest.spyOn(port, 'find').mockResolvedValueOnce(answer as never);
      const { status, body } = await shop.pay(method, id, method === 'refund' ? {} : GOOD_CARD);
      expect([status, body.error]).toEqual([503, 'payment outcome unknown']);
      const asked = (await payments(id)).at(-1);
      await store.app.get(PaymentRecoveryService).recover(String(asked?.['id']));
      expect((await payments(id)).at(-1)).toMatchObject({ method, status: 'unknown', reference: null, error: null });
      find.mockResolvedValueOnce({ status: 'none' });
      await store.app.get(PaymentRecoveryService).recover(String(asked?.['id']));
      expect((await payments(id)).at(-1)).toMatchObject({ method, status: 'declined' });
      call.mockRestore();
    }
  });

  it('two voids at once of a payment that waits for its customer: one is made, the other is 409', async () => {
    const dummy = gateway('dummy');
    const { id } = await shop.order((await shop.product()).id);
    jest.spyOn(dummy, 'purchase').mockResolvedValue({ status: 'pending', reference: 'w', url: 'https://bank.example' });
    await shop.pay('purchase', id, GOOD_CARD);
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const release = jest.spyOn(dummy, 'void').mockImplementation(async ({ key }) => {
      await opened;
      return { status: 'accepted', reference: `v-${key}` };
    });
    const voids = [shop.pay('void', id), shop.pay('void', id)];
    const refused = await Promise.race(voids);
    open();
    const all = await Promise.all(voids);
    expect([refused.status, refused.body.error]).toEqual([409, 'a payment is under way']);
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([release.mock.calls.length, (await payments(id)).map(({ method, status }) => [method, status])]).toEqual([
      1,
      [
        ['purchase', 'voided'],
        ['void', 'succeeded'],
      ],
    ]);
  });

  describe('a capture (orders-and-payments.md 14)', () => {
    const authorized = async (quantity: number) => {
      const tea = await shop.product({ price: '12' });
      const { id } = await shop.order(tea.id, {}, 3);
      await shop.pay('authorize', id, GOOD_CARD);
      const items = [{ sku: tea['sku'], quantity }];
      expect((await shop.send('POST', `/v1/orders/${id}/edits`, { json: { items } })).status).toBe(200);
      return id;
    };

    it.each([
      ['edited down', 2, 24, 'are due'],
      ['edited up', 4, 36, 'were authorized'],
    ])('of an order %s takes what is due, at most what was authorized', async (_, quantity, most, what) => {
      const id = await authorized(quantity);
      const more = await shop.pay('capture', id, { amount: String(most + 0.01) });
      expect([more.status, more.body.errors]).toEqual([
        422,
        { amount: [`amount must be above 0 and at most the ${most} that ${what}`] },
      ]);
      const { status, body } = await shop.pay('capture', id);
      expect([status, body.result.data['amount'], body.result.order['captured']]).toEqual([200, most, most]);
      expect(body.result.order['balance']).toBe(quantity * 12 - most);
    });

    it('of an order with nothing due takes nothing', async () => {
      const id = await authorized(1);
      await shop.send('POST', `/v1/orders/${id}/edits`, { json: { shipping_price: 0 } });
      await shop.send('PUT', `/v1/orders/${id}`, { form: { status: 'refunded' } });
      const { status, body } = await shop.pay('capture', id);
      expect([status, body.errors]).toEqual([
        422,
        { order: ['order cannot be captured: nothing is due; void its payment'] },
      ]);
    });
  });
});
