import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

interface Edited {
  order: OrderResult;
  promotions: { kept: Fields[]; fallen: Fields[] };
  warnings: string[];
}

onEachEngine('promotions and shipping of edited orders', (engine) => {
  let store: TestStore;
  let shop: Shop;

  const source = (): DataSource => store.app.get<DataSource>(getDataSourceToken());
  const edit = async (order: string, json: Fields, headers: Record<string, string> = {}): Promise<Edited> => {
    const { status, body } = await shop.send<Edited>('POST', `/v1/orders/${order}/edits`, { json, headers });
    if (status !== 200) throw new Error(`the edit answered ${status}: ${JSON.stringify(body)}`);
    return body.result;
  };
  const to = (product: Fields, quantity: number): Fields => ({ items: [{ sku: product['sku'], quantity }] });
  const told = ({ order, promotions: { kept, fallen }, warnings }: Edited): unknown => [
    order.total,
    kept.map(({ title }) => title),
    fallen.map(({ title, reason }) => [title, reason]),
    warnings,
  ];
  const uses = async (promotion: string): Promise<Fields[]> =>
    source().query(
      'SELECT order_id, customer_key, amount, code FROM promotion_redemptions WHERE promotion_id = ? AND released_at IS NULL',
      [promotion],
    );
  const used = async (promotion: string): Promise<number> => (await uses(promotion)).length;
  /** At least so much in the cart. */
  const from = (value: number): string =>
    JSON.stringify({ type: 'group', children: [{ type: 'cart', match: 'value', operator: '>=', against: value }] });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());
  afterEach(async () => {
    const { body } = await shop.send<{ id: string }[]>('GET', '/v1/promotions/cart', { query: { limit: '100' } });
    for (const { id } of body.result) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  });

  it('orders-and-payments.md 4: a promotion comes back with its use when its rules hold again; none comes new', async () => {
    const promotion = await shop.promotion({ amount: 10, max_uses: 1, match_rules: from(30), discount_code: 'BACK' });
    const tea = await shop.product({ price: '10' });
    const cart = await shop.cart(tea.id, 3);
    await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'back' } });
    const customer = { first_name: 'Ada', last_name: 'L', email: 'ada.back@example.com' };
    const { id } = (await shop.checkout(cart, { customer })).body.result;
    const before = await uses(promotion.id);
    expect(before).toMatchObject([{ order_id: id, customer_key: expect.anything() as unknown, code: 'BACK' }]);
    await shop.promotion({ amount: 50 });
    expect(told(await edit(id, to(tea, 2)))).toEqual([20, [], [[promotion['title'], 'match_rules']], []]);
    expect(await used(promotion.id)).toBe(0);
    expect(told(await edit(id, to(tea, 1)))).toEqual([10, [], [], []]);
    const back = [27, [promotion['title']], [], []];
    const dump = await tableDump(store);
    expect(told(await edit(id, { ...to(tea, 3), dry_run: 1 }))).toEqual(back);
    expect(await tableDump(store)).toEqual(dump);
    expect(told(await edit(id, to(tea, 3)))).toEqual(back);
    expect(await uses(promotion.id)).toEqual(before);
    const put = (status: string) => shop.send('PUT', `/v1/orders/${id}`, { json: { status } });
    await put('failed');
    expect(await used(promotion.id)).toBe(0);
    await put('unpaid');
    expect(await used(promotion.id)).toBe(1);
  });

  const LIMITS: readonly [string, Fields, string, string][] = [
    ['uses', { max_uses: 1 }, 'all its uses are taken', 'alle Einlösungen sind vergeben'],
    [
      'uses of the customer',
      { customer_uses: 1 },
      'the customer has used it as often as allowed',
      'der Kunde hat sie so oft genutzt wie erlaubt',
    ],
    ['budget', { budget: 3.5 }, 'too little of its budget is left', 'von ihrem Budget ist zu wenig übrig'],
  ];
  it.each(LIMITS)(
    'orders-and-payments.md 4: one whose %s others took stays away, is named, and comes back once they are free',
    async (_, limit, english, german) => {
      const promotion = await shop.promotion({ amount: 10, match_rules: from(30), ...limit });
      const other = await shop.promotion({ amount: 1, action: 'discount_subtotal_fixed', match_rules: from(30) });
      const tea = await shop.product({ price: '10' });
      const customer = { first_name: 'Ada', last_name: 'L', email: `ada.${String(tea['sku'])}@example.com` };
      const order = await shop.order(tea.id, { customer }, 3);
      expect(order.total).toBe(26);
      const both = [promotion['title'], other['title']];
      expect(told(await edit(order.id, to(tea, 2)))).toEqual([20, [], both.map((title) => [title, 'match_rules']), []]);
      const rival = await shop.order(tea.id, { customer: order['customer'] && customer.email }, 3);
      expect([rival.total, await used(promotion.id)]).toEqual([26, 1]);
      const away = `The promotion ${String(promotion['title'])} does not come back: ${english}.`;
      const dump = await tableDump(store);
      expect(told(await edit(order.id, { ...to(tea, 3), dry_run: 1 }))).toEqual([29, [other['title']], [], [away]]);
      expect(await tableDump(store)).toEqual(dump);
      expect(told(await edit(order.id, to(tea, 3)))).toEqual([29, [other['title']], [], [away]]);
      const { warnings } = await edit(order.id, to(tea, 4), { 'Accept-Language': 'de' });
      expect(warnings).toEqual([`Die Aktion ${String(promotion['title'])} kommt nicht zurück: ${german}.`]);
      await shop.send('PUT', `/v1/orders/${rival.id}`, { json: { status: 'cancelled' } });
      expect(told(await edit(order.id, to(tea, 3)))).toEqual([26, both, [], []]);
      expect(await used(promotion.id)).toBe(1);
    },
  );

  it('orders-and-payments.md 4: they come back in the order in which they were applied', async () => {
    const first = await shop.promotion({ amount: 10, priority: 1, match_rules: from(40) });
    const second = await shop.promotion({ action: 'discount_subtotal_fixed', amount: 5, priority: 2 });
    const third = await shop.promotion({ amount: 20, priority: 3, match_rules: from(30) });
    const tea = await shop.product({ price: '10' });
    const order = await shop.order(tea.id, {}, 4);
    const titles = [first, second, third].map(({ title }) => title);
    const placed = (await shop.send<Fields[]>('GET', `/v1/orders/${order.id}/discounts`)).body.result;
    expect(placed.map(({ title }) => title).sort()).toEqual([...titles].sort());
    for (const quantity of [3, 2, 3]) await edit(order.id, to(tea, quantity));
    const back = await edit(order.id, to(tea, 4));
    expect([back.order.total, back.promotions]).toEqual([order.total, { kept: placed, fallen: [] }]);
  });

  it('orders-and-payments.md 7: an edit and its dry run warn when the order is not in the range of its method', async () => {
    const tea = await shop.product({ price: '10', weight: '2.5' });
    const methods: [Fields, number, string, string][] = [
      [
        { price_min: 20 },
        1,
        'is for goods worth at least 20 before discounts: these are worth 10.',
        'ist für Waren im Wert von mindestens 20 vor Rabatten: Diese sind 10 wert.',
      ],
      [
        { price_min: 20, price_max: 35 },
        4,
        'is for goods worth 20 to 35 before discounts: these are worth 40.',
        'ist für Waren im Wert von 20 bis 35 vor Rabatten: Diese sind 40 wert.',
      ],
      [
        { weight_max: 7.5 },
        4,
        'is for goods that weigh 0 to 7.5: these weigh 10.',
        'ist für Waren mit einem Gewicht von 0 bis 7.5: Diese wiegen 10.',
      ],
      [
        { weight_min: 3 },
        1,
        'is for goods that weigh at least 3: these weigh 2.5.',
        'ist für Waren mit einem Gewicht von mindestens 3: Diese wiegen 2.5.',
      ],
    ];
    await shop.promotion({ amount: 50 });
    for (const [range, quantity, english, german] of methods) {
      const method = await shop.shipping(range);
      const order = await shop.order(tea.id, { shipping: method.id }, 3);
      const de = { 'Accept-Language': 'de' };
      expect((await edit(order.id, { ...to(tea, quantity), dry_run: 1 })).warnings).toEqual([
        `The shipping method ${String(method['title'])} ${english}`,
      ]);
      expect((await edit(order.id, to(tea, quantity), de)).warnings).toEqual([
        `Die Versandart ${String(method['title'])} ${german}`,
      ]);
      expect((await edit(order.id, to(tea, 3))).warnings).toEqual([]);
      expect((await edit(order.id, { ...to(tea, quantity), shipping: '' })).warnings).toEqual([]);
      expect((await edit(order.id, { shipping: method.id })).warnings).toHaveLength(1);
      await shop.send('DELETE', `/v1/shipping/${method.id}`);
      expect((await edit(order.id, to(tea, quantity + 4))).warnings).toEqual([]);
    }
  });

  it('orders-and-payments.md 7: warns when no item is left, in a preview too', async () => {
    const [tea, cup] = [await shop.product({ price: '10' }), await shop.product({ price: '5' })];
    const cart = await shop.cart(tea.id, 2);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: cup.id } });
    const { id } = (await shop.checkout(cart)).body.result;
    const none = { items: [tea, cup].map(({ sku }) => ({ sku, quantity: 0 })) };
    const english = 'No item is left in the order. It is not cancelled: shipping and payments stay.';
    const german = 'Die Bestellung hat keine Artikel mehr. Sie ist nicht storniert: Versand und Zahlungen bleiben.';
    expect((await edit(id, { ...none, dry_run: 1 })).warnings).toEqual([english]);
    expect((await edit(id, to(tea, 0))).warnings).toEqual([]);
    expect((await edit(id, to(cup, 0), { 'Accept-Language': 'de' })).warnings).toEqual([german]);
    expect((await edit(id, to(cup, 1))).warnings).toEqual([]);
  });
});
