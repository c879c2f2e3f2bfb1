import { type CartLine, type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { pounds } from '../builders/price-levels.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const HEX: unknown = expect.stringMatching(/^[0-9a-f]{32}$/);

/** Totals of one kind in pounds, in the three forms. */
function sums(net: number, tax: number): Fields {
  const numbers = { with_tax: Math.round((net + tax) * 100) / 100, without_tax: net, tax, rounding: 0 };
  const formatted = Object.fromEntries(Object.entries(numbers).map(([part, sum]) => [part, `£${sum.toFixed(2)}`]));
  return { formatted, rounded: numbers, raw: numbers };
}
/** Totals of a cart without discounts: v1's first pages read them one level higher. */
const both = (levels: Fields): Fields => ({ pre_discount: levels, post_discount: levels, ...levels });
const NOTHING = both(sums(0, 0));

const NOTHING_OF_ITEM = both(pounds([0, 0, 0]));

/** The store's own currency as a cart shows it. */
const POUND: unknown = expect.objectContaining({ code: 'GBP', format: '£{price}', decimal: '.', exchange: 1 });
/** Fields that a line copies from its product. */
const OF_PRODUCT = [
  ...[
    'sale_price',
    'status',
    'category',
    'brand',
    'collection',
    'stock_level',
    'stock_status',
    'catalog_only',
    'height',
    'width',
  ],
  ...['depth', 'is_variation'],
];

onEachEngine('carts', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  const cart = (method: string, path: string, call?: Call) => shop.send<CartResult>(method, `/v1/carts/${path}`, call);
  const line = ({ contents }: CartResult, at = 0): CartLine => Object.values(contents)[at] as CartLine;
  const add = async (id: string, form: Fields, headers: Record<string, string> = {}): Promise<CartResult> => {
    const { status, body } = await cart('POST', id, { form, headers });
    expect(status).toBe(201);
    return body.result;
  };

  const promotions: { id: string }[] = [];
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  });
  // A promotion with a code would be in the response of every cart.
  afterEach(async () => {
    for (const { id } of promotions.splice(0)) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  });
  afterAll(() => store.close());

  it('carts.md 1: a cart that nobody wrote to is empty, and asking for it stores nothing', async () => {
    const { status, body } = await cart('GET', 'unknown');
    expect(status).toBe(200);
    expect(body.result).toEqual({
      id: 'unknown',
      contents: {},
      total_items: 0,
      total_unique_items: 0,
      discount_code: null,
      customer: null,
      totals: NOTHING,
      total: 0,
      total_before_tax: 0,
      currency: POUND,
      promotions: { applied: [], rejected: [] },
      created_at: null,
      updated_at: null,
    });
    const { body: list } = await shop.send<CartResult[]>('GET', '/v1/carts', { query: { id: 'unknown' } });
    expect(list.result).toEqual([]);
    expect(await recordedEvents(store, 'unknown')).toEqual([]);
  });

  it.each(['undefined', 'null', 'a*b', 'f'.repeat(129)])('carts.md 1: refuses the id %s', async (id) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, body } = await cart(method, id, method === 'GET' ? {} : { form: { id: '1' } });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['cart']]);
    }
  });

  it('carts.md 2: shows a product with its price, tax and totals', async () => {
    const product = await shop.product({ price: '9.99', tax_band: taxed, weight: '0.25' });
    const result = await add('whole', { id: product.id, quantity: 2 });
    const identifier = line(result).identifier;
    const totals = both(sums(19.98, 4));
    expect(result).toEqual({
      id: 'whole',
      contents: {
        [identifier]: {
          identifier: HEX,
          id: product.id,
          sku: product['sku'],
          name: product['title'],
          title: product['title'],
          slug: product['slug'],
          quantity: 2,
          price: 9.99,
          pricing: pounds([11.99, 9.99, 2], [11.988, 9.99, 1.998]),
          tax: '20.00',
          tax_rate: 20,
          total: 23.98,
          total_before_tax: 19.98,
          ...Object.fromEntries(OF_PRODUCT.map((name) => [name, product[name]])),
          tax_band: product['tax_band'],
          weight: 0.25,
          requires_shipping: false,
          modifier: {},
          modifier_ids: {},
          images: {},
          available: true,
          discounts: [],
          totals: both(pounds([23.98, 19.98, 4])),
        },
      },
      total_items: 2,
      total_unique_items: 1,
      discount_code: null,
      customer: null,
      totals,
      total: 23.98,
      total_before_tax: 19.98,
      currency: POUND,
      promotions: { applied: [], rejected: [] },
      created_at: TIME,
      updated_at: TIME,
    });
    expect((await cart('GET', 'whole')).body.result).toEqual(result);
    expect((await cart('GET', `whole/item/${identifier}`)).body.result).toEqual(line(result));
    expect((await cart('GET', `whole/items/${identifier}`)).body.result).toEqual(line(result));
    const rounded = { with_tax: 23.98, without_tax: 19.98, tax: 4, rounding: 0 };
    const data = {
      id: 'whole',
      contents: {
        [identifier]: {
          id: product.id,
          sku: product['sku'],
          title: product['title'],
          quantity: 2,
          price: 9.99,
          tax_rate: 20,
          total: 23.98,
          total_before_tax: 19.98,
          available: true,
          modifier: {},
        },
      },
      total_items: 2,
      total_unique_items: 1,
      discount_code: null,
      customer: null,
      totals: { pre_discount: { rounded }, post_discount: { rounded } },
      total: 23.98,
      total_before_tax: 19.98,
      currency: { id: (result['currency'] as Fields)['id'], code: 'GBP' },
      promotions: { applied: [] },
      created_at: TIME,
      updated_at: TIME,
    };
    expect(await recordedEvents(store, 'whole')).toEqual([{ type: 'cart.created', version: 1, data }]);
  });

  it('carts.md 3: the same product raises the quantity of its line, at the price of now', async () => {
    const product = await shop.product({ price: '10' });
    await add('again', { id: product.id, quantity: 2 });
    await shop.send('PUT', `/v1/products/${product.id}`, { form: { price: '11', sale_price: '7' } });
    const result = await add('again', { id: product.id });
    expect([result.total_items, result['total_unique_items'], line(result).price]).toEqual([3, 1, 7]);
    expect(result.totals.post_discount.raw['without_tax']).toBe(21);
    expect((await recordedEvents(store, 'again')).map(({ type, version }) => [type, version])).toEqual([
      ['cart.created', 1],
      ['cart.updated', 2],
    ]);
  });

  it('carts.md 3: twenty first writes at once lose none', async () => {
    const product = await shop.product();
    await Promise.all(Array.from({ length: 20 }, () => add('at-once', { id: product.id })));
    expect((await cart('GET', 'at-once')).body.result.total_items).toBe(20);
  });

  it('takes custom items, with and without a sku and a tax band', async () => {
    const plain = await add('custom', { name: 'Wrap', price: '2.5', quantity: 2 });
    expect(line(plain)).toMatchObject({
      id: null,
      sku: line(plain).identifier,
      title: 'Wrap',
      price: 2.5,
      tax_rate: 0,
    });
    const every = { name: 'Card', price: '1', quantity: '1', sku: 'CARD', tax_band: taxed, weight: '0.1' };
    await add('custom', every);
    const twice = await add('custom', every);
    expect(line(twice, 1)).toMatchObject({ sku: 'CARD', quantity: 2, tax_rate: 20, weight: 0.1 });
    expect(twice.totals.post_discount).toEqual(sums(7, 0.4));
    const changed = await cart('PUT', `custom/item/${line(twice).identifier}`, { form: { name: 'Box', price: 3 } });
    expect(line(changed.body.result)).toMatchObject({ title: 'Box', price: 3, quantity: 2 });
  });

  it.each([
    [{}, 'id'],
    [{ name: 'x' }, 'price'],
    [{ price: '1' }, 'name'],
    [{ name: 'x', price: '-1' }, 'price'],
    [{ id: '1' }, 'id'],
    [{ id: 'x' }, 'id'],
    [{ name: 'x', price: '1', quantity: '0' }, 'quantity'],
    [{ name: 'x', price: '1', quantity: '1.5' }, 'quantity'],
    [{ name: 'x', price: '1', tax_band: '1' }, 'tax_band'],
  ])('carts.md: refuses %j naming %s', async (form, field) => {
    const { status, body } = await cart('POST', 'refused', { form });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect((await cart('GET', 'refused')).body.result['created_at']).toBeNull();
  });

  it('refuses a product that is not for sale, and shows one that is gone without a price', async () => {
    const draft = await shop.product({ status: 0 });
    expect((await cart('POST', 'gone', { form: { id: draft.id } })).body.errors).toEqual({
      id: ['id is not for sale'],
    });
    const product = await shop.product({ sku: 'GONE-1' });
    await add('gone', { id: product.id });
    await shop.send('DELETE', `/v1/products/${product.id}`);
    const { body } = await cart('GET', 'gone');
    expect(line(body.result)).toMatchObject({ sku: 'GONE-1', available: false, price: 0, totals: NOTHING_OF_ITEM });
  });

  it('changes a quantity and removes by 0 and by DELETE; what changes nothing makes no event', async () => {
    const [a, b] = [await shop.product(), await shop.product()];
    const { identifier } = line(await add('lines', { id: a.id }));
    const other = line(await add('lines', { id: b.id }), 1).identifier;
    const changed = await cart('PUT', `lines/items/${identifier}`, { form: { quantity: 5 } });
    expect([changed.status, changed.body.result.total_items]).toEqual([200, 6]);
    const itemOf = (answer: { body: object }): unknown => (answer.body as Fields)['item'];
    expect(itemOf(changed)).toEqual(changed.body.result.contents[identifier]);
    // By the id of its product too; what changes nothing is answered as well.
    const same = await cart('PUT', `lines/item/${a.id}`, { form: { quantity: 5 } });
    expect(itemOf(same)).toEqual(itemOf(changed));
    expect(await recordedEvents(store, 'lines')).toHaveLength(3);
    expect((await cart('PUT', `lines/item/${identifier}`, { form: { price: 1 } })).status).toBe(422);
    const gone = await cart('PUT', `lines/item/${identifier}`, { form: { quantity: 0 } });
    expect([gone.body.result.total_items, itemOf(gone)]).toEqual([1, null]);
    const own = line(await add('lines', { id: 'own-1', name: 'Box', price: '3', tax_band: taxed }), 1);
    const boxes = await cart('PUT', 'lines/item/own-1', { form: { quantity: 2 } });
    expect(itemOf(boxes)).toEqual(boxes.body.result.contents[own.identifier]);
    await cart('DELETE', 'lines/item/own-1');
    const removed = await cart('DELETE', `lines/item/${other}`);
    expect(removed.body).toEqual({ status: true, message: 'Cart item removed successfully' });
    for (const [method, form] of [['GET'], ['PUT', { quantity: 1 }], ['DELETE']] as const) {
      expect((await cart(method, `lines/item/${identifier}`, form && { form })).status).toBe(404);
    }
    expect((await cart('GET', 'lines')).body.result.contents).toEqual({});
  });

  it('has answers status alone', async () => {
    const product = await shop.product();
    await add('has', { id: product.id });
    const there = await cart('GET', `has/has/${product.id}`);
    const notThere = await cart('GET', 'has/has/1');
    expect([there.status, there.body, notThere.status, notThere.body]).toEqual([
      200,
      { status: true },
      404,
      { status: false },
    ]);
  });

  it('wire.md 6: carts and their items honour If-Match', async () => {
    const product = await shop.product();
    const { identifier } = line(await add('tags', { id: product.id }));
    const tag = (await cart('GET', `tags/item/${identifier}`)).headers.get('etag') ?? '';
    const put = (quantity: number) =>
      cart('PUT', `tags/item/${identifier}`, { form: { quantity }, headers: { 'if-match': tag } });
    const changed = await put(2);
    // The response has the item beside the cart: the tag is that of the cart.
    expect(changed.headers.get('etag')).toBe((await cart('GET', 'tags')).headers.get('etag'));
    expect([changed.status, (await put(3)).status]).toEqual([200, 409]);
    const stale = await cart('DELETE', 'tags', { headers: { 'if-match': '"old"' } });
    const unknown = await cart('DELETE', 'tags/item/unknown', { headers: { 'if-match': tag } });
    expect([stale.status, unknown.status]).toEqual([409, 404]);
    const fresh = (await cart('GET', 'tags')).headers.get('etag') ?? '';
    expect((await cart('DELETE', 'tags', { headers: { 'if-match': fresh } })).status).toBe(200);
  });

  it('wire.md 6: taking the code off and a PUT that changes nothing honour If-Match', async () => {
    promotions.push(await shop.promotion({ discount_code: 'KEPT' }));
    await add('tagged', { id: (await shop.product()).id });
    await cart('PUT', 'tagged', { form: { discount_code: 'KEPT' } });
    const before = await cart('GET', 'tagged');
    const put = (tag: string) => cart('PUT', 'tagged', { form: {}, headers: { 'if-match': tag } });
    const takeOff = (tag: string) => cart('DELETE', 'tagged/discount', { headers: { 'if-match': tag } });
    const stale = [await put('"old"'), await takeOff('"old"')];
    const error = 'The record has changed since it was read: its ETag does not match If-Match';
    const refusal = [409, { status: false, error }];
    expect(stale.map(({ status, body }) => [status, body])).toEqual([refusal, refusal]);
    expect((await cart('GET', 'tagged')).body).toEqual(before.body);
    const tag = before.headers.get('etag') ?? '';
    const matched = [await put(tag), await takeOff(tag)];
    expect(matched.map(({ status, body }) => [status, body])).toEqual([
      [200, before.body],
      [200, { status: true, message: 'Discount code removed successfully' }],
    ]);
    expect((await cart('GET', 'tagged')).body.result.discount_code).toBeNull();
  });

  it('empties a cart, and an unknown one', async () => {
    const product = await shop.product();
    const before = await add('emptied', { id: product.id });
    const { status, body } = await cart('DELETE', 'emptied');
    expect([status, body]).toEqual([200, { status: true, message: 'Cart removed successfully' }]);
    expect((await cart('GET', 'emptied')).body.result['created_at']).toBeNull();
    const [created, deleted] = await recordedEvents(store, 'emptied');
    expect(created?.data).toMatchObject({ id: 'emptied', total: before['total'], updated_at: before['updated_at'] });
    expect(deleted).toEqual({ type: 'cart.deleted', version: 2, data: created?.data });
    expect((await cart('DELETE', 'never')).status).toBe(200);
  });

  it('carts.md 4: X-Currency prices by rate, modifier and rounding per unit price', async () => {
    const usd = { code: 'USD', title: 'US Dollar', format: '${price}', exchange_rate: '1.5', enabled: 1 };
    await shop.made('/v1/currencies', { ...usd, modifier: '+0.1', rounding: '99' });
    await shop.made('/v1/currencies', { ...usd, code: 'EUR', title: 'Euro', enabled: 0 });
    const product = await shop.product({ price: '10' });
    const result = await add('dollars', { id: product.id, quantity: 3 }, { 'x-currency': 'usd' });
    expect([result['currency'], line(result).price]).toEqual([expect.objectContaining({ code: 'USD' }), 15.99]);
    expect(result.totals.post_discount.formatted['without_tax']).toBe('$47.97');
    expect((await cart('GET', 'dollars')).body.result['currency']).toEqual(POUND);
    // Events are in the currency of the store; who asks for that one gets the same.
    const pounds = await add('dollars', { id: product.id }, { 'x-currency': 'gbp' });
    const [first, second] = await recordedEvents(store, 'dollars');
    expect(first?.data).toMatchObject({ currency: { code: 'GBP' }, total: 30 });
    expect(second?.data).toMatchObject({ currency: { code: 'GBP' }, total: pounds['total'] });
    for (const code of ['EUR', 'XXX']) {
      const { status, body } = await cart('GET', 'dollars', { headers: { 'x-currency': code } });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['X-Currency']]);
    }
  });

  it('says in lists which carts are an order, until they change, and finds both kinds', async () => {
    const product = await shop.product();
    for (const id of ['done', 'changed', 'open']) await add(id, { id: product.id });
    const { body: checkedOut } = await shop.checkout('done');
    const order = checkedOut.result.id;
    await shop.checkout('changed');
    await add('changed', { id: product.id });
    const listed = async (query: Record<string, string>): Promise<unknown[]> => {
      const { body } = await shop.send<CartResult[]>('GET', '/v1/carts', { query: { limit: '100', ...query } });
      const ours = body.result.filter(({ id }) => ['done', 'changed', 'open'].includes(id));
      return ours.map(({ id, ...cart }) => [id, (cart as Fields)['order']]).sort();
    };
    const [changed, done, open] = [
      ['changed', null],
      ['done', order],
      ['open', null],
    ];
    expect(await listed({})).toEqual([changed, done, open]);
    expect(await listed({ checked_out: '1' })).toEqual([done]);
    expect(await listed({ checked_out: '0' })).toEqual([changed, open]);
    expect(await listed({ checked_out: 'x' })).toEqual([]);
    const { body } = await shop.send<Fields>('GET', '/v1/carts/done');
    expect(body.result).not.toHaveProperty('order');
  });

  it('lists carts with their contents, newest first, by code', async () => {
    const product = await shop.product();
    promotions.push(await shop.promotion({ discount_code: 'LISTED' }));
    for (const id of ['list-1', 'list-2']) await add(id, { id: product.id });
    await cart('PUT', 'list-1', { form: { discount_code: 'LISTED' } });
    const page = await store.request<{ result: CartResult[]; pagination: Fields }>('GET', '/v1/carts', {
      query: { limit: '2' },
    });
    expect(page.body.result.map(({ id, total_items }) => [id, total_items])).toEqual([
      ['list-2', 1],
      ['list-1', 1],
    ]);
    const found = await shop.send<CartResult[]>('GET', '/v1/carts', { query: { discount_code: 'LISTED' } });
    expect(found.body.result.map(({ id }) => id)).toEqual(['list-1']);
  });
});
