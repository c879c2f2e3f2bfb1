import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { type Scope } from '../../src/kernel/scopes';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

interface Preview {
  applied: Fields[];
  rejected: (Fields & { detail: Fields | null })[];
}

/** orders-and-payments.md 22: a cart can know its customer. */
onEachEngine('the customer of a cart', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: string;
  let group: string;
  let count = 0;
  const promotions: string[] = [];

  const person = async (more: Fields = {}): Promise<Fields & { id: string; email: string }> => {
    const email = `p${(count += 1)}@example.com`;
    const made = await shop.made('/v1/customers', { first_name: 'Ada', last_name: 'Lovelace', email, ...more });
    return { ...made, email };
  };
  const put = (cart: string, form: Fields, headers: Record<string, string> = {}) =>
    shop.send<CartResult>('PUT', `/v1/carts/${cart}`, { form, headers });
  const get = async (cart: string): Promise<CartResult> =>
    (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result;
  const promote = async (more: Fields): Promise<string> => {
    promotions.push((await shop.promotion(more)).id);
    return promotions.at(-1) ?? '';
  };
  const rule = (match: string, operator: string, against: unknown): string =>
    JSON.stringify({ type: 'group', children: [{ type: 'customer', match, operator, against }] });
  const token = async (...scopes: Scope[]): Promise<string> => {
    const client = await store.app.get(ClientsService).create(scopes.join(), scopes);
    return (await store.app.get(TokensService).issue(client.clientId, client.clientSecret, undefined)).accessToken;
  };
  const previewed = async (json: Fields, as?: string): Promise<Preview> =>
    (await shop.send<Preview>('POST', '/v1/promotions/cart/preview', { json, ...(as && { token: as }) })).body.result;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    product = (await shop.product()).id;
    group = (await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' })).id;
  });
  afterEach(async () => {
    for (const id of promotions.splice(0)) await shop.send('DELETE', `/v1/promotions/cart/${id}`);
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 22: is set by id and by e-mail, and forgotten by an empty value', async () => {
    const [one, two] = [await person(), await person()];
    const cart = await shop.cart(product);
    const before = await get(cart);
    expect(before['customer']).toBeNull();
    const set = await put(cart, { customer: one.id });
    expect([set.status, set.body.result]).toEqual([
      200,
      { ...before, customer: one.id, updated_at: set.body.result['updated_at'] },
    ]);
    expect(await get(cart)).toEqual(set.body.result);
    expect((await put(cart, { customer: ` ${two.email.toUpperCase()} ` })).body.result['customer']).toBe(two.id);
    expect((await put(cart, { customer: two.id })).body.result['customer']).toBe(two.id);
    expect((await put(cart, { discount_code: '' })).body.result['customer']).toBe(two.id);
    expect((await put(cart, { customer: '' })).body.result['customer']).toBeNull();
    const events = await recordedEvents(store, cart);
    expect(events.map(({ type, data }) => [type, (data as Fields)['customer']])).toEqual([
      ['cart.created', null],
      ['cart.updated', one.id],
      ['cart.updated', two.id],
      ['cart.updated', null],
    ]);
  });

  it.each(['1', 'nobody@example.com', 'nobody', '0', `${'x'.repeat(300)}@example.com`])(
    'orders-and-payments.md 22: refuses the customer %s and writes nothing',
    async (customer) => {
      const cart = `refused-${(count += 1)}`;
      const { status, body } = await put(cart, { customer });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['customer']]);
      expect((await get(cart))['created_at']).toBeNull();
    },
  );

  it('orders-and-payments.md 22: cart, options and preview show the price of this customer, and checkout charges it', async () => {
    const id = await promote({ customer_group: group, amount: 50 });
    const trade = await person({ group });
    const cart = await shop.cart(product);
    const priceOf = ({ totals }: CartResult) => totals.post_discount.raw['with_tax'];
    expect(priceOf(await get(cart))).toBe(10);
    const offered = async (query: Record<string, string> = {}) =>
      (await shop.send<{ cart: CartResult; total: number }>('GET', `/v1/carts/${cart}/checkout`, { query })).body
        .result;
    for (const customer of [trade.id, trade.email]) {
      const { total, cart: shown } = await offered({ customer });
      expect([total, priceOf(shown), shown['customer']]).toEqual([5, 5, trade.id]);
      const who = customer === trade.id ? { id: customer } : { email: customer };
      expect((await previewed({ cart, customer: who })).applied).toMatchObject([{ id, discount: 5 }]);
    }
    expect(priceOf((await put(cart, { customer: trade.email })).body.result)).toBe(5);
    expect(await offered()).toMatchObject({ total: 5, cart: { customer: trade.id } });
    expect((await offered({ customer: (await person()).id })).total).toBe(10);
    const list = await shop.send<CartResult[]>('GET', '/v1/carts', { query: { id: cart } });
    expect(list.body.result).toEqual([{ ...(await get(cart)), order: null }]);
    const { body } = await shop.checkout(cart, { expected_total: '5' });
    expect(body.result).toMatchObject({ total: 5, customer: { data: { id: trade.id } } });
  });

  it('orders-and-payments.md 22: earlier orders and uses count in the cart', async () => {
    await promote({ discount_code: 'ONCE', customer_uses: 1, amount: 10 });
    await promote({ amount: 20, match_rules: rule('first_order', '=', 1) });
    const { id: customer } = await person();
    const coded = async () => {
      const cart = await shop.cart(product);
      return [cart, (await put(cart, { customer, discount_code: 'ONCE' })).body.result] as const;
    };
    const [first, before] = await coded();
    expect(before.promotions.applied).toHaveLength(2);
    expect((await shop.checkout(first)).body.result.total).toBe(7.2);
    const after = (await coded())[1];
    expect(after.promotions.rejected.map(({ reason }) => reason)).toEqual(['customer_uses_reached', 'match_rules']);
  });

  it('orders-and-payments.md 22: a customer who was removed counts as none', async () => {
    const gone = await person();
    const cart = await shop.cart(product);
    await put(cart, { customer: gone.id });
    expect((await shop.send('DELETE', `/v1/customers/${gone.id}`)).status).toBe(200);
    expect((await get(cart))['customer']).toBeNull();
    expect((await shop.checkout(cart)).body.result['customer']).toBeNull();
  });

  it('orders-and-payments.md 22: rejections do not tell what the store knows of the customer', async () => {
    const trade = await person({ group });
    await promote({ customer_group: (await shop.made('/v1/customers/groups', { title: 'C', slug: 'c' })).id });
    const children = ['email', 'group'].map((match) => ({ type: 'customer', match, operator: '=', against: 'c' }));
    await promote({ match_rules: JSON.stringify({ type: 'group', match_on: 'any', children }) });
    const cart = await shop.cart(product);
    const known = (await put(cart, { customer: trade.id })).body.result;
    const told = (rejected: readonly Fields[]) => rejected.map(({ detail }) => JSON.stringify(detail));
    const secrets = [trade.email, group];
    const tells = (rejected: readonly Fields[]) =>
      secrets.map((secret) => told(rejected).some((detail) => detail.includes(secret)));
    expect(tells(known.promotions.rejected)).toEqual([false, false]);
    expect((await recordedEvents(store, cart)).at(-1)?.data).toMatchObject({
      customer: trade.id,
      promotions: { applied: [] },
    });
    const limited = await token('promotions:read', 'carts:read');
    const trusted = await token('promotions:read', 'customers:read');
    for (const customer of [undefined, { id: trade.id }, { email: trade.email }]) {
      const asked = { cart, ...(customer && { customer }) };
      expect(tells((await previewed(asked, trusted)).rejected)).toEqual([true, true]);
      expect(tells((await previewed(asked, limited)).rejected)).toEqual([false, false]);
    }
    const own = { cart, customer: { email: 'mine@example.com', orders: 3 } };
    expect(JSON.stringify((await previewed(own, limited)).rejected)).toContain('"actual":"mine@example.com"');
  });

  it('orders-and-payments.md 22: unsaved promotions do not ask about customers whom the caller may not see', async () => {
    const trade = await person({ group });
    const cart = await shop.cart(product);
    await put(cart, { customer: trade.id });
    const idea = (match: string, against: unknown) => ({
      action: 'discount_by_percent',
      amount: 10,
      match_rules: JSON.parse(rule(match, '=', against)) as Fields,
    });
    const ideas = [idea('email', trade.email), idea('group', group), idea('orders', 0), idea('id', trade.id)];
    const applied = async (as: string, more: Fields = {}) =>
      (await previewed({ cart, promotions: ideas, ...more }, as)).applied.map(({ id }) => id);
    const limited = await token('promotions:read');
    expect(await applied(await token('promotions:read', 'customers:read'))).toEqual(['1', '2', '3', '4']);
    expect(await applied(limited)).toEqual(['4']);
    expect(await applied(limited, { customer: { id: trade.id } })).toEqual(['4']);
  });
});
