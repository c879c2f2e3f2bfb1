import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { OrdersService } from '../../src/modules/orders/orders.service';
import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { CONFIG, type Config } from '../../src/platform/config/config';
import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../support/stripe.server';
import { startStore, type TestStore } from '../support/store';

const TOKEN = { data: { payment_method: 'pm_card_visa' } };
const CARDS: Readonly<Record<string, Fields>> = { dummy: GOOD_CARD, manual: {}, stripe: TOKEN };

onEachEngine('authorizations of orders that came to nothing (orders-and-payments.md 14)', (engine) => {
  let stripe: StripeServer;
  let store: TestStore;
  let shop: Shop;
  let gateways: PaymentGateway[];

  beforeAll(async () => {
    stripe = await StripeServer.start();
    const env = { RATE_LIMIT_PER_MINUTE: '0', GATEWAY_URLS: `stripe=${stripe.url}` };
    store = await startStore(engine.databaseUrl, env);
    shop = await Shop.open(store);
    const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
    await shop.send('PUT', '/v1/gateways/stripe', { form: { enabled: 1, settings } });
    gateways = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await store.close();
    await stripe.close();
  });

  const gateway = (slug = 'dummy'): PaymentGateway => gateways.find((one) => one.slug === slug) as PaymentGateway;
  const authorized = async (slug = 'dummy'): Promise<string> => {
    const { id } = await shop.order((await shop.product({ stock_status: 1, stock_level: 5 })).id, { gateway: slug });
    expect((await shop.pay('authorize', id, CARDS[slug])).status).toBe(200);
    return id;
  };
  const move = async (id: string, status: string): Promise<void> => {
    expect((await shop.send('PUT', `/v1/orders/${id}`, { form: { status } })).status).toBe(200);
  };
  const work = (): Promise<boolean> => store.app.get(PaymentRecoveryService).recoverDue();
  const payments = async (id: string): Promise<(Fields & { id: string })[]> =>
    (await shop.send<(Fields & { id: string })[]>('GET', `/v1/orders/${id}/payments`, { query: { order: 'asc' } })).body
      .result;
  const ledger = async (id: string) =>
    (await payments(id)).map(({ method, status, problem }) => [method, status, problem]);
  const found = async (problem: string) => {
    const { body } = await shop.send<Fields[]>('GET', '/v1/transactions', { query: { problem } });
    return body.result.map((one) => one['order']);
  };
  const VOIDED = [
    ['authorize', 'voided', null],
    ['void', 'succeeded', null],
  ];
  /** Makes the next look of the worker find what it would find once the deadline is over. */
  const atOnce = () => jest.replaceProperty(store.app.get<Config>(CONFIG).payments, 'deadlineSeconds', -6);

  const table = ['dummy', 'manual', 'stripe'].flatMap((slug) =>
    ['cancelled', 'failed', 'declined'].map((status) => [slug, status] as const),
  );
  it.each(table)(
    '%s: an order that is %s has its authorization voided after the commit, once',
    async (slug, status) => {
      const id = await authorized(slug);
      const release = jest.spyOn(gateway(slug), 'void');
      await move(id, status);
      expect([release.mock.calls.length, await ledger(id)]).toEqual([0, [['authorize', 'succeeded', null]]]);
      await Promise.all([work(), work()]);
      await work();
      const [charge, attempt] = await payments(id);
      expect([release.mock.calls.length, await ledger(id), await shop.statusOf(id)]).toEqual([1, VOIDED, status]);
      expect(release.mock.calls[0]?.[0]).toMatchObject({ key: attempt?.id, reference: charge?.['reference'] });
      expect(attempt).toMatchObject({ payment: charge?.id, amount: 10, gateway: slug });
      const atStripe = stripe.intents.get(String(charge?.['reference']))?.status;
      expect(atStripe).toBe(slug === 'stripe' ? 'canceled' : undefined);
    },
  );

  it('is left where it was captured or voided, also by a person who was faster than the worker', async () => {
    const [captured, released, faster] = [await authorized(), await authorized(), await authorized()];
    await shop.pay('capture', captured);
    await shop.pay('void', released);
    for (const id of [captured, released, faster]) await move(id, 'cancelled');
    expect((await shop.pay('void', faster)).status).toBe(200);
    const release = jest.spyOn(gateway(), 'void');
    await work();
    expect(release).not.toHaveBeenCalled();
    expect([await ledger(captured), await ledger(released), await ledger(faster)]).toEqual([
      [
        ['authorize', 'succeeded', null],
        ['capture', 'succeeded', null],
      ],
      VOIDED,
      VOIDED,
    ]);
  });

  it('stays when the order is in force again before the worker comes', async () => {
    const id = await authorized();
    await move(id, 'failed');
    await move(id, 'unpaid');
    await work();
    expect(await ledger(id)).toEqual([['authorize', 'succeeded', null]]);
    await move(id, 'failed');
    await work();
    expect(await ledger(id)).toEqual(VOIDED);
  });

  it('is voided too when it came after the order was cancelled, and after the capture that was under way failed', async () => {
    const [late, { id: held }] = [await authorized(), await shop.order((await shop.product()).id)];
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (reach = resolve));
    jest.spyOn(gateway(), 'authorize').mockImplementationOnce(async ({ key }) => {
      reach();
      await opened;
      return { status: 'accepted', reference: `late-${key}` };
    });
    const paying = shop.pay('authorize', held, GOOD_CARD);
    await reached;
    const capture = jest.spyOn(gateway(), 'capture').mockRejectedValueOnce(new Error('away'));
    expect((await shop.pay('capture', late)).status).toBe(503);
    for (const id of [held, late]) await move(id, 'cancelled');
    atOnce();
    await work();
    expect(await ledger(late)).toEqual([
      ['authorize', 'succeeded', null],
      ['capture', 'pending', null],
    ]);
    open();
    await paying;
    for (const { id } of (await payments(late)).slice(1)) await store.app.get(PaymentRecoveryService).recover(id);
    await work();
    await work();
    expect([await ledger(held), await ledger(late), capture.mock.calls.length]).toEqual([
      VOIDED,
      [VOIDED[0], ['capture', 'declined', null], VOIDED[1]],
      1,
    ]);
  });

  it('is not lost by a process that dies between the attempt and its request', async () => {
    const id = await authorized('stripe');
    await move(id, 'cancelled');
    const deadline = atOnce();
    // The request is never made.
    const release = jest.spyOn(gateway('stripe'), 'void').mockRejectedValueOnce(new Error('killed'));
    await work();
    expect(await ledger(id)).toEqual([
      ['authorize', 'succeeded', null],
      ['void', 'pending', null],
    ]);
    deadline.restore();
    await work();
    await work();
    expect([release.mock.calls.length, await ledger(id)]).toEqual([
      2,
      [VOIDED[0], ['void', 'declined', null], VOIDED[1]],
    ]);
  });

  it('is a problem that a person sees when the provider refuses, and none any more once it is voided', async () => {
    const id = await authorized();
    await move(id, 'cancelled');
    jest.spyOn(gateway(), 'void').mockResolvedValueOnce({ status: 'refused', message: 'The key is wrong' });
    await work();
    await work();
    const [charge] = await payments(id);
    expect(await ledger(id)).toEqual([
      ['authorize', 'succeeded', 'void_failed'],
      ['void', 'declined', null],
    ]);
    expect((await recordedEvents(store, String(charge?.id))).at(-1)).toMatchObject({
      ...{ type: 'payment.updated', data: charge },
    });
    expect([await found('void_failed'), await found('other')]).toEqual([[id], []]);
    expect((await shop.pay('void', id)).status).toBe(200);
    expect([await ledger(id), await found('void_failed')]).toEqual([
      [VOIDED[0], ['void', 'declined', null], VOIDED[1]],
      [],
    ]);
  });

  it('is a problem after 5 requests that did not arrive, and none of an order that is in force again', async () => {
    const id = await authorized();
    await move(id, 'failed');
    atOnce();
    const release = jest.spyOn(gateway(), 'void').mockRejectedValue(new Error('away'));
    for (let look = 0; look < 14; look += 1) await work();
    expect([release.mock.calls.length, (await ledger(id))[0], await found('void_failed')]).toEqual([
      5,
      ['authorize', 'succeeded', 'void_failed'],
      [id],
    ]);
    await move(id, 'unpaid');
    expect([(await ledger(id))[0], await found('void_failed')]).toEqual([['authorize', 'succeeded', null], []]);
  });

  it('is voided beside one that fails, which is tried again later', async () => {
    const broken = await authorized();
    const others = [await authorized(), await authorized()];
    for (const id of [broken, ...others]) await move(id, 'cancelled');
    const orders = store.app.get(OrdersService);
    const lock = orders.lock.bind(orders);
    const locked = jest
      .spyOn(orders, 'lock')
      .mockImplementation((tx, id) => (id === broken ? Promise.reject(new Error('it is broken')) : lock(tx, id)));
    expect(await work()).toBe(false);
    const held = [['authorize', 'succeeded', null]];
    expect(await Promise.all([broken, ...others].map(ledger))).toEqual([held, VOIDED, VOIDED]);
    const times = locked.mock.calls.filter(([, id]) => id === broken).length;
    await work();
    expect([times, locked.mock.calls.filter(([, id]) => id === broken).length]).toEqual([1, 1]);
    locked.mockRestore();
    const payment = String((await payments(broken))[0]?.id);
    await store.app
      .get<DataSource>(getDataSourceToken())
      .query('UPDATE payments SET ask_at = ? WHERE id = ?', ['2026-01-31 12:00:00.000', payment]);
    await work();
    expect(await ledger(broken)).toEqual(VOIDED);
  });
});
