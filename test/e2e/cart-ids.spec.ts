import { type CartResult, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

const SHORT = { cart: ['cart must have at least 16 characters, drawn at random'] };

onEachEngine('carts.md 1: ids of carts', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let people: SignedIn;
  let id: string;

  const cart = (method: string, path: string, json?: Fields) =>
    shop.send<CartResult>(method, `/v1/carts/${path}`, json && { json });
  const page = <R = CartResult>(method: string, path: string, json?: Fields) =>
    people.by<R>(null, method, `/v1/carts/${path}`, json && { json });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', LOGIN_LIMIT_PER_MINUTE: '1000' });
    shop = await Shop.open(store);
    people = await SignedIn.open(shop);
    ({ id } = await shop.product());
    await shop.promotion({ discount_code: 'SAVE' });
  });
  afterAll(() => store.close());

  it.each([
    ['user@example.com', 'user%40example.com'],
    ['a,b', 'a%2Cb'],
    ['a.b:c+d', 'a%2Eb%3Ac%2Bd'],
    [`${'f'.repeat(127)}@`, `${'f'.repeat(127)}%40`],
  ])('%s is one cart under each spelling, through its events, its order and its end', async (named, encoded) => {
    expect((await cart('POST', named, { id, quantity: 2 })).body.result).toMatchObject({ id: named, total_items: 2 });
    const added = (await cart('POST', encoded, { id })).body.result;
    expect(added).toMatchObject({ id: named, total_items: 3, total_unique_items: 1 });
    expect((await cart('GET', named)).body.result).toEqual(added);
    expect((await recordedEvents(store, named)).map(({ type }) => type)).toEqual(['cart.created', 'cart.updated']);
    const found = await shop.send<Fields[]>('GET', '/v1/carts', { query: { id: named } });
    expect(found.body.result.map((row) => row['id'])).toEqual([named]);
    const previewed = await shop.send<Fields>('POST', '/v1/promotions/cart/preview', { json: { cart: named } });
    expect(previewed.status).toBe(200);
    const again = await shop.checkout(encoded);
    const form = { cart: named, gateway: 'dummy' };
    const { body } = await shop.send<OrderResult>('POST', '/v1/carts/checkout', { form });
    expect([again.status, body.result.id]).toEqual([201, again.body.result.id]);
    // Its neighbours stay: a comma names no second cart.
    await cart('POST', 'a', { id });
    await cart('POST', 'b', { id });
    expect((await cart('DELETE', encoded)).status).toBe(200);
    const left = [named, 'a', 'b'].map(async (one) => (await cart('GET', one)).body.result.total_items);
    expect(await Promise.all(left)).toEqual([0, 1, 1]);
    await cart('DELETE', 'a');
    await cart('DELETE', 'b');
  });

  it('letters of another case, and a sign more, name other carts', async () => {
    await cart('POST', 'Ada@example.com', { id });
    for (const other of ['ada@example.com', 'Ada@example.com.', 'Ada@example,com'])
      expect((await cart('GET', other)).body.result.contents).toEqual({});
  });

  it.each([
    'f'.repeat(129),
    '%7Ba%7D',
    'a%2Fb',
    'a%20b',
    'a%252Cb',
    'a%00b',
    '%C3%A9',
    'a%3Bb',
    'search',
    'undefined',
    '%6Eull',
  ])('%s is rejected, and nothing is written', async (wrong) => {
    const carts = async () => (await shop.send<Fields[]>('GET', '/v1/carts')).body.result;
    const before = await carts();
    const { status, body } = await cart('POST', wrong, { id });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['cart']]);
    const form = { cart: decodeURIComponent(wrong), gateway: 'dummy', items: [{ id }] };
    const sent = await shop.send('POST', '/v1/carts/checkout', { json: form });
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['cart']]);
    expect(await carts()).toEqual(before);
  });

  it.each<[string, string, string, () => Fields]>([
    ['add', 'POST', '', () => ({ id })],
    ['add several', 'POST', '/items', () => ({ items: [{ id }] })],
    ['set a code', 'POST', '/discount', () => ({ code: 'SAVE' })],
    ['change', 'PUT', '', () => ({ discount_code: 'SAVE' })],
  ])('a page needs 16 characters for a new cart: %s', async (_, method, path, json) => {
    const [short, long] = [`s${method}${path.slice(1, 3)}`.padEnd(15, '.'), `l${method}${path.slice(1, 3)}`];
    const refused = await page(method, short + path, json());
    expect([refused.status, refused.body.errors]).toEqual([422, SHORT]);
    expect((await shop.send<Fields[]>('GET', '/v1/carts', { query: { id: short } })).body.result).toEqual([]);
    expect((await page(method, long.padEnd(16, '.') + path, json())).status).toBeLessThan(300);
  });

  it('a page needs 16 characters, or none, for the new cart of a purchase in one request', async () => {
    const buy = (named: Fields) =>
      page<OrderResult>('POST', 'checkout', {
        ...named,
        items: [{ id }],
        gateway: 'dummy',
        customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' },
      });
    const refused = await buy({ cart: 'x' });
    expect([refused.status, refused.body.errors]).toEqual([422, SHORT]);
    expect((await buy({ cart: 'a-new-cart-of-16' })).status).toBe(201);
    expect((await buy({})).status).toBe(201);
    expect((await shop.send<Fields[]>('GET', '/v1/carts', { query: { id: 'x' } })).body.result).toEqual([]);
  });

  it('a cart that is there under a short id is served to pages as before', async () => {
    await cart('POST', 'old', { id });
    expect((await page('POST', 'old', { id })).body.result).toMatchObject({ id: 'old', total_items: 2 });
    expect((await page('GET', 'old')).body.result.total_items).toBe(2);
    expect((await page('DELETE', 'old')).status).toBe(200);
    expect((await page('POST', 'old', { id })).body.errors).toEqual(SHORT);
    // Nothing is made by a look.
    expect((await page('GET', 'new')).body.result.contents).toEqual({});
  });
});
