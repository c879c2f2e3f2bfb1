import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { BAD_CARD, type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

interface Order {
  readonly id: string;
  readonly product: string;
  readonly sku: string;
  readonly item: string;
}

/* Units that were refunded before they went out (orders-and-payments.md 35). */
onEachEngine('refunded units', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', ORDER_SHIP_DUE: '1' });
    shop = await Shop.open(store);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  /** A paid order of so many units of a product. */
  async function paid(quantity: number, more: Fields = {}, card = GOOD_CARD as Fields): Promise<Order> {
    const tea = await shop.product({ price: '10', ...more });
    const { id } = await shop.order(tea.id, {}, quantity);
    expect((await shop.pay('purchase', id, card)).status).toBe(card === GOOD_CARD ? 200 : 422);
    const { body } = await shop.send<{ id: string }[]>('GET', `/v1/orders/${id}/items`);
    return { id, product: tea.id, sku: String(tea['sku']), item: body.result[0]?.id ?? '' };
  }
  const refund = ({ id, sku }: Order, quantity: number, more: Fields = {}) =>
    shop.send('POST', `/v1/checkout/payment/refund/${id}`, { json: { items: [{ sku, quantity }], ...more } });
  const ship = ({ id, sku }: Order, quantity?: number, more: Fields = {}) =>
    shop.send<{ id: string; items: { quantity: number }[] }>('POST', `/v1/orders/${id}/shipments`, {
      json: { ...(quantity !== undefined && { items: [{ sku, quantity }] }), ...more },
    });
  /** Units that are left to ship, by the item, the order's event and the list. */
  async function left({ id }: Order): Promise<unknown> {
    const order = (await shop.send<{ items: { to_ship: number }[] }>('GET', `/v1/orders/${id}?include=items`)).body;
    const found = await shop.send<Fields[]>('GET', `/v1/orders?to_ship=1&id=${id}`);
    return [order.result.items.map(({ to_ship }) => to_ship), found.body.result.length];
  }

  it('that did not go out are not shipped later', async () => {
    const order = await paid(6);
    expect(await left(order)).toEqual([[6], 1]);
    expect((await refund(order, 4)).status).toBe(200);
    expect(await left(order)).toEqual([[2], 1]);
    const events = await recordedEvents(store, order.item);
    expect(events.map(({ type, data }) => [type, (data as Fields)['to_ship']])).toEqual([
      ['order_item.created', 6],
      ['order_item.updated', 2],
    ]);
    const more = await ship(order, 3);
    const hint = 'of which 2 are left to ship: 4 more were refunded, which include_refunded=1 ships';
    expect([more.status, more.body.errors]).toEqual([422, { items: [`items has 3 of ${order.sku}, ${hint}`] }]);
    const all = await ship(order);
    expect([all.status, all.body.result.items]).toEqual([201, [{ sku: order.sku, quantity: 2 }]]);
    expect([await shop.statusOf(order.id), await left(order)]).toEqual(['dispatched', [[0], 0]]);
    const after = await ship(order);
    expect(after.body.errors).toEqual({
      items: ['items has nothing left to ship: 4 more were refunded, which include_refunded=1 ships'],
    });
    expect((await ship(order, 4, { include_refunded: 1 })).status).toBe(201);
    expect((await ship(order, undefined, { include_refunded: 1 })).body.errors).toEqual({
      items: ['items has nothing left to ship'],
    });
  });

  it.each([0, 1])('are those that did not go out first, with restock %d', async (restock) => {
    const order = await paid(6);
    await ship(order, 3);
    expect((await refund(order, 2, { restock })).status).toBe(200);
    expect(await left(order)).toEqual([[1], 1]);
    expect((await refund(order, 1, { restock })).status).toBe(200);
    // It is in no list of orders to ship, though it was not dispatched.
    expect([await shop.statusOf(order.id), await left(order)]).toEqual(['partial_refund', [[0], 0]]);
    const rest = await ship(order, undefined, { include_refunded: 1 });
    expect([rest.status, await shop.statusOf(order.id)]).toEqual(
      restock === 1 ? [422, 'partial_refund'] : [201, 'dispatched'],
    );
  });

  it('that went out before leave what an edit adds', async () => {
    const order = await paid(3);
    await ship(order);
    await refund(order, 2);
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'processing' } });
    expect(await left(order)).toEqual([[0], 0]);
    const items = [{ sku: order.sku, quantity: 4 }];
    expect((await shop.send('POST', `/v1/orders/${order.id}/edits`, { json: { items } })).status).toBe(200);
    expect(await left(order)).toEqual([[1], 1]);
  });

  it('of a shipment that is taken back did not go out, and stay refunded', async () => {
    const order = await paid(3);
    const { id } = (await ship(order)).body.result;
    await refund(order, 2);
    expect(await left(order)).toEqual([[0], 0]);
    expect((await shop.send('DELETE', `/v1/orders/${order.id}/shipments/${id}`)).status).toBe(200);
    expect(await left(order)).toEqual([[1], 0]);
    expect((await ship(order, 2)).status).toBe(422);
    const one = (await ship(order)).body.result;
    expect(one.items).toEqual([{ sku: order.sku, quantity: 1 }]);
    // What a shipment has may stay in it; of more, a refunded one must be asked for.
    const path = `/v1/orders/${order.id}/shipments/${one.id}`;
    const put = (quantity: number, more: Fields = {}) =>
      shop.send('PUT', path, { json: { items: [{ sku: order.sku, quantity }], ...more } });
    expect([(await put(1)).status, (await put(2)).status]).toEqual([200, 422]);
    expect((await put(2, { include_refunded: 1 })).status).toBe(200);
  });

  it('are all units where all money went back', async () => {
    const order = await paid(2);
    await shop.pay('refund', order.id, { amount: '5' });
    expect(await left(order)).toEqual([[2], 1]);
    await shop.pay('refund', order.id, { amount: '15' });
    await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status: 'processing' } });
    expect([await shop.statusOf(order.id), await left(order)]).toEqual(['refunded', [[0], 0]]);
  });

  const put = async (id: string, form: Fields): Promise<void> => {
    expect((await shop.send('PUT', `/v1/orders/${id}`, { form })).status).toBe(200);
  };
  const pays: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    'a purchase': (id) => shop.pay('purchase', id, GOOD_CARD),
    'the status paid': (id) => put(id, { status: 'paid' }),
    'a report of a payment elsewhere': (id) => shop.pay('complete_purchase', id, {}),
    'an authorization and its capture': async (id) => {
      await shop.pay('authorize', id, GOOD_CARD);
      await shop.pay('capture', id);
    },
    'an authorization that a person takes for paid': async (id) => {
      await shop.pay('authorize', id, GOOD_CARD);
      await put(id, { status: 'paid' });
    },
    'the status unpaid before it': async (id) => {
      await put(id, { status: 'unpaid' });
      await shop.pay('purchase', id, GOOD_CARD);
    },
  };
  const again = Object.keys(pays).flatMap((how) =>
    [0, 1].flatMap((restock) => ['failed', 'declined'].map((status) => [how, restock, status] as const)),
  );
  it.each(again)(
    'are to ship once the order is paid again: %s, after restock %d while %s',
    async (how, restock, status) => {
      const order = await paid(6, { stock_status: 1, stock_level: 10 });
      await put(order.id, { status });
      await shop.send('POST', `/v1/checkout/payment/refund/${order.id}`, { json: { restock } });
      expect([await left(order), await shop.stockOf(order.product)]).toEqual([[[0], 0], 10]);
      await pays[how]?.(order.id);
      expect([await shop.statusOf(order.id), await left(order), await shop.stockOf(order.product)]).toEqual([
        'paid',
        [[6], 1],
        4,
      ]);
      const parcel = await ship(order);
      expect([parcel.body.result.items, await shop.statusOf(order.id)]).toEqual([
        [{ sku: order.sku, quantity: 6 }],
        'dispatched',
      ]);
    },
  );

  it.each([0, 1])('are held again with what went out before, after restock %d', async (restock) => {
    const order = await paid(6, { stock_status: 1, stock_level: 10 });
    await ship(order, 2);
    await put(order.id, { status: 'failed' });
    expect(await shop.stockOf(order.product)).toBe(8);
    await shop.send('POST', `/v1/checkout/payment/refund/${order.id}`, { json: { restock } });
    expect([await left(order), await shop.stockOf(order.product)]).toEqual([[[0], 0], 8 + 2 * restock]);
    await shop.pay('purchase', order.id, GOOD_CARD);
    expect([await left(order), await shop.stockOf(order.product)]).toEqual([[[4], 1], 4]);
  });

  /** An order of six units of a stock of 10 that was paid at the second try; the provider of the first one can still take its money. */
  async function paidTwice(): Promise<{ readonly order: Order; readonly late: () => Promise<unknown> }> {
    const order = await paid(6, { stock_status: 1, stock_level: 10 }, BAD_CARD);
    const { body } = await shop.send<{ id: string }[]>('GET', `/v1/orders/${order.id}/payments`);
    expect((await shop.pay('purchase', order.id, GOOD_CARD)).status).toBe(200);
    const dummy = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS).find(({ slug }) => slug === 'dummy');
    const late = (): Promise<unknown> => {
      jest.spyOn(dummy as PaymentGateway, 'find').mockResolvedValueOnce({ status: 'accepted', reference: 'late' });
      return store.app.get(PaymentRecoveryService).recover(body.result[0]?.id ?? '', 'dummy');
    };
    return { order, late };
  }
  const stateOf = async (order: Order): Promise<unknown[]> => {
    const { balance } = (await shop.send<Fields>('GET', `/v1/orders/${order.id}`)).body.result;
    return [await shop.statusOf(order.id), balance, await left(order), await shop.stockOf(order.product)];
  };

  it.each([0, 1].flatMap((restock) => [0, 2].map((shipped) => ({ restock, shipped }))))(
    'are to ship and take stock again when money comes late: $restock restocked, $shipped shipped',
    async ({ restock, shipped }) => {
      const { order, late } = await paidTwice();
      if (shipped > 0) await ship(order, shipped);
      await put(order.id, { status: 'failed' });
      await shop.pay('refund', order.id, { restock });
      const back = restock === 1 ? 10 : 10 - shipped;
      expect(await stateOf(order)).toEqual(['failed', 0, [[0], 0], back]);
      await late();
      expect(await stateOf(order)).toEqual(['paid', 0, [[6 - shipped], 1], 4]);
      expect((await ship(order)).body.result.items).toEqual([{ sku: order.sku, quantity: 6 - shipped }]);
    },
  );

  it.each([0, 1])(
    'are to ship when money comes late, but for those of a refund of items: restock %d',
    async (restock) => {
      const { order, late } = await paidTwice();
      await ship(order, 1);
      await put(order.id, { status: 'failed' });
      await refund(order, 2, { restock: 0 });
      await shop.pay('refund', order.id, { restock });
      // Of six units one is shipped, two are refunded for good.
      expect(await stateOf(order)).toEqual(['failed', 0, [[0], 0], 9]);
      await late();
      expect(await stateOf(order)).toEqual(['paid', -20, [[3], 1], 4]);
    },
  );

  it.each([0, 1])(
    'are to ship when less is paid again, for money was given back before: restock %d',
    async (restock) => {
      const order = await paid(6, { stock_status: 1, stock_level: 10 });
      await shop.pay('refund', order.id, { amount: '20' });
      await put(order.id, { status: 'failed' });
      await shop.pay('refund', order.id, { restock });
      expect(await stateOf(order)).toEqual(['failed', 0, [[0], 0], 10]);
      await shop.pay('purchase', order.id, GOOD_CARD);
      expect(await stateOf(order)).toEqual(['paid', 0, [[6], 1], 4]);
    },
  );

  /** Begins a refund whose outcome the provider does not say. @returns says it */
  async function openRefund(order: Order): Promise<() => Promise<unknown>> {
    const dummy = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS).find(({ slug }) => slug === 'dummy');
    jest.spyOn(dummy as PaymentGateway, 'refund').mockRejectedValueOnce(new Error('no answer'));
    await shop.pay('refund', order.id, { restock: 1 });
    const { body } = await shop.send<Fields[]>('GET', `/v1/orders/${order.id}/payments`);
    const refund = body.result.find(({ method }) => method === 'refund');
    return () => {
      jest.spyOn(dummy as PaymentGateway, 'find').mockResolvedValueOnce({ status: 'accepted', reference: 'told' });
      return store.app.get(PaymentRecoveryService).recover(String(refund?.['id']), 'dummy');
    };
  }

  it('are not shipped while the outcome of a refund that restocks them is open', async () => {
    const order = await paid(6, { stock_status: 1, stock_level: 10 });
    const told = await openRefund(order);
    expect(await stateOf(order)).toEqual(['paid', 0, [[0], 0], 4]);
    expect((await ship(order, undefined, { include_refunded: 1 })).status).toBe(422);
    await told();
    expect(await stateOf(order)).toEqual(['refunded', 0, [[0], 0], 10]);
  });

  it('stay held when money comes late while the outcome of a refund of all is open', async () => {
    const { order, late } = await paidTwice();
    await put(order.id, { status: 'failed' });
    const told = await openRefund(order);
    expect(await stateOf(order)).toEqual(['failed', -60, [[0], 0], 10]);
    await late();
    expect(await stateOf(order)).toEqual(['paid', -60, [[6], 1], 4]);
    await told();
    expect(await stateOf(order)).toEqual(['paid', 0, [[6], 1], 4]);
    expect((await ship(order)).body.result.items).toEqual([{ sku: order.sku, quantity: 6 }]);
  });

  it('stay refunded and in stock while late money is owed back', async () => {
    const { order, late } = await paidTwice();
    await shop.pay('refund', order.id, { restock: 1 });
    await late();
    expect(await stateOf(order)).toEqual(['refunded', -60, [[0], 0], 10]);
  });

  it('are refused where the flag is none', async () => {
    const order = await paid(1);
    const { status, body } = await ship(order, undefined, { include_refunded: 'maybe' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['include_refunded']]);
    expect(await left(order)).toEqual([[1], 1]);
  });
});
