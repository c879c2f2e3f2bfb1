import { CustomerOrdersService } from '../../src/modules/orders/customer-orders.service';
import { Order } from '../../src/modules/orders/data/order.entity';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type CartResult, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { PASSWORD, SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

const HOME = { first_name: 'Ada', last_name: 'L', address_1: '1 High Street', postcode: 'BA1', country: 'GB' };

onEachEngine('purchases of who is signed in (storefront.md 2)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let people: SignedIn;
  let product: string;
  let group: string;
  let carts = 0;

  /** A cart of a page with two units, filled by a guest unless there is a token. */
  const filled = async (token: string | null = null): Promise<string> => {
    const cart = `cart-of-a-page-${(carts += 1)}`;
    const { status } = await people.by(token, 'POST', `/v1/carts/${cart}`, { json: { id: product, quantity: 2 } });
    expect(status).toBe(201);
    return cart;
  };
  const checkout = (token: string | null, cart: string, json: Fields = {}, headers: Record<string, string> = {}) =>
    people.by<OrderResult>(token, 'POST', `/v1/carts/${cart}/checkout`, {
      json: { gateway: 'dummy', ...json },
      headers,
    });
  const trader = async () => {
    const customer = await people.customer({ group });
    return { ...customer, token: await people.tokenOf(customer.email) };
  };
  const guest = (email: string) => ({ customer: { first_name: 'Ada', last_name: 'Lovelace', email } });

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    people = await SignedIn.open(shop);
    product = (await shop.product()).id;
    group = (await shop.made('/v1/customers/groups', { title: 'Trade', slug: 'trade' })).id;
    const children = [{ type: 'customer', match: 'group', operator: '=', against: group }];
    await shop.promotion({ amount: 50, match_rules: JSON.stringify({ type: 'group', match_on: 'all', children }) });
  });
  afterAll(() => store.close());

  it('have the price of the customer in cart, options and order, as one that is named by id has', async () => {
    const { token, id } = await trader();
    const cart = await filled();
    const totalOf = ({ totals }: CartResult) => totals.post_discount.raw['with_tax'];
    const read = async (who: string | null) =>
      (await people.by<CartResult>(who, 'GET', `/v1/carts/${cart}`)).body.result;
    const [asGuest, asTrader] = [await read(null), await read(token)];
    expect([asGuest['customer'], asTrader['customer']]).toEqual([null, id]);
    const named = await shop.cart(product, 2);
    const byId = await shop.send<CartResult>('PUT', `/v1/carts/${named}`, { json: { customer: id } });
    expect(totalOf(asTrader)).toEqual(totalOf(byId.body.result));
    expect(totalOf(asTrader)).not.toEqual(totalOf(asGuest));
    const address = await people.by(token, 'POST', '/v1/customers/me/addresses', { json: HOME });
    const options = await people.by<Fields>(token, 'GET', `/v1/carts/${cart}/checkout`);
    expect([options.body.result['total'], options.body.result['addresses']]).toEqual([10, [address.body.result]]);
    expect((await people.by<Fields>(null, 'GET', `/v1/carts/${cart}/checkout`)).body.result).toMatchObject({
      total: 20,
      addresses: [],
    });
    const { status, body } = await checkout(token, cart, { bill_to: address.body.result.id, ship_to: 'bill_to' });
    expect([status, body.result.total]).toEqual([201, 10]);
    const order = (await shop.send<OrderResult>('GET', `/v1/orders/${body.result.id}`)).body.result;
    expect(order).toMatchObject({ total: 10, customer: { data: { id } }, bill_to: { data: { first_name: 'Ada' } } });
    const mine = await people.by<OrderResult[]>(token, 'GET', '/v1/customers/me/orders');
    expect(mine.body.result).toEqual([order]);
    expect((await people.by(token, 'GET', `/v1/customers/me/orders/${order.id}`)).body.result).toEqual(order);
    const stranger = await trader();
    expect((await people.by<OrderResult[]>(stranger.token, 'GET', '/v1/customers/me/orders')).body.result).toEqual([]);
    expect((await people.by(stranger.token, 'GET', `/v1/customers/me/orders/${order.id}`)).status).toBe(404);
    const notes = await people.by(token, 'GET', '/v1/customers/me/orders', { query: { include: 'notes' } });
    expect([notes.status, notes.body.errors]).toEqual([
      422,
      { include: ['include is not for those who are signed in'] },
    ]);
  });

  it('keep the customer in a cart that is written to', async () => {
    const { token, id } = await trader();
    const cart = await filled(token);
    const get = async () => (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result;
    const written = await get();
    expect(written['customer']).toBe(id);
    expect((await people.by<CartResult>(token, 'GET', `/v1/carts/${cart}`)).body.result).toEqual(written);
    const other = await trader();
    const [line] = Object.keys(written.contents);
    const put = await people.by<CartResult>(other.token, 'PUT', `/v1/carts/${cart}/item/${line}`, {
      json: { quantity: 2 },
    });
    expect([put.body.result['customer'], (await get())['customer']]).toEqual([other.id, other.id]);
  });

  it('of a guest in their cart are a guest’s', async () => {
    const { token, id } = await trader();
    const cart = await filled(token);
    const priceOf = ({ totals }: CartResult) => totals.post_discount.raw['with_tax'];
    const seen = async (method: string, path: string, json?: Fields) => {
      const { result } = (await people.by<CartResult>(null, method, `/v1/carts/${cart}${path}`, json && { json })).body;
      return [result['customer'], priceOf(result)];
    };
    expect(await seen('GET', '')).toEqual([null, 20]);
    expect(await seen('POST', '', { id: product, quantity: 1 })).toEqual([null, 30]);
    const options = await people.by<Fields>(null, 'GET', `/v1/carts/${cart}/checkout`);
    expect(options.body.result).toMatchObject({ total: 30, cart: { customer: null } });
    // It stays the cart of its customer.
    const kept = (await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result;
    expect([kept['customer'], priceOf(kept)]).toEqual([id, 15]);
    const { body } = await checkout(null, cart);
    const order = (await shop.send<OrderResult>('GET', `/v1/orders/${body.result.id}`)).body.result;
    expect([order.total, order['customer']]).toEqual([30, null]);
  });

  it('of a guest are read by nobody who has the e-mail address that was typed', async () => {
    const { token, id } = await trader();
    const email = `taken-${engine.name}@example.com`;
    const taken = await people.by(token, 'PUT', '/v1/customers/me', { json: { email, current_password: PASSWORD } });
    expect(taken.status).toBe(200);
    const bought = (await checkout(null, await filled(), guest(email))).body.result;
    expect((await people.by<Fields[]>(token, 'GET', '/v1/customers/me/orders')).body.result).toEqual([]);
    expect((await people.by(token, 'GET', `/v1/customers/me/orders/${bought.id}`)).status).toBe(404);
    // The shop sees who was named.
    const found = (await shop.send<OrderResult[]>('GET', '/v1/orders', { query: { customer: email } })).body.result;
    expect(found).toMatchObject([{ id: bought.id, customer: { data: { id, email } } }]);
    // Who cannot sign in may have their orders: they prove the address before they get a password.
    const unknown = `new-${engine.name}@example.com`;
    const first = (await checkout(null, await filled(), guest(unknown))).body.result;
    const own = (await shop.send<OrderResult[]>('GET', '/v1/orders', { query: { customer: unknown } })).body.result;
    expect(own.map((order) => order.id)).toEqual([first.id]);
    const [person] = (await shop.send<Fields[]>('GET', '/v1/customers', { query: { email: unknown } })).body.result;
    await shop.send('PUT', `/v1/customers/${String(person?.['id'])}`, { json: { password: PASSWORD } });
    const theirs = await people.tokenOf(unknown);
    expect((await people.by<OrderResult[]>(theirs, 'GET', '/v1/customers/me/orders')).body.result).toEqual(own);
  });

  it('of a guest are not repeated at the guest’s price, nor the other way round', async () => {
    const { token, email } = await trader();
    const cart = await filled();
    const first = await checkout(null, cart, guest(email));
    expect([first.status, first.body.result.total]).toEqual([201, 20]);
    const again = await checkout(null, cart, guest(email));
    expect([again.body.result.id, again.headers.get('idempotency-replayed')]).toEqual([first.body.result.id, 'true']);
    const own = await checkout(token, cart, guest(email));
    expect([own.body.result.total, own.body.result['supersedes']]).toEqual([10, first.body.result.id]);
    // By the shop's server, with the customer's id, it is the same request.
    const byId = await shop.send<OrderResult>('POST', `/v1/carts/${cart}/checkout`, {
      json: { gateway: 'dummy', customer: own.body.result['customer'] ?? email },
    });
    expect([byId.body.result.id, byId.headers.get('idempotency-replayed')]).toEqual([own.body.result.id, 'true']);
    const stranger = await checkout(null, cart, guest(email));
    expect([stranger.body.result.total, stranger.body.result['supersedes']]).toEqual([20, own.body.result.id]);
  });

  it('of a guest in their cart are not repeated either, without a customer in the request', async () => {
    const { token } = await trader();
    const cart = await filled(token);
    const own = await checkout(token, cart);
    expect([own.status, own.body.result.total]).toEqual([201, 10]);
    const stranger = await checkout(null, cart);
    expect([stranger.status, stranger.body.result.total, stranger.body.result['supersedes']]).toEqual([
      ...[201, 20, own.body.result.id],
    ]);
    const again = await checkout(null, cart);
    expect([again.body.result.id, again.headers.get('idempotency-replayed')]).toEqual([
      ...[stranger.body.result.id, 'true'],
    ]);
    const back = await checkout(token, cart);
    expect([back.body.result.total, back.body.result['supersedes']]).toEqual([10, stranger.body.result.id]);
  });

  it('of a guest are not replayed for who is signed in by an Idempotency-Key', async () => {
    const { token, email } = await trader();
    const headers = { 'idempotency-key': `key-${engine.name}` };
    const cart = await filled();
    expect((await checkout(null, cart, guest(email), headers)).body.result.total).toBe(20);
    const own = await checkout(token, cart, guest(email), headers);
    expect([own.status, own.headers.get('error-code')]).toEqual([409, 'idempotency.key_reused']);
    const fresh = { 'idempotency-key': `key-2-${engine.name}` };
    const [one, two] = [
      await checkout(token, cart, guest(email), fresh),
      await checkout(token, cart, guest(email), fresh),
    ];
    expect([one.body.result.total, two.body]).toEqual([10, one.body]);
  });

  it('are for no other customer', async () => {
    const [one, two] = [await trader(), await trader()];
    const errors = { customer: ['customer must be the customer of X-Customer-Token, or left out'] };
    const cart = await filled();
    for (const token of [people.page, TEST_TOKEN]) {
      const headers = { 'x-customer-token': one.token };
      const send = (method: string, path: string, call: Fields) => shop.send(method, path, { headers, token, ...call });
      for (const customer of [two.id, two.email, guest(two.email).customer]) {
        const refused = await send('POST', `/v1/carts/${cart}/checkout`, { json: { customer, gateway: 'dummy' } });
        expect([refused.status, refused.body.errors]).toEqual([422, errors]);
      }
      for (const customer of [two.id, two.email, '']) {
        const refused = await send('PUT', `/v1/carts/${cart}`, { json: { customer } });
        expect([refused.status, refused.body.errors]).toEqual([422, errors]);
      }
      const options = await send('GET', `/v1/carts/${cart}/checkout`, { query: { customer: two.id } });
      expect([options.status, options.body.errors]).toEqual([422, errors]);
    }
    const theirs = await people.by(two.token, 'POST', '/v1/customers/me/addresses', { json: HOME });
    const billed = await checkout(one.token, cart, { bill_to: theirs.body.result.id });
    expect([billed.status, billed.body.errors]).toEqual([422, { bill_to: ['bill_to does not exist'] }]);
  });

  it('of any size are summed to the last digit (amounts beyond 2^53)', async () => {
    const { id } = await people.customer();
    const { manager } = store.app.get(Transactions);
    const order = await shop.order(product, { customer: id });
    const row = await manager.findOneByOrFail(Order, { id: order.id });
    const most = 99_999_999_999_999_900n;
    const rows = Array.from({ length: 200 }, (_, i) =>
      Object.assign(new Order(), row, { id: String(9_000 + i), number: null, total: most + BigInt(i), status: 'paid' }),
    );
    await manager.transaction((tx) => tx.insert(Order, rows));
    const facts = await store.app.get(CustomerOrdersService).of(manager, { id });
    expect(facts).toEqual({ orders: 201, spent: 200n * most + 19_900n });
    const cart = await shop.cart(product);
    const shown = await shop.send('PUT', `/v1/carts/${cart}`, { json: { customer: id } });
    expect([shown.status, shown.body.result['customer']]).toEqual([200, id]);
  });
});
