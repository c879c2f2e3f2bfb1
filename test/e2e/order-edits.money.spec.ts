import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

onEachEngine('edits of orders and their money', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const edit = async (order: string, json: Fields): Promise<[number, unknown]> => {
    const { status, body } = await shop.send<Fields & { id: string }>('POST', `/v1/orders/${order}/edits`, { json });
    if (status !== 200) return [status, body.errors];
    const { status: of, total, balance } = body.result['order'] as OrderResult;
    return [status, { status: of.data.key, total, balance }];
  };
  const moves = async (order: string): Promise<unknown> => {
    const { body } = await shop.send<Record<'from' | 'to', OrderResult['status']>[]>(
      'GET',
      `/v1/orders/${order}/history`,
      { query: { kind: 'status' } },
    );
    return body.result.map(({ from, to }) => [from.data.key, to.data.key]);
  };
  const sku = (product: Fields): string => String(product['sku']);

  it('orders-and-payments.md 8: no edit takes away units that a refund gave back', async () => {
    const tea = await shop.product({ price: '7.80' });
    const cup = await shop.product();
    const { id } = await shop.order(tea.id, {}, 4);
    await shop.pay('purchase', id, GOOD_CARD);
    await shop.pay('refund', id, { items: JSON.stringify([{ sku: sku(tea), quantity: 3 }]) });
    expect((await shop.send('PUT', `/v1/orders/${id}`, { json: { status: 'processing' } })).status).toBe(200);
    const before = await tableDump(store);
    const message = `quantity of ${sku(tea)} must be at least 3: that many units were refunded`;
    for (const quantity of [2, 1, 0]) {
      for (const dry_run of [0, 1]) {
        const items = [
          { sku: sku(cup), quantity: 1 },
          { sku: sku(tea), quantity },
        ];
        expect(await edit(id, { items, dry_run })).toEqual([422, { quantity: [message] }]);
      }
    }
    const { body } = await shop.send<(Fields & { id: string })[]>('GET', `/v1/orders/${id}/items`);
    const one = `/v1/orders/${id}/items`;
    const calls = [
      await shop.send('PUT', one, { json: { sku: sku(tea), quantity: 1 } }),
      await shop.send('DELETE', `${one}/${String(body.result[0]?.id)}`),
    ];
    for (const { status, body: answer } of calls) {
      expect([status, answer.errors]).toEqual([422, { quantity: [message] }]);
    }
    expect(await tableDump(store)).toEqual(before);
    const three = { status: 'processing', total: 23.4, balance: -7.8 };
    expect(await edit(id, { items: [{ sku: sku(tea), quantity: 3 }] })).toEqual([200, three]);
  });

  it('orders-and-payments.md 8: shipping stays once a refund gave it back', async () => {
    const [method, other] = [await shop.shipping({ price: '5' }), await shop.shipping({ price: '8' })];
    const tea = await shop.product();
    const { id } = await shop.order(tea.id, { shipping: method.id });
    await shop.pay('purchase', id, GOOD_CARD);
    await shop.pay('refund', id, { shipping: 1 });
    await shop.send('PUT', `/v1/orders/${id}`, { json: { status: 'processing' } });
    const before = await tableDump(store);
    for (const [field, json] of [
      ['shipping', { shipping: '' }],
      ['shipping', { shipping: other.id, shipping_price: 5 }],
      ['shipping_price', { shipping_price: 0 }],
    ] as const) {
      const errors = { [field]: [`${field} cannot change: shipping was refunded`] };
      expect(await edit(id, json)).toEqual([422, errors]);
      expect(await edit(id, { ...json, dry_run: 1 })).toEqual([422, errors]);
      const put = await shop.send('PUT', `/v1/orders/${id}`, { json });
      expect(put.status).toBe(422);
    }
    expect(await tableDump(store)).toEqual(before);
    const same = { shipping: method.id, shipping_price: 5, items: [{ sku: sku(tea), quantity: 2 }] };
    expect(await edit(id, same)).toEqual([200, { status: 'processing', total: 25, balance: 10 }]);
  });

  it('orders-and-payments.md 14: an unpaid order that an edit leaves with nothing due is paid', async () => {
    const tea = await shop.product();
    const { id } = await shop.order(tea.id, {}, 3);
    await shop.pay('authorize', id, GOOD_CARD);
    await shop.pay('capture', id, { amount: '20' });
    expect([await shop.statusOf(id), await moves(id)]).toEqual(['unpaid', []]);
    const events = (await recordedEvents(store, id)).length;
    const items = [{ sku: sku(tea), quantity: 2 }];
    const before = await tableDump(store);
    const paid = { status: 'paid', total: 20, balance: 0 };
    expect(await edit(id, { items, dry_run: 1 })).toEqual([200, paid]);
    expect(await tableDump(store)).toEqual(before);
    expect(await edit(id, { items })).toEqual([200, paid]);
    expect([await shop.statusOf(id), await moves(id)]).toEqual(['paid', [['unpaid', 'paid']]]);
    const added = (await recordedEvents(store, id)).slice(events);
    expect(added.map(({ type }) => type)).toEqual(['order.updated']);
  });

  it('orders-and-payments.md 14: so is one whose total becomes 0, by any request', async () => {
    const method = await shop.shipping({ price: '5' });
    const tea = await shop.product();
    const free = async (): Promise<string> => {
      const { id } = await shop.order(tea.id, { shipping: method.id });
      const due = { status: 'unpaid', total: 5, balance: 5 };
      expect(await edit(id, { items: [{ sku: sku(tea), quantity: 1, price: 0 }] })).toEqual([200, due]);
      return id;
    };
    const edited = await free();
    expect(await edit(edited, { shipping_price: 0 })).toEqual([200, { status: 'paid', total: 0, balance: 0 }]);
    const put = await free();
    const json = { shipping: '', status: 'unpaid' };
    expect((await shop.send('PUT', `/v1/orders/${put}`, { json })).status).toBe(200);
    const single = (await shop.order(tea.id)).id;
    const item = { sku: sku(tea), price: 0 };
    expect((await shop.send('PUT', `/v1/orders/${single}/items`, { json: item })).status).toBe(200);
    for (const id of [edited, put, single]) {
      expect([await shop.statusOf(id), await moves(id)]).toEqual(['paid', [['unpaid', 'paid']]]);
    }
  });

  describe('orders-and-payments.md 5: a price that is sent', () => {
    const placedIn = async (code: string): Promise<{ id: string; tea: string; band: string }> => {
      const tea = await shop.product();
      const headers = { 'X-Currency': code };
      const { status, body } = await shop.checkout(await shop.cart(tea.id), {}, headers);
      expect(status).toBe(201);
      const { id } = body.result;
      return { id, tea: sku(tea), band: shop.untaxed };
    };
    type Sent = readonly [
      method: string,
      path: (of: { id: string }) => string,
      body: (of: { tea: string; band: string }, price: string) => Fields,
    ];
    const SENT: readonly (readonly [string, string, ...Sent])[] = [
      [
        'a line of an edit',
        'items.0.price',
        'POST',
        ({ id }) => `/v1/orders/${id}/edits`,
        ({ tea }, price) => ({ items: [{ sku: tea, quantity: 3, price }] }),
      ],
      [
        'an edit that writes nothing',
        'items.0.price',
        'POST',
        ({ id }) => `/v1/orders/${id}/edits`,
        ({ tea }, price) => ({ items: [{ sku: tea, quantity: 3, price }], dry_run: 1 }),
      ],
      [
        'the shipping of an edit',
        'shipping_price',
        'POST',
        ({ id }) => `/v1/orders/${id}/edits`,
        (_, shipping_price) => ({ shipping_price }),
      ],
      [
        'the shipping of an order',
        'shipping_price',
        'PUT',
        ({ id }) => `/v1/orders/${id}`,
        (_, shipping_price) => ({ shipping_price }),
      ],
      ['an item', 'price', 'PUT', ({ id }) => `/v1/orders/${id}/items`, ({ tea }, price) => ({ sku: tea, price })],
      [
        'an item by its sku',
        'price',
        'POST',
        ({ id }) => `/v1/orders/${id}/items`,
        ({ tea }, price) => ({ sku: tea, price }),
      ],
      [
        'a new item',
        'price',
        'POST',
        ({ id }) => `/v1/orders/${id}/items`,
        ({ band }, price) => ({ sku: 'NEW', title: 'New', quantity: 1, tax_rate: 0, tax_band: band, price }),
      ],
    ];

    beforeAll(async () => {
      await shop.made('/v1/currencies', { title: 'Yen', code: 'JPY', exchange_rate: '187.335', format: '¥{price}' });
      await shop.made('/v1/currencies', { title: 'Dinar', code: 'KWD', exchange_rate: '0.4', format: '{price} KD' });
    });

    it.each(SENT)('is a whole number of the smallest unit: %s', async (_, field, method, path, body) => {
      for (const [code, price, unit, whole] of [
        ['JPY', '10.5', '1', '10'],
        ['KWD', '1.2345', '0.001', '1.234'],
      ] as const) {
        const order = await placedIn(code);
        const before = await tableDump(store);
        const sent = body(order, price);
        for (const call of [
          { json: sent },
          { form: { ...sent, ...(sent['items'] !== undefined && { items: JSON.stringify(sent['items']) }) } },
        ]) {
          const answer = await shop.send(method, path(order), call);
          expect([answer.status, answer.body.errors]).toEqual([
            422,
            { [field]: [`${field} must be a whole number of ${unit} ${code}`] },
          ]);
        }
        expect(await tableDump(store)).toEqual(before);
        expect((await shop.send(method, path(order), { json: body(order, whole) })).status).toBeLessThan(300);
      }
    });

    it.each(SENT)('keeps four decimals in the default currency: %s', async (_, __, method, path, body) => {
      const order = await placedIn('GBP');
      expect((await shop.send(method, path(order), { json: body(order, '1.2345') })).status).toBeLessThan(300);
    });

    it('stays as sent in a stated order', async () => {
      const yen = (await shop.send<(Fields & { id: string })[]>('GET', '/v1/currencies?code=JPY')).body.result[0]?.id;
      const amounts = { subtotal: 10.5, total: 10.5, exchange_rate: 1 };
      const { id } = (
        await shop.send('POST', '/v1/orders', { json: { currency: yen, currency_code: 'JPY', ...amounts } })
      ).body.result;
      const item = { sku: 'NEW', title: 'New', quantity: 1, tax_rate: 0, tax_band: shop.untaxed, price: 10.5 };
      const { status, body } = await shop.send<Fields>('POST', `/v1/orders/${id}/items`, { json: item });
      expect([status, body.result['price']]).toEqual([201, 10.5]);
    });
  });
});
