import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const LIMIT = 4;

interface Options {
  cart: CartResult;
  total: number;
  addresses: Fields[];
}

/** orders-and-payments.md 22: what a buyer who has only typed an e-mail address will pay. */
onEachEngine('options for an e-mail address', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let page: string;
  let product: string;
  let count = 0;

  const optionsOf = (cart: string, query: Fields, as?: string, address = '10.1.0.1') =>
    shop.send<Options>('GET', `/v1/carts/${cart}/checkout`, {
      query: query as Record<string, string>,
      headers: { 'x-forwarded-for': address },
      ...(as && { token: as }),
    });
  /** A cart with a code that each customer can use once. */
  const coded = async (): Promise<string> => {
    const cart = await shop.cart(product, 2);
    await shop.send('PUT', `/v1/carts/${cart}`, { form: { discount_code: 'ONCE' } });
    return cart;
  };
  const person = () => ({ first_name: 'Ada', last_name: 'L', email: `typed${(count += 1)}@example.com` });

  beforeAll(async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: '0', LOGIN_LIMIT_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' };
    store = await startStore(engine.databaseUrl, settings);
    shop = await Shop.open(store);
    page = (await SignedIn.open(shop)).page;
    product = (await shop.product()).id;
    await shop.promotion({ title: 'Once', discount_code: 'ONCE', customer_uses: 1, amount: 25 });
    const first = { type: 'customer', match: 'first_order', operator: '=', against: 1 };
    const rules = JSON.stringify({ type: 'group', children: [first] });
    await shop.promotion({ action: 'discount_subtotal_fixed', amount: 1, match_rules: rules });
  });
  afterAll(() => store.close());

  it('a rejection for want of a customer says what it would take off', async () => {
    const cart = await coded();
    const { promotions } = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result;
    const [once] = promotions.rejected.filter(({ title }) => title === 'Once');
    expect(once).toMatchObject({ reason: 'customer_required', detail: { customer_uses: 1 }, would_take_off: 5 });
    const yen = { code: 'JPY', title: 'Yen', format: '¥{price}', exchange_rate: '150', enabled: 1 };
    await shop.made('/v1/currencies', yen);
    const priced = await shop.send<CartResult>('GET', `/v1/carts/${cart}`, { headers: { 'x-currency': 'JPY' } });
    expect(priced.body.result.promotions.rejected).toContainEqual(expect.objectContaining({ would_take_off: 750 }));
    const { body } = await shop.send<{ rejected: Fields[] }>('POST', '/v1/promotions/cart/preview', { json: { cart } });
    expect(body.result.rejected).toContainEqual(expect.objectContaining({ title: 'Once', would_take_off: 5 }));
    const without = await shop.send<CartResult>('GET', `/v1/carts/${await shop.cart(product)}`);
    expect(JSON.stringify(without.body)).not.toContain('would_take_off');
  });

  it.each(['page', 'shop'])('options by e-mail address of a %s say what its checkout charges', async (by) => {
    const as = by === 'page' ? page : undefined;
    const buyer = person();
    for (let again = 0; again < 2; again += 1) {
      const cart = await coded();
      const { body } = await optionsOf(cart, { email: buyer.email.toUpperCase() }, as);
      const { total, addresses } = body.result;
      expect(addresses).toEqual([]);
      const form = { customer: buyer, expected_total: total, gateway: 'dummy' };
      const placed = await shop.send('POST', `/v1/carts/${cart}/checkout`, { form, ...(as && { token: as }) });
      expect([placed.status, placed.body.errors, placed.body.result['total']]).toEqual([201, undefined, total]);
    }
  });

  it('a page asks for as many different addresses a minute as the limit; the shop for any number', async () => {
    const cart = await coded();
    const asked = async (as?: string): Promise<number[]> => {
      const statuses: number[] = [];
      for (let i = 0; i < LIMIT + 2; i += 1)
        statuses.push((await optionsOf(cart, { email: `n${i}@example.com` }, as, '10.9.0.1')).status);
      return statuses;
    };
    expect(await asked(page)).toEqual([200, 200, 200, 200, 429, 429]);
    expect((await optionsOf(cart, { email: 'N0@example.com' }, page, '10.9.0.1')).status).toBe(200);
    expect((await optionsOf(cart, { email: 'n9@example.com' }, page, '10.9.0.2')).status).toBe(200);
    expect(await asked()).toEqual(Array(LIMIT + 2).fill(200));
  });

  it.each<[Fields, Fields]>([
    [{ email: 'nobody' }, { email: [expect.stringContaining('email must be')] }],
    [
      { email: 'a@example.com', customer: 'b@example.com' },
      { email: ['email must not be sent together with customer'] },
    ],
  ])('refuses %j', async (query, errors) => {
    const { status, body } = await optionsOf(await coded(), query);
    expect([status, body.errors]).toEqual([422, errors]);
  });

  it('who is signed in may name their own address only', async () => {
    const people = await SignedIn.open(shop);
    const { email } = await people.customer();
    const headers = { 'x-customer-token': await people.tokenOf(email) };
    const statuses: number[] = [];
    for (const typed of [email, 'other@example.com']) {
      const path = `/v1/carts/${await coded()}/checkout`;
      statuses.push((await shop.send('GET', path, { query: { email: typed }, token: page, headers })).status);
    }
    expect(statuses).toEqual([200, 422]);
  });
});
