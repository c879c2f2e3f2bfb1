import { ClientsService } from '../../src/modules/access/clients.service';
import {
  BAD_CARD,
  type CartResult,
  type Fields,
  GOOD_CARD,
  type OrderResult,
  Shop,
} from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import {
  type MoltinClient,
  type MoltinOutcome,
  type MoltinResource,
  moltinSession,
  outcome,
  resultOf,
} from '../support/moltin-client';
import { startStore, type TestStore } from '../support/store';

type Done = (result: unknown, pagination?: unknown) => void;
type Failed = (type: string, errors: unknown, status: number) => void;

/** The rest of the client: what carts and their checkout need. */
interface CartClient extends MoltinClient {
  readonly options: MoltinClient['options'] & { currency: string | false };
  readonly Cart: {
    Identifier(reset?: boolean, id?: string | false): string;
    Contents(done: Done, failed: Failed): void;
    Insert(id: string, quantity: number, modifiers: null, done: Done, failed: Failed): void;
    Update(item: string, data: Fields, done: Done, failed: Failed): void;
    Delete(done: Done, failed: Failed): void;
    Remove(item: string, done: Done, failed: Failed): void;
    Item(item: string, done: Done, failed: Failed): void;
    InCart(product: string, done: Done, failed: Failed): void;
    Checkout(done: Done, failed: Failed): void;
    Complete(data: Fields, done: Done, failed: Failed): void;
    Discount(code: string | null, done: Done, failed: Failed): void;
    List(terms: Fields | null, done: Done, failed: Failed): void;
  };
  readonly Checkout: { Payment(method: string, order: string, data: Fields, done: Done, failed: Failed): void };
  readonly Promotion: MoltinResource & { Search(terms: Fields, done: Done, failed: Failed): void };
}

onEachEngine('moltin@1.0.5: carts', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let client: CartClient;
  let product: Fields & { id: string };

  const contents = () => resultOf<CartResult>((done, failed) => client.Cart.Contents(done, failed));
  const insert = (quantity = 1) =>
    resultOf<CartResult>((done, failed) => client.Cart.Insert(product.id, quantity, null, done, failed));
  const complete = (data: Fields = {}) =>
    resultOf<OrderResult>((done, failed) => client.Cart.Complete({ gateway: 'dummy', ...data }, done, failed));
  const pay = (method: string, order: string, data: Fields): Promise<MoltinOutcome> =>
    outcome((done, failed) => client.Checkout.Payment(method, order, data, done, failed));
  const identifierOf = ({ contents: lines }: CartResult): string => Object.keys(lines)[0] ?? '';

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    shop = await Shop.open(store);
    product = await shop.product({ price: '10' });
    const { clientId, clientSecret } = await store.app.get(ClientsService).create('shop', []);
    client = moltinSession(store.url, clientId, clientSecret).client as CartClient;
    await resultOf((done, failed) => client.Authenticate(done, failed));
  });
  afterAll(() => store.close());
  beforeEach(() => client.Cart.Identifier(true));

  it('fills, changes and empties a cart', async () => {
    expect(await contents()).toMatchObject({ contents: {}, total_items: 0 });
    const filled = await insert(2);
    const item = identifierOf(filled);
    expect(filled.contents[item]).toMatchObject({ id: product.id, quantity: 2, totals: { post_discount: {} } });
    const one = await resultOf((done, failed) => client.Cart.Item(item, done, failed));
    expect(one).toEqual(filled.contents[item]);
    const has = (id: string) => outcome((done, failed) => client.Cart.InCart(id, done, failed));
    expect(await has(product.id)).toEqual({ result: undefined, pagination: null });
    expect(await has('1')).toEqual({ errors: undefined, status: 404 });
    await resultOf((done, failed) => client.Cart.Update(item, { quantity: 5 }, done, failed));
    expect((await contents()).total_items).toBe(5);
    const list = await outcome((done, failed) => client.Cart.List({ limit: 1 }, done, failed));
    expect(list).toMatchObject({ result: [{ total_items: 5 }], pagination: { current: 1 } });
    await resultOf((done, failed) => client.Cart.Remove(item, done, failed));
    expect((await contents()).contents).toEqual({});
    await insert();
    await resultOf((done, failed) => client.Cart.Delete(done, failed));
    expect((await contents())['created_at']).toBeNull();
  });

  it('prices in the currency it asks for', async () => {
    const usd = { code: 'USD', title: 'US Dollar', format: '${price}', exchange_rate: '2', enabled: 1 };
    await shop.made('/v1/currencies', usd);
    client.options.currency = 'USD';
    const cart = await insert();
    client.options.currency = false;
    expect([cart['currency'], cart.totals.post_discount.formatted['with_tax']]).toEqual([
      expect.objectContaining({ code: 'USD', exchange: 2, decimal: '.', thousand: ',' }),
      '$20.00',
    ]);
  });

  it('makes promotions, and sets and takes off a code', async () => {
    const rules = [{ type: 'cart_attribute', match: 'value', operator: '>', against: '5' }];
    const fields = {
      title: 'Client promotion',
      from: '2020-01-01',
      to: '2099-12-31',
      discount_code: 'CLIENT',
      status: 1,
      terminating: 0,
      persistent: 0,
      action: 'discount_by_percent',
      amount: 25,
      apply_to_shipping: 0,
      match_rules: JSON.stringify({ type: 'group', children: rules }),
    };
    const { id } = await resultOf((done, failed) => client.Promotion.Create(fields, done, failed));
    const found = await resultOf((done, failed) => client.Promotion.Search({ discount_code: 'client' }, done, failed));
    expect(found).toEqual([expect.objectContaining({ id })]);
    await insert();
    const code = (text: string | null) => outcome((done, failed) => client.Cart.Discount(text, done, failed));
    expect(await code('nope')).toEqual({
      errors: { code: ['Discount code does not exist, or is not applicable'], reason: ['unknown'] },
      status: 422,
    });
    expect(await code('client')).toMatchObject({ result: { discount_code: 'client' } });
    expect((await contents()).totals.post_discount.raw['without_tax']).toBe(7.5);
    await code(null);
    expect((await contents()).totals.post_discount.raw['without_tax']).toBe(10);
    await resultOf((done, failed) => client.Promotion.Update(id, { amount: 50 }, done, failed));
    await code('CLIENT');
    expect((await complete()).total).toBe(5);
    await outcome((done, failed) => client.Promotion.Delete(id, done, failed));
  });

  it('checks out with a new customer and nested addresses, and pays by card', async () => {
    const method = await shop.shipping({ price: '4' });
    await insert(2);
    const options = await resultOf<Fields>((done, failed) => client.Cart.Checkout(done, failed));
    expect(options).toMatchObject({
      shipping: { required: false, methods: [{ id: method.id, total: 24 }] },
      gateways: { dummy: { slug: 'dummy' }, manual: { slug: 'manual' } },
    });
    const address = { first_name: 'Ada', last_name: 'Byron', address_1: '1 Row', postcode: 'BA1 1AA', country: 'GB' };
    const choices = {
      customer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
      shipping: method['slug'],
      bill_to: address,
      ship_to: 'bill_to',
    };
    const order = await complete(choices);
    expect(order).toMatchObject({ total: 24, count: 1, bill_to: { data: { postcode: 'BA1 1AA' } } });
    expect((await complete(choices)).id).toBe(order.id);
    expect(await pay('purchase', order.id, BAD_CARD)).toEqual({ errors: 'The card was declined', status: 422 });
    expect(await pay('purchase', order.id, GOOD_CARD)).toMatchObject({
      result: { redirect: false, order: { status: { data: { key: 'paid' } } } },
    });
    expect(await pay('refund', order.id, { amount: '4' })).toMatchObject({ result: { data: { refunded: 4 } } });
  });
});
