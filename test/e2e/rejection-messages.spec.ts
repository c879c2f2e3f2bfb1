import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

type Told = Fields & { id: string; message: string; detail: Fields | null };

onEachEngine('promotions-at-scale.md 8: messages of rejected promotions', (engine) => {
  let store: TestStore;
  let shop: Shop;

  const GERMAN = { 'accept-language': 'de-AT, en;q=0.5' };
  const rules = (...children: object[]) => ({ match_rules: JSON.stringify({ type: 'group', children }) });
  const rule = (type: string, match: string, operator: string, against: unknown) => ({
    type,
    match,
    operator,
    against,
  });
  const read = (cart: string, headers: Record<string, string> = {}) =>
    shop.send<CartResult>('GET', `/v1/carts/${cart}`, { headers });
  const toldIn = ({ promotions }: CartResult): Told[] => promotions.rejected as Told[];

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterEach(async () => {
    const { body } = await shop.send<Fields[]>('GET', '/v1/promotions/cart');
    for (const { id } of body.result) await shop.send('DELETE', `/v1/promotions/cart/${String(id)}`);
  });
  afterAll(() => store.close());

  it('name groups, methods, products and brands by their titles', async () => {
    const group = await shop.made('/v1/customers/groups', { title: 'VIP', slug: 'vip' });
    const brand = await shop.made('/v1/brands', { title: 'Acme & Sons', slug: 'acme', status: 1 });
    const tea = await shop.product({ title: 'Green tea', slug: 'green-tea' });
    const hidden = await shop.product({ title: 'Next year', status: 0 });
    const method = await shop.shipping({ title: 'Express' });
    const mug = await shop.product({ title: 'Mug' });
    const cart = await shop.cart(mug.id, 2);
    const made = [
      await shop.promotion({ customer_group: group.id }),
      await shop.promotion({ action: 'free_ship', shipping_methods: [method.id] }),
      await shop.promotion(rules(rule('cart_item', 'id', '=', tea.id))),
      await shop.promotion(rules(rule('cart_item', 'slug', 'in', ['green-tea']))),
      await shop.promotion(rules(rule('cart_item', 'id', '=', hidden.id))),
      await shop.promotion(rules(rule('cart_item', 'brand', '=', brand.id))),
      await shop.promotion(rules(rule('customer', 'group', '=', 'vip'))),
      await shop.promotion({ action: 'buy_x_get_y_free', trigger_quantity: 2, amount: 1 }),
    ];
    const { body } = await read(cart);
    const messages = new Map(toldIn(body.result).map(({ id, message }) => [id, message]));
    expect(made.map(({ id }) => messages.get(id))).toEqual([
      'Only for the group VIP.',
      'Only with the shipping method Express.',
      'Only with Green tea in the cart.',
      'Only with Green tea in the cart.',
      'The product of an item does not match.',
      'The brand of an item must be Acme & Sons.',
      'Only for the group VIP.',
      'Add 1 more of Mug to get 1 free.',
    ]);
    const details = new Map(toldIn(body.result).map(({ id, detail }) => [id, detail]));
    expect(made.slice(0, 3).map(({ id }) => details.get(id)?.['titles'])).toEqual([
      { [group.id]: 'VIP' },
      { [method.id]: 'Express' },
      { [tea.id]: 'Green tea', [mug.id]: 'Mug' },
    ]);
    expect(JSON.stringify(body)).not.toContain('Next year');
  });

  it('are in the language asked for, with a tag of its own; events and other routes are in English', async () => {
    await shop.promotion(rules(rule('cart', 'value', '>=', '24.5')));
    const cart = await shop.cart((await shop.product()).id, 2);
    const [english, german] = [await read(cart), await read(cart, GERMAN)];
    const messages = [english, german].map(({ body }) => toldIn(body.result).map(({ message }) => message));
    expect(messages).toEqual([['Spend £4.50 more.'], ['Kaufen Sie noch für £4.50 ein.']]);
    expect([english, german].map(({ headers }) => headers.get('vary'))).toEqual([
      expect.stringContaining('Accept-Language'),
      expect.stringContaining('Accept-Language'),
    ]);
    const tag = german.headers.get('etag') ?? '';
    expect(tag).not.toBe(english.headers.get('etag'));

    const put = (headers: Record<string, string>) =>
      shop.send<CartResult>('PUT', `/v1/carts/${cart}`, { form: { discount_code: '' }, headers });
    expect((await put({ 'if-match': tag })).status).toBe(409);
    const matched = await put({ ...GERMAN, 'if-match': tag });
    expect([matched.status, toldIn(matched.body.result)[0]?.message]).toEqual([200, 'Kaufen Sie noch für £4.50 ein.']);

    const added = await shop.send<CartResult>('POST', `/v1/carts/${cart}`, {
      form: { name: 'Card', price: '1', quantity: 1 },
      headers: GERMAN,
    });
    expect(toldIn(added.body.result)[0]?.message).toBe('Kaufen Sie noch für £3.50 ein.');
    expect((await store.request('GET', '/v1/currencies', { headers: GERMAN })).headers.get('vary') ?? '').not.toContain(
      'Accept-Language',
    );
  });

  it('of a repeated request are those of the first', async () => {
    await shop.promotion(rules(rule('cart', 'value', '>=', '20')));
    const add = (headers: Record<string, string>) =>
      shop.send<CartResult>('POST', '/v1/carts/once', {
        form: { name: 'Card', price: '1', quantity: 1 },
        headers: { 'idempotency-key': 'card', ...headers },
      });
    const [first, again] = [await add(GERMAN), await add({ 'accept-language': 'en' })];
    expect([first, again].map(({ body }) => toldIn(body.result)[0]?.message)).toEqual([
      'Kaufen Sie noch für £19.00 ein.',
      'Kaufen Sie noch für £19.00 ein.',
    ]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('are in previews, checkout options and edits of orders', async () => {
    const title = 'Three teas';
    await shop.promotion({ title, ...rules(rule('cart', 'value', '>=', '30')) });
    const product = await shop.product();
    const cart = await shop.cart(product.id, 2);
    const preview = await shop.send<{ rejected: Told[] }>('POST', '/v1/promotions/cart/preview', {
      json: { cart },
      headers: GERMAN,
    });
    const options = await shop.send<{ cart: CartResult }>('GET', `/v1/carts/${cart}/checkout`, { headers: GERMAN });
    const order = await shop.order(product.id, {}, 3);
    const edit = await shop.send<{ promotions: { fallen: Told[] } }>('POST', `/v1/orders/${order.id}/edits`, {
      json: { items: [{ sku: product['sku'], quantity: 1 }], dry_run: 1 },
      headers: GERMAN,
    });
    const told = [
      preview.body.result.rejected,
      toldIn(options.body.result.cart),
      edit.body.result.promotions.fallen,
    ].map((rejected) => rejected.map(({ message }) => message));
    expect(told).toEqual([
      ['Kaufen Sie noch für £10.00 ein.'],
      ['Kaufen Sie noch für £10.00 ein.'],
      ['Kaufen Sie noch für £20.00 ein.'],
    ]);
  });

  it('of a page of carts take as many statements as those of one', async () => {
    const group = await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
    const tea = await shop.product({ title: 'Green tea' });
    await shop.promotion({ customer_group: group.id });
    await shop.promotion(rules(rule('cart_item', 'id', '=', tea.id)));
    const mug = await shop.product({ title: 'Mug' });
    const titlesRead = async (): Promise<[number, number]> => {
      const { logger } = store.app.get<DataSource>(getDataSourceToken());
      const seen: string[] = [];
      const spy = jest.spyOn(logger, 'logQuery').mockImplementation((sql: string) => void seen.push(sql));
      const { body } = await shop.send<CartResult[]>('GET', '/v1/carts');
      spy.mockRestore();
      return [body.result.length, seen.filter((sql) => / AS place, /.test(sql)).length];
    };
    await shop.cart(mug.id, 1);
    const [carts, one] = await titlesRead();
    expect(one).toBe(2);
    for (const quantity of [2, 3, 4]) await shop.cart(mug.id, quantity);
    expect(await titlesRead()).toEqual([carts + 3, 2]);
  });
});
