import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ClientsService } from '../../src/modules/access/clients.service';
import { Address } from '../../src/modules/customers/data/address.entity';
import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, type TestStore } from '../support/store';

const HOME = { first_name: 'Ada', last_name: 'Lovelace', address_1: '1 High St', postcode: 'BA1 1AA', country: 'GB' };
const WORK = { ...HOME, address_1: '2 Mill Lane', company: 'Engines', instructions: 'Ring.\nWait.' };
const UNSET = { save_as: null, company: null, address_2: null, city: null, county: null, phone: null };
const BRITAIN = { value: 'United Kingdom', data: { code: 'GB', name: 'United Kingdom' } };

/** carts.md 13: the address details of a checkout go to the address book of its customer. */
onEachEngine('the address details of a checkout', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let people: SignedIn;
  let product: string;

  const bookOf = async (id: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/customers/${id}/addresses`, { query: { sort: 'id', order: 'asc' } })).body
      .result;
  const streetsOf = async (id: string) => (await bookOf(id)).map((address) => address['address_1']);
  const saved = (customer: string, details: Fields) => ({
    ...{ id: expect.any(String) as string, customer_id: customer, ...UNSET, instructions: null },
    ...{ ...details, country: BRITAIN },
    ...{ created_at: expect.any(String) as string, updated_at: expect.any(String) as string },
  });
  /** A checkout of a new cart. @param token of the client; undefined: one of the shop with every scope */
  const buy = async (json: Fields, token?: string): Promise<OrderResult> => {
    const path = `/v1/carts/${await shop.cart(product)}/checkout`;
    const call = { json: { gateway: 'dummy', ...json }, ...(token !== undefined && { token }) };
    const { status, body } = await shop.send<OrderResult>('POST', path, call);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.result;
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    people = await SignedIn.open(shop);
    product = (await shop.product()).id;
  });
  afterAll(() => store.close());

  it('are saved once, without their e-mail address, each with its event, and the order keeps what was sent', async () => {
    const { id } = await people.customer();
    const sent = { customer: id, bill_to: { ...HOME, email: 'Desk@Example.com' }, ship_to: WORK };
    const order = await buy(sent);
    expect([order['bill_to'], order['ship_to']]).toEqual([
      {
        value: 'Ada Lovelace, 1 High St, BA1 1AA, GB',
        data: { ...UNSET, instructions: null, ...HOME, country: BRITAIN, email: 'desk@example.com' },
      },
      {
        value: 'Ada Lovelace, 2 Mill Lane, BA1 1AA, GB',
        data: { ...UNSET, ...WORK, country: BRITAIN, email: null },
      },
    ]);
    const [event] = await recordedEvents(store, order.id);
    expect(event?.data).toMatchObject(order);
    const book = await bookOf(id);
    expect(book).toEqual([saved(id, HOME), saved(id, WORK)]);
    for (const address of book) {
      const events = await recordedEvents(store, String(address['id']));
      expect(events).toEqual([{ type: 'address.created', version: 1, data: address }]);
    }
    await buy(sent);
    await buy({ customer: id, bill_to: WORK, ship_to: 'bill_to' });
    await buy({ customer: id, bill_to: { ...HOME, save_as: 'Home', country: 'gb' }, ship_to: HOME });
    expect(await bookOf(id)).toEqual(book);
  });

  it('are other addresses when one part differs, upper and lower case too', async () => {
    const { id } = await people.customer();
    const others = [{ address_1: '1 high st' }, { company: 'Engines' }, { postcode: 'BA1 1AB' }, { phone: '0' }];
    for (const more of [{}, ...others]) await buy({ customer: id, ship_to: { ...HOME, ...more } });
    expect(await bookOf(id)).toEqual([saved(id, HOME), ...others.map((more) => saved(id, { ...HOME, ...more }))]);
  });

  it('are saved once when the same ones arrive in ten checkouts at once', async () => {
    const { id } = await people.customer();
    await Promise.all(Array.from({ length: 10 }, () => buy({ customer: id, bill_to: HOME, ship_to: WORK })));
    expect((await streetsOf(id)).sort()).toEqual(['1 High St', '2 Mill Lane']);
  });

  it('are saved for a customer who is signed in, is new, or is that of the cart, and in a purchase in one request', async () => {
    const { id, email } = await people.customer();
    const token = await people.tokenOf(email);
    const cart = await shop.cart(product);
    const json = { gateway: 'dummy', bill_to: HOME, ship_to: 'bill_to' };
    expect((await people.by(token, 'POST', `/v1/carts/${cart}/checkout`, { json })).status).toBe(201);
    expect(await bookOf(id)).toEqual([saved(id, HOME)]);
    const named = await shop.cart(product);
    await shop.send('PUT', `/v1/carts/${named}`, { json: { customer: id } });
    expect((await shop.send('POST', `/v1/carts/${named}/checkout`, { json: { ...json, bill_to: WORK } })).status).toBe(
      201,
    );
    expect(await streetsOf(id)).toEqual(['1 High St', '2 Mill Lane']);
    const items = [{ id: product, quantity: 1 }];
    const person = { first_name: 'New', last_name: 'One', email: 'new-one@example.com' };
    const bought = await shop.send<OrderResult>('POST', '/v1/carts/checkout', {
      json: { ...json, items, customer: person },
    });
    const made = (bought.body.result['customer'] as { data: { id: string } }).data.id;
    expect(await bookOf(made)).toEqual([saved(made, HOME)]);
  });

  it('are not saved for a page, a token without customers:write, no customer, an order that the shop states, or a refused checkout', async () => {
    const { id, email } = await people.customer();
    const person = { first_name: 'Eve', last_name: 'Mallory', email };
    const before = await store.app.get<DataSource>(getDataSourceToken()).manager.countBy(Address, {});
    const cart = 'addresses-of-a-page';
    await people.by(null, 'POST', `/v1/carts/${cart}`, { json: { id: product, quantity: 1 } });
    const json = { gateway: 'dummy', bill_to: HOME, ship_to: WORK };
    const typed = await people.by(null, 'POST', `/v1/carts/${cart}/checkout`, { json: { ...json, customer: person } });
    expect(typed.status).toBe(201);
    const { clientId, clientSecret } = await store.app
      .get(ClientsService)
      .create('carts only', ['carts:write', 'customers:read']);
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { body } = await store.request<Fields>('POST', '/oauth/access_token', { form, token: null });
    await buy({ customer: id, bill_to: HOME, ship_to: WORK }, String(body['access_token']));
    await buy({ bill_to: HOME, ship_to: WORK });
    const short = { ...json, customer: id, expected_total: '0.01' };
    expect((await shop.send('POST', `/v1/carts/${await shop.cart(product)}/checkout`, { json: short })).status).toBe(
      409,
    );
    expect(await bookOf(id)).toEqual([]);
    expect(await store.app.get<DataSource>(getDataSourceToken()).manager.countBy(Address, {})).toBe(before);
  });

  it('are left out at the limit of 500 addresses, and the checkout goes on', async () => {
    const { id } = await people.customer();
    await buy({ customer: id, bill_to: HOME });
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    const [first] = await manager.findBy(Address, { customerId: id });
    const rows = Array.from({ length: 498 }, (_, i) =>
      manager.create(Address, { ...first, id: String(2000500 + i), address1: `${i} Row` }),
    );
    await manager.save(rows);
    await buy({ customer: id, bill_to: WORK, ship_to: { ...HOME, address_1: 'One too many' } });
    await buy({ customer: id, bill_to: { ...HOME, address_1: 'Two too many' }, ship_to: HOME });
    expect(await manager.countBy(Address, { customerId: id })).toBe(500);
    expect(await manager.countBy(Address, { customerId: id, address1: WORK.address_1 })).toBe(1);
  });
});
