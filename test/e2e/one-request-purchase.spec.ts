import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type CartResult, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

const PERSON = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

const MORE_THAN_100 = {
  type: 'group',
  match_on: 'all',
  children: [{ type: 'cart', match: 'value', operator: '>', against: 100 }],
};
const OTHER_ITEMS = {
  type: 'group',
  match_on: 'all',
  children: [{ type: 'cart_item', match: 'sku', operator: '=', against: 'TEA' }],
};

/** Several items at once, into a cart and into an order. */
onEachEngine('items at once', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let tea: Fields & { id: string };
  let mug: Fields & { id: string };
  let count = 0;

  const rows = (sql: string, values: unknown[] = []): Promise<Fields[]> =>
    store.app.get<DataSource>(getDataSourceToken()).query(sql, values);
  const buy = (body: { json?: Fields; form?: Fields }, headers: Record<string, string> = {}) =>
    shop.send<OrderResult>('POST', '/v1/carts/checkout', { ...body, headers });
  const skusOf = async (order: string): Promise<unknown[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`, { query: { order: 'asc' } })).body.result.map(
      ({ sku, quantity }) => [sku, quantity],
    );
  const added = (cart: string, items: unknown) =>
    shop.send<CartResult>('POST', `/v1/carts/${cart}/items`, { json: { items } });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    tea = await shop.product({ sku: 'TEA', price: '10', stock_status: 1, stock_level: 100 });
    mug = await shop.product({ sku: 'MUG', price: '6.5' });
    await shop.promotion({ discount_code: 'TEN', amount: 10 });
  });
  afterAll(() => store.close());

  it('carts.md: adds products by id and by sku and custom items to a cart, in one event', async () => {
    await shop.send('POST', '/v1/carts/several', { form: { id: tea.id } });
    const wrap = { name: 'Wrap', price: '1' };
    const { status, body } = await added('several', [
      { id: tea.id, quantity: 2 },
      { sku: 'MUG' },
      { ...wrap, quantity: 3 },
      { sku: 'MUG', quantity: 4 },
      wrap,
    ]);
    const lines = Object.values(body.result.contents).map(({ title, quantity }) => [title, quantity]);
    expect([status, lines]).toEqual([201, [[tea['title'], 3], [mug['title'], 5], ['Wrap', 4]]]); // prettier-ignore
    expect((await recordedEvents(store, 'several')).map(({ type }) => type)).toEqual(['cart.created', 'cart.updated']);
    const form = { items: [{ sku: 'MUG', quantity: 1 }] };
    const sent = await shop.send<CartResult>('POST', '/v1/carts/several/items', { form });
    expect(sent.body.result.total_items).toBe(13);
  });

  it.each<[string, unknown, Fields]>([
    ['none', undefined, { items: ['items is required'] }],
    ['an empty list', [], { items: ['items is required'] }],
    ['no list', 'x', { items: ['items must be a JSON array'] }],
    ['a text', ['x'], { 'items.0': ['items.0 must be an object'] }],
    ['nothing of an item', [{}], { 'items.0.id': ['items.0.id is required'] }],
    ['an unknown product', [{ sku: 'MUG' }, { id: '1' }], { 'items.1.id': ['items.1.id does not exist'] }],
    ['an unknown sku', [{ sku: 'MUG' }, { sku: 'none' }], { 'items.1.sku': ['items.1.sku does not exist'] }],
    ['a quantity of 0', [{ sku: 'MUG', quantity: 0 }], { 'items.0.quantity': ['items.0.quantity must be 1 or more'] }],
    [
      'more than a line holds',
      [{ sku: 'MUG', quantity: 1_000_000 }, { sku: 'MUG' }],
      { 'items.1.quantity': ['items.1.quantity must be at most 1000000'] },
    ],
    [
      'a custom sku twice',
      [{ name: 'A', price: '1', sku: 'S' }, { name: 'B', price: '1', sku: 'S' }],
      { 'items.1.sku': ['items.1.sku must be unique in the cart'] },
    ], // prettier-ignore
    [
      'too many',
      Array.from({ length: 101 }, () => ({ sku: 'MUG' })),
      { items: ['items must not hold more than 100 items'] },
    ],
  ])('refuses %s and writes nothing, in a cart and in a purchase', async (_, items, errors) => {
    const before = await tableDump(store);
    for (const path of ['/v1/carts/refused/items', '/v1/carts/checkout']) {
      const json = { cart: 'refused', ...(items !== undefined && { items }) };
      const { status, body } = await shop.send('POST', path, { json });
      const expected = path.endsWith('checkout') && items === undefined ? { cart: ['cart is empty'] } : errors;
      expect([status, body.errors]).toEqual([422, expected]);
    }
    expect(await tableDump(store)).toEqual(before);
  });

  it.each(['json', 'form'] as const)('carts.md 5: buys in one request, as %s', async (type) => {
    const level = await shop.stockOf(tea.id);
    const fields = {
      items: [{ id: tea.id, quantity: 2 }, { sku: 'MUG' }],
      code: ' ten ',
      customer: PERSON,
      gateway: 'dummy',
      expected_total: '23.85',
    };
    const { status, body } = await buy({ [type]: fields });
    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body.result).toMatchObject({ total: 23.85, count: 2, customer: { data: { email: PERSON.email } } });
    expect(await skusOf(body.result.id)).toEqual([['TEA', 2], ['MUG', 1]]); // prettier-ignore
    expect(await shop.stockOf(tea.id)).toBe(Number(level) - 2);
    const [checkout] = await rows('SELECT cart_id FROM cart_checkouts WHERE order_id = ?', [body.result.id]);
    const cart = await shop.send<CartResult>('GET', `/v1/carts/${String(checkout?.['cart_id'])}`);
    expect(cart.body.result).toMatchObject({ total_items: 3, discount_code: 'ten' });
    expect(await recordedEvents(store, cart.body.result.id)).toHaveLength(1);
  });

  it('carts.md 5: makes the named cart hold the items and no others; the same again is the same order', async () => {
    const cart = `named-${(count += 1)}`;
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: tea.id, quantity: 9 } });
    const json = {
      cart,
      items: [
        { sku: 'MUG', quantity: 2 },
        { name: 'Wrap', price: '1' },
      ],
      gateway: 'dummy',
    };
    const first = await buy({ json });
    expect(await skusOf(first.body.result.id)).toMatchObject([['MUG', 2], [expect.any(String), 1]]); // prettier-ignore
    const again = await buy({ json });
    expect([again.status, again.body.result, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body.result,
      'true',
    ]);
    const more = await buy({ json: { ...json, items: [{ sku: 'MUG', quantity: 3 }] } });
    expect([await skusOf(more.body.result.id), more.body.result['supersedes']]).toEqual([
      [['MUG', 3]],
      first.body.result.id,
    ]);
    const coded = await buy({ json: { cart, code: 'TEN', gateway: 'dummy' } });
    expect([coded.body.result.total, await skusOf(coded.body.result.id)]).toEqual([17.55, [['MUG', 3]]]);
  });

  it('a code whose last use this order took does not refuse the repeat', async () => {
    await shop.promotion({ discount_code: 'LAST', max_uses: 1 });
    const json = { cart: 'last-use', items: [{ sku: 'MUG' }], code: 'LAST', gateway: 'dummy' };
    const first = await buy({ json });
    expect(first.body.result.total).toBe(5.85);
    expect((await buy({ json })).body.result).toEqual(first.body.result);
  });

  it('carts.md 5: with an Idempotency-Key it happens once, also when twenty arrive at once', async () => {
    const level = Number(await shop.stockOf(tea.id));
    const json = { items: [{ sku: 'TEA' }], gateway: 'dummy' };
    const key = { 'idempotency-key': 'purchase-1' };
    const first = await buy({ json }, key);
    const repeat = await buy({ json }, key);
    expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    const named = { cart: 'at-once', ...json };
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy({ json: named })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.result.id}`)).size).toBe(1);
    expect(await shop.stockOf(tea.id)).toBe(level - 2);
  });

  it.each<[string, Fields, Fields]>([
    ['a code', { code: 'none' }, { code: ['Discount code does not exist, or is not applicable'], reason: ['unknown'] }],
    ['stock', { items: [{ sku: 'MUG' }, { sku: 'TEA', quantity: 999 }] }, { quantity: [expect.stringMatching('TEA')] }],
    ['a gateway', { gateway: 'none' }, { gateway: ['gateway does not exist'] }],
    ['a cart id', { cart: 'a b' }, { cart: [expect.any(String)] }],
  ])('carts.md 5: one that fails for %s leaves nothing behind: no cart, no customer', async (_, fields, errors) => {
    const before = await tableDump(store);
    const json = { items: [{ sku: 'MUG' }], customer: { ...PERSON, email: 'gone@example.com' }, ...fields };
    const { status, body } = await buy({ json });
    expect([status, body.errors]).toEqual([422, errors]);
    expect(await tableDump(store)).toEqual(before);
  });

  it.each<[string, Fields, string]>([
    ['its rules', { match_rules: JSON.stringify(MORE_THAN_100) }, 'match_rules'],
    ['its items', { match_items: JSON.stringify(OTHER_ITEMS) }, 'match_items'],
    ['the limit of the customer', { customer_uses: 1 }, 'customer_required'],
    ['its budget', { budget: 0.1 }, 'budget_reached'],
    ['an amount that is nothing', { amount: 0 }, 'no_effect'],
  ])('carts.md 6: a code that takes nothing off, for %s, is refused unless it is optional', async (_, more, reason) => {
    const code = `NOTHING-${reason}`;
    const { id } = await shop.promotion({ discount_code: code, ...more });
    const pool = (await shop.promotion(more)).id;
    await shop.made(`/v1/promotions/cart/${pool}/codes`, { codes: [`POOL-${reason}`] });
    for (const named of [code.toLowerCase(), `pool-${reason}`]) {
      const json = { items: [{ sku: 'MUG' }], code: named, gateway: 'dummy' };
      const before = await tableDump(store);
      const { status, body } = await buy({ json });
      const errors = { code: ['Discount code does not exist, or is not applicable'], reason: [reason] };
      expect([status, body.errors]).toEqual([422, errors]);
      expect(await tableDump(store)).toEqual(before);
      const made = await buy({ form: { ...json, code_optional: 1 } });
      expect([made.status, made.body.result.total]).toEqual([201, 6.5]);
    }
    for (const one of [id, pool]) await shop.send('DELETE', `/v1/promotions/cart/${one}`);
  });

  it('carts.md 6: a checkout by the path of its cart takes neither a code nor items', async () => {
    const cart = await shop.cart(mug.id);
    const before = await tableDump(store);
    const json = { code: 'ANY', code_optional: 1, items: [{ sku: 'MUG', quantity: 9 }] };
    const { status, body } = await shop.send('POST', `/v1/carts/${cart}/checkout`, { json });
    const fault = (field: string) => [field, [`${field} is taken by POST /v1/carts/checkout`]];
    expect([status, body.errors]).toEqual([422, Object.fromEntries(Object.keys(json).map(fault))]);
    expect(await tableDump(store)).toEqual(before);
    expect((await shop.checkout(cart, { code: '', items: null })).status).toBe(201);
  });

  it('carts.md 6: of sixty purchases at once with seven uses of a code, seven get it and none pays the full price', async () => {
    await shop.promotion({ discount_code: 'SEVEN', max_uses: 7 });
    const json = { items: [{ sku: 'MUG' }], code: 'SEVEN', gateway: 'dummy' };
    const answers = await Promise.all(Array.from({ length: 60 }, () => buy({ json })));
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.result.total);
    const refused = answers.filter(({ status }) => status === 422).map(({ body }) => body.errors['reason']);
    expect([made, refused]).toEqual([Array(7).fill(5.85), Array(53).fill(['max_uses_reached'])]);
  });

  it('without a cart and without items names the cart', async () => {
    expect((await buy({ json: { gateway: 'dummy' } })).body.errors).toEqual({ cart: ['cart is required'] });
  });
});
