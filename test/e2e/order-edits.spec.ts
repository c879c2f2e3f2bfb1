import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { GOOD_CARD, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

interface Edited {
  order: OrderResult;
  items: (Fields & { id: string; sku: string })[];
  before: { raw: Fields };
  after: { raw: Fields };
  promotions: { kept: Fields[]; fallen: Fields[] };
  balance: number;
}

onEachEngine('edits of orders', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  const query = (sql: string, values: unknown[] = []): Promise<Fields[]> =>
    store.app.get<DataSource>(getDataSourceToken()).query(sql, values);
  const edit = (order: string, json: Fields) => shop.send<Edited>('POST', `/v1/orders/${order}/edits`, { json });
  const edited = async (order: string, json: Fields): Promise<Edited> => {
    const { status, body } = await edit(order, json);
    if (status !== 200) throw new Error(`the edit answered ${status}: ${JSON.stringify(body)}`);
    return body.result;
  };
  const refused = async (order: string, json: Fields): Promise<[number, unknown]> => {
    const { status, body } = await edit(order, json);
    return [status, body.errors];
  };
  const read = async (order: string): Promise<OrderResult> =>
    (await shop.send<OrderResult>('GET', `/v1/orders/${order}`)).body.result;
  const itemsOf = async (order: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`, { query: { sort: 'id', order: 'asc' } })).body
      .result;
  const put = (order: string, json: Fields) => shop.send<OrderResult>('PUT', `/v1/orders/${order}`, { json });
  const uses = async (promotion: string): Promise<number> =>
    Number((await query('SELECT used FROM promotion_counters WHERE promotion_id = ?', [promotion]))[0]?.['used'] ?? 0);
  const sku = (product: Fields): string => String(product['sku']);
  /** Another rule than the group: at least so much in the cart. */
  const from = (value: number): string =>
    JSON.stringify({
      type: 'group',
      children: [{ type: 'cart', match: 'value', operator: '>=', against: value }],
    });
  const requireTrue = async (id: string): Promise<void> => {
    const order = await read(id);
    const items = await itemsOf(id);
    const cents = (value: unknown): number => Math.round(Number(value) * 100);
    const sum = (field: string): number => items.reduce((total, item) => total + cents(item[field]), 0);
    expect(sum('net')).toBe(cents(order.subtotal));
    const { tax } = (order['totals'] as { raw: { tax: number } }).raw;
    expect(cents(order.subtotal) + cents(order.shipping_price) + cents(tax)).toBe(cents(order.total));
    for (const { net, tax: own, total } of items) expect(cents(net) + cents(own)).toBe(cents(total));
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  });
  afterAll(() => store.close());
  /** Promotions of one test must not reach into the next. */
  afterEach(async () => {
    const { body } = await shop.send<{ id: string }[]>('GET', '/v1/promotions/cart', { query: { limit: '100' } });
    for (const { id } of body.result) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  });

  it('orders-and-payments.md 1, 3: a placed order says so, and its items add up to it', async () => {
    const promotion = await shop.promotion({ apply_to_shipping: 1 });
    const method = await shop.shipping({ price: '5', tax_band: taxed });
    const tea = await shop.product({ price: '9.99', tax_band: taxed });
    const order = await shop.order(tea.id, { shipping: method.id }, 3);
    expect(order['origin']).toEqual({ value: 'Checkout', data: { key: 'checkout', value: 'Checkout' } });
    expect([order['captured'], order['refunded'], order['balance'], order['supersedes']]).toEqual([
      0,
      0,
      order.total,
      null,
    ]);
    const title = promotion['title'];
    expect(await itemsOf(order.id)).toMatchObject([
      {
        ...{ price: 9.99, discount: 3, net: 26.97, tax: 5.39, total: 32.36 },
        discounts: [{ promotion: promotion.id, title, amount: 3 }],
      },
    ]);
    await requireTrue(order.id);
  });

  it('orders-and-payments.md 4, 5: prices again with the promotions as they were, and no others', async () => {
    const kept = await shop.promotion({ amount: 10 });
    const tea = await shop.product({ price: '10', tax_band: taxed });
    const cup = await shop.product({ price: '4' });
    const order = await shop.order(tea.id, {}, 2);
    await shop.send('PUT', `/v1/promotions/cart/${kept.id}`, { json: { amount: 90 } });
    await shop.send('DELETE', `/v1/promotions/cart/${kept.id}`);
    await shop.promotion({ amount: 50 });
    await shop.send('PUT', `/v1/products/${tea.id}`, { json: { price: 99 } });
    await shop.send('PUT', `/v1/products/${cup.id}`, { json: { price: 5 } });
    const result = await edited(order.id, {
      items: [
        { sku: sku(tea), quantity: 3 },
        { sku: sku(cup), quantity: 2 },
      ],
    });
    expect(result.items).toMatchObject([
      { sku: sku(tea), quantity: 3, price: 10, discount: 3, net: 27, tax: 5.4, total: 32.4 },
      { sku: sku(cup), quantity: 2, price: 5, discount: 1, net: 9, tax: 0, total: 9, title: cup['title'] },
    ]);
    expect([result.before.raw, result.after.raw]).toEqual([
      { subtotal: 18, shipping_price: 0, tax: 3.6, rounding: 0, total: 21.6 },
      { subtotal: 36, shipping_price: 0, tax: 5.4, rounding: 0, total: 41.4 },
    ]);
    const title = kept['title'];
    const lines = [
      { sku: sku(tea), amount: 3 },
      { sku: sku(cup), amount: 1 },
    ];
    const discount = { promotion: kept.id, title, action: 'discount_by_percent', discount_code: null };
    const now = [{ ...discount, discount: 4, shipping_discount: 0, lines }];
    expect([result.promotions, result.balance]).toEqual([{ kept: now, fallen: [] }, 41.4]);
    expect((await shop.send('GET', `/v1/orders/${order.id}/discounts`)).body.result).toEqual(now);
    expect(await read(order.id)).toEqual(result.order);
    expect(result.order.count).toBe(2);
    await requireTrue(order.id);
    expect((await recordedEvents(store, order.id)).map(({ type, version }) => [type, version])).toEqual([
      ['order.created', 1],
      ['order.updated', 2],
    ]);
  });

  it('orders-and-payments.md 4: a promotion whose rules no longer hold falls away with its use', async () => {
    const promotion = await shop.promotion({ amount: 10, max_uses: 5, match_rules: from(30) });
    const tea = await shop.product({ price: '10' });
    const order = await shop.order(tea.id, {}, 3);
    expect([order.total, await uses(promotion.id)]).toEqual([27, 1]);
    const less = await edited(order.id, { items: [{ sku: sku(tea), quantity: 2 }] });
    expect([less.order.total, await uses(promotion.id)]).toEqual([20, 0]);
    expect(less.promotions).toEqual({
      kept: [],
      fallen: [
        {
          promotion: promotion.id,
          title: promotion['title'],
          reason: 'match_rules',
          message: 'Spend £10.00 more.',
          detail: expect.objectContaining({ actual: '20' }) as unknown,
        },
      ],
    });
    expect(await query('SELECT * FROM promotion_redemptions WHERE order_id = ?', [order.id])).toEqual([]);
    await put(order.id, { status: 'failed' });
    await put(order.id, { status: 'unpaid' });
    expect(await uses(promotion.id)).toBe(0);
    await requireTrue(order.id);
  });

  it('orders-and-payments.md 4: what touches no money prices nothing: same figures, same rows', async () => {
    await shop.promotion();
    const tea = await shop.product({ price: '10', tax_band: taxed });
    const method = await shop.shipping();
    const order = await shop.order(tea.id, { shipping: method.id }, 2);
    const [item] = await itemsOf(order.id);
    await shop.send('PUT', `/v1/shipping/${method.id}`, { json: { price: '50' } });
    const rows = async (): Promise<unknown> => ({
      discounts: await query('SELECT * FROM order_discounts WHERE order_id = ?', [order.id]),
      terms: await query('SELECT terms, shipping FROM orders WHERE id = ?', [order.id]),
    });
    const before = await rows();
    const named = await shop.send<Fields>('PUT', `/v1/orders/${order.id}/items`, {
      json: { sku: sku(tea), title: 'Green tea' },
    });
    expect(named.body.result).toEqual({ ...item, title: 'Green tea', updated_at: expect.any(String) as unknown });
    const address = { first_name: 'A', last_name: 'B', address_1: 'C', postcode: 'D', country: 'GB' };
    const { total, subtotal, shipping_price } = order;
    const same = { total, subtotal, shipping_price, shipping: method.id, exchange_rate: 1, currency_code: 'GBP' };
    const { status } = await put(order.id, { bill_to: address, status: 'processing', ...same });
    expect(status).toBe(200);
    expect((await edited(order.id, { items: [{ sku: sku(tea), quantity: 2 }] })).promotions.fallen).toEqual([]);
    const after = await read(order.id);
    expect([after['totals'], after.shipping_price, await rows()]).toEqual([order['totals'], shipping_price, before]);
  });

  it('orders-and-payments.md 4: shipping and its price are priced again, discounts on them too', async () => {
    const method = await shop.shipping({ price: '5', tax_band: taxed });
    const other = await shop.shipping({ price: '8' });
    const free = await shop.promotion({ action: 'free_ship', amount: 0, shipping_methods: [method.id], max_uses: 3 });
    const tea = await shop.product({ price: '10' });
    const order = await shop.order(tea.id, { shipping: method.id });
    expect([order.shipping_price, order.total, await uses(free.id)]).toEqual([0, 10, 1]);
    const dearer = await put(order.id, { shipping_price: 7 });
    expect([dearer.status, dearer.body.result.shipping_price, dearer.body.result.total]).toEqual([200, 0, 10]);
    const changed = await put(order.id, { shipping: other.id });
    expect([changed.body.result.shipping_price, changed.body.result.total, await uses(free.id)]).toEqual([8, 18, 0]);
    expect(changed.body.result['shipping']).toMatchObject({ data: { id: other.id } });
    const none = await edited(order.id, { shipping: '' });
    expect([none.order.shipping_price, none.order['shipping']]).toEqual([0, null]);
    const third = await shop.shipping({ price: '6', tax_band: taxed });
    const own = await edited(order.id, { shipping: third.id, shipping_price: 2 });
    const totals = { subtotal: 10, shipping_price: 2, tax: 0.4, rounding: 0, total: 12.4 };
    expect([own.order.shipping_price, own.after.raw]).toEqual([2, totals]);
    expect(await refused(order.id, { shipping: '1' })).toEqual([422, { shipping: ['shipping does not exist'] }]);
    await requireTrue(order.id);
  });

  it('orders-and-payments.md 6: stock follows: taken, given back, and 422 with what is left', async () => {
    const tea = await shop.product({ stock_status: 1, stock_level: 5 });
    const cup = await shop.product({ stock_status: 1, stock_level: 2 });
    const order = await shop.order(tea.id, {}, 2);
    const items = [
      { sku: sku(tea), quantity: 4 },
      { sku: sku(cup), quantity: 3 },
    ];
    const before = await tableDump(store);
    for (const dry_run of [0, 1]) {
      expect(await refused(order.id, { items, dry_run })).toEqual([
        422,
        { quantity: [`quantity of ${sku(cup)} is more than is in stock: 2 left`] },
      ]);
    }
    expect(await tableDump(store)).toEqual(before);
    await edited(order.id, { items: [items[0], { sku: sku(cup), quantity: 2 }] });
    expect([await shop.stockOf(tea.id), await shop.stockOf(cup.id)]).toEqual([1, 0]);
    await edited(order.id, {
      items: [
        { sku: sku(tea), quantity: 1 },
        { sku: sku(cup), quantity: 0 },
      ],
    });
    expect([await shop.stockOf(tea.id), await shop.stockOf(cup.id)]).toEqual([4, 2]);
    await put(order.id, { status: 'cancelled' });
    expect([await shop.stockOf(tea.id), await shop.stockOf(cup.id)]).toEqual([5, 2]);
  });

  it('orders-and-payments.md 7: dry_run answers the same and writes nothing', async () => {
    await shop.promotion();
    const tea = await shop.product({ price: '3.33', tax_band: taxed, stock_status: 1, stock_level: 9 });
    const cup = await shop.product({ price: '1' });
    const order = await shop.order(tea.id, {}, 2);
    const items = [
      { sku: sku(tea), quantity: 3, price: '3' },
      { sku: sku(cup), quantity: 1 },
    ];
    const before = await tableDump(store);
    const dry = await edited(order.id, { items, dry_run: 1 });
    expect(await tableDump(store)).toEqual(before);
    const done = await edited(order.id, { items });
    const plain = ({ order: { updated_at: _, ...of }, items: lines, ...rest }: Edited): unknown => ({
      ...rest,
      order: of,
      items: lines.map(({ id: __, created_at: ___, updated_at: ____, ...line }) => line),
    });
    expect(plain(dry)).toEqual(plain(done));
    expect(await itemsOf(order.id)).toEqual(done.items);
    expect(await read(order.id)).toEqual(done.order);
  });

  it('orders-and-payments.md 7: the calls of single items are the same edit', async () => {
    await shop.promotion();
    const tea = await shop.product({ price: '10', tax_band: taxed });
    const cup = await shop.product({ price: '4' });
    const order = await shop.order(tea.id, {}, 2);
    const added = await shop.send<Fields & { id: string }>('POST', `/v1/orders/${order.id}/items`, {
      json: { sku: sku(cup), quantity: 1 },
    });
    expect([added.status, added.body.result]).toMatchObject([201, { price: 4, net: 3.6, total: 3.6 }]);
    expect(await read(order.id)).toMatchObject({ subtotal: 21.6, total: 25.2, count: 2 });
    const custom = { sku: 'WRAP', title: 'Wrap', quantity: 1, tax_rate: 20, tax_band: taxed, price: 2 };
    expect((await shop.send('POST', `/v1/orders/${order.id}/items`, { json: custom })).status).toBe(201);
    expect(await read(order.id)).toMatchObject({ subtotal: 23.4, total: 27.36, count: 3 });
    const { status } = await shop.send('DELETE', `/v1/orders/${order.id}/items/${added.body.result.id}`);
    expect(status).toBe(200);
    expect(await read(order.id)).toMatchObject({ subtotal: 19.8, total: 23.76, count: 2 });
    await requireTrue(order.id);
  });

  it('orders-and-payments.md 7: a fault of one change refuses all of them and names it', async () => {
    const tea = await shop.product();
    const order = await shop.order(tea.id);
    const first = { sku: sku(tea), quantity: 5 };
    const before = await tableDump(store);
    const cases: [Fields, unknown][] = [
      [
        { items: [first, { sku: 'NONE', quantity: 1 }] },
        { 'items.1.sku': ['items.1.sku is neither in the order nor that of a product'] },
      ],
      [{ items: [first, { sku: 'NONE', quantity: 0 }] }, { 'items.1.sku': ['items.1.sku is not in the order'] }],
      [{ items: [first, first] }, { 'items.1.sku': ['items.1.sku must be unique in the edit'] }],
      [{ items: [first, { sku: 'X' }] }, { 'items.1.quantity': ['items.1.quantity is required'] }],
      [{ items: [{ ...first, price: '-1' }] }, { 'items.0.price': ['items.0.price must be 0 or more'] }],
      [{ items: [first], shipping: '7' }, { shipping: ['shipping does not exist'] }],
    ];
    for (const [json, errors] of cases) expect(await refused(order.id, json)).toEqual([422, errors]);
    const huge = { items: [{ sku: sku(tea), quantity: 1_000_000, price: '9999999999999' }] };
    expect(await refused(order.id, huge)).toEqual([422, { order: ['order comes to more than an order can hold'] }]);
    expect((await edit('1', { items: [first] })).status).toBe(404);
    expect(await tableDump(store)).toEqual(before);
  });

  it.each(['dispatched', 'cancelled', 'failed', 'declined', 'refunded', 'partial_refund'])(
    'orders-and-payments.md 8: an order that is %s is not edited',
    async (status) => {
      const tea = await shop.product();
      const order = await shop.order(tea.id);
      expect((await put(order.id, { status })).status).toBe(200);
      const message = `status is ${status}: items and shipping can no longer change`;
      expect(await refused(order.id, { items: [{ sku: sku(tea), quantity: 2 }] })).toEqual([
        422,
        { status: [message] },
      ]);
      expect((await put(order.id, { shipping_price: 3 })).body.errors).toEqual({ status: [message] });
      const [item] = await itemsOf(order.id);
      const removed = await shop.send('DELETE', `/v1/orders/${order.id}/items/${String(item?.['id'])}`);
      expect([removed.status, removed.body.errors]).toEqual([422, { status: [message] }]);
    },
  );

  it.each(['unpaid', 'paid', 'processing', 'mismatch'])(
    'orders-and-payments.md 8: an order that is %s is edited',
    async (status) => {
      const tea = await shop.product();
      const order = await shop.order(tea.id);
      await put(order.id, { status });
      expect((await edited(order.id, { items: [{ sku: sku(tea), quantity: 2 }] })).order.total).toBe(20);
    },
  );

  it('orders-and-payments.md 9: an edit after the payment leaves something due, or owed back', async () => {
    const [tea, cup] = [await shop.product({ price: '12' }), await shop.product({ price: '5' })];
    const order = await shop.order(tea.id, {}, 3);
    await shop.pay('purchase', order.id, GOOD_CARD);
    expect(await read(order.id)).toMatchObject({ captured: 36, refunded: 0, balance: 0 });
    expect((await edited(order.id, { items: [{ sku: sku(tea), quantity: 3, price: 10 }] })).balance).toBe(-6);
    await shop.pay('refund', order.id, { amount: '6' });
    // What the edit left owed back is given back: the order is paid still, and can be edited again.
    expect(await read(order.id)).toMatchObject({ status: { data: { key: 'paid' } }, refunded: 6, balance: 0 });
    const more = [
      { sku: sku(tea), quantity: 3, price: 10 },
      { sku: sku(cup), quantity: 1 },
    ];
    expect((await edited(order.id, { items: more })).balance).toBe(5);
    await shop.pay('refund', order.id, { amount: '1' });
    expect(await read(order.id)).toMatchObject({ status: { data: { key: 'partial_refund' } }, balance: 5 });
  });

  it("orders-and-payments.md 1: the amounts of a placed order are the store's, and those of a stated one the caller's", async () => {
    const tea = await shop.product();
    const order = await shop.order(tea.id);
    const { status, body } = await put(order.id, { subtotal: 1, total: 2, exchange_rate: 3 });
    expect([status, body.errors]).toEqual([
      422,
      {
        subtotal: ['subtotal is worked out by the store: change items or shipping'],
        total: ['total is worked out by the store: change items or shipping'],
        exchange_rate: ['exchange_rate cannot change: a checkout placed the order'],
      },
    ]);
    const currency = (order['currency'] as { data: { id: string } }).data.id;
    const fields = { currency, currency_code: 'GBP', exchange_rate: 1, subtotal: 5, total: 6 };
    const stated = await shop.made('/v1/orders', fields);
    const result = await edited(stated.id, { items: [{ sku: sku(tea), quantity: 2 }] });
    expect(result).toMatchObject({
      order: { origin: { data: { key: 'api' } }, subtotal: 5, total: 6, count: 1 },
      items: [{ sku: sku(tea), price: 10, net: 20, total: 20 }],
      balance: 6,
    });
    for (const [field, json] of [
      ['shipping', { shipping: '' }],
      ['shipping_price', { shipping_price: 1 }],
    ] as const) {
      const errors = { [field]: [`${field} of an order that the API stated is changed by PUT`] };
      expect(await refused(stated.id, json)).toEqual([422, errors]);
    }
    expect((await put(stated.id, { subtotal: 7, total: 8, shipping_price: 1 })).body.result.total).toBe(8);
  });

  it('an order from before, which kept no terms, keeps its amounts', async () => {
    const tea = await shop.product();
    const order = await shop.order(tea.id);
    await query('UPDATE orders SET terms = NULL WHERE id = ?', [order.id]);
    const message = 'order was placed before the store kept what orders are priced by: its amounts cannot change';
    expect(await refused(order.id, { items: [{ sku: sku(tea), quantity: 2 }] })).toEqual([422, { order: [message] }]);
    const named = await shop.send<Fields>('PUT', `/v1/orders/${order.id}/items`, {
      json: { sku: sku(tea), title: 'New name' },
    });
    expect([named.status, named.body.result['title']]).toEqual([200, 'New name']);
  });
});
