import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { pounds } from '../builders/price-levels.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '1 High St',
  postcode: 'BA1 1AA',
  country: 'GB',
};
const PERSON = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

interface Options {
  cart: CartResult;
  total: number;
  formatted_total: string;
  shipping: { required: boolean; methods: Fields[] };
  addresses: Fields[];
  gateways: Fields;
}

interface OrderSums {
  readonly totals: { readonly raw: Readonly<Record<'total' | 'subtotal' | 'shipping_price' | 'tax', number>> };
}

onEachEngine('checkout options', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  const optionsOf = async (cart: string, query: Record<string, string> = {}): Promise<Options> =>
    (await shop.send<Options>('GET', `/v1/carts/${cart}/checkout`, { query })).body.result;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  });
  /** A cart is offered the methods of its own test only. */
  afterEach(async () => {
    const { body } = await shop.send<Fields[]>('GET', '/v1/shipping', { query: { limit: '100' } });
    for (const { id } of body.result) await shop.send('DELETE', `/v1/shipping/${String(id)}`);
  });
  afterAll(() => store.close());

  it('orders-and-payments.md 21: without an enabled method nothing can be required', async () => {
    await shop.shipping({ status: 0 });
    const cart = await shop.cart((await shop.product({ requires_shipping: 1 })).id);
    expect((await optionsOf(cart)).shipping).toEqual({ required: false, methods: [] });
    expect((await shop.checkout(cart)).status).toBe(201);
  });

  const ORDERED = {
    formatted: { with_tax: '£28.80', without_tax: '£24.00', tax: '£4.80', rounding: '£0.00' },
    rounded: { with_tax: 28.8, without_tax: 24, tax: 4.8, rounding: 0 },
    raw: { with_tax: 28.8, without_tax: 24, tax: 4.8, rounding: 0 },
  };

  it('carts.md: options show methods with the total each would give, addresses and open gateways', async () => {
    const fits = await shop.shipping({ price: '4', tax_band: taxed, price_min: '19', price_max: '21' });
    await shop.shipping({ price_min: '500' });
    const product = await shop.product({ tax_band: taxed, requires_shipping: 1 });
    const customer = await shop.made('/v1/customers', { ...PERSON, email: 'options@example.com' });
    const address = await shop.made(`/v1/customers/${customer.id}/addresses`, ADDRESS);
    const cart = await shop.cart(product.id, 2);
    const { status, body } = await shop.send<{
      cart: CartResult;
      shipping: { required: boolean; methods: Fields[] };
      addresses: Fields[];
      gateways: Fields;
    }>('GET', `/v1/carts/${cart}/checkout`, { query: { customer: customer.id } });
    expect(status).toBe(200);
    expect(body.result.cart.total_items).toBe(2);
    expect(body.result.shipping.required).toBe(true);
    expect(body.result.shipping.methods.find(({ id }) => id === fits.id)).toEqual({
      ...fits,
      price: { value: '£4.80', data: pounds([4.8, 4, 0.8]) },
      pricing: pounds([4.8, 4, 0.8]),
      total: 28.8,
      formatted_total: '£28.80',
      totals: ORDERED,
    });
    expect(body.result.shipping.methods.some(({ price_min }) => price_min === 500)).toBe(false);
    expect(body.result.addresses).toEqual([address]);
    const client = await store.app.get(ClientsService).create('carts', ['carts:read']);
    const { accessToken } = await store.app.get(TokensService).issue(client.clientId, client.clientSecret, undefined);
    const query = { customer: String(customer.id) };
    const seen = await store.request<{ result: Fields }>('GET', `/v1/carts/${cart}/checkout`, {
      query,
      token: accessToken,
    });
    expect([seen.status, seen.body.result]).toEqual([200, { ...body.result, addresses: [] }]);
    expect(Object.keys(body.result.gateways)).toEqual(['dummy', 'manual']);
    expect((await shop.send('GET', `/v1/carts/${cart}/checkout?customer=nobody@example.com`)).status).toBe(422);
  });

  it('orders-and-payments.md 21: a cart to ship needs a method, and what is not shipped needs none', async () => {
    const method = await shop.shipping();
    const [goods, voucher] = [await shop.product({ requires_shipping: 1 }), await shop.product()];
    const cart = await shop.cart(voucher.id);
    const light = await shop.cart(voucher.id);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: goods.id } });
    const before = await tableDump(store);
    for (const form of [{}, { shipping: '' }]) {
      const { status, body } = await shop.checkout(cart, form);
      const error = 'shipping is required';
      expect([status, body]).toEqual([422, { status: false, error, errors: { shipping: [error] } }]);
    }
    expect(await tableDump(store)).toEqual(before);
    expect((await optionsOf(cart)).shipping.required).toBe(true);
    expect((await shop.checkout(cart, { shipping: method.id })).status).toBe(201);
    expect((await optionsOf(light)).shipping.required).toBe(false);
    expect((await shop.checkout(light)).status).toBe(201);
  });

  it('orders-and-payments.md 23: a cart that holds more than there is says so, and its checkout how many are left', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 3 });
    const line = async (cart: string) =>
      Object.values((await shop.send<CartResult>('GET', `/v1/carts/${cart}`)).body.result.contents)[0];
    const [fits, short] = [await shop.cart(product.id, 3), await shop.cart(product.id, 4)];
    expect(await line(fits)).toMatchObject({ available: true, quantity: 3 });
    const priced = { post_discount: { raw: { without_tax: 40 } } };
    expect(await line(short)).toMatchObject({ available: false, quantity: 4, totals: priced });
    const { status, body } = await shop.checkout(short);
    const error = `quantity of ${String(product['sku'])} is more than is in stock: 3 left`;
    expect([status, body]).toEqual([422, { status: false, error, errors: { quantity: [error] } }]);
    expect((await shop.checkout(fits)).status).toBe(201);
    expect(await line(await shop.cart(product.id, 1))).toMatchObject({ available: false, stock_level: 0 });
    expect(await line(fits)).toMatchObject({ available: true, stock_level: 3 });
  });

  it('orders-and-payments.md 24: the total without shipping, and with each method, is what checkout charges', async () => {
    const method = await shop.shipping({ price: '3.33', tax_band: taxed });
    const product = await shop.product({ price: '9.99', tax_band: taxed });
    const [bare, sent] = [await shop.cart(product.id, 3), await shop.cart(product.id, 3)];
    const { formatted_total, shipping, ...options } = await optionsOf(bare);
    expect([options.total, formatted_total]).toEqual([35.96, '£35.96']);
    expect((await shop.checkout(bare)).body.result.total).toBe(options.total);
    const offered = shipping.methods.find(({ id }) => id === method.id);
    expect(offered).toMatchObject({ total: 39.96, formatted_total: '£39.96' });
    const { body } = await shop.checkout(sent, { shipping: method.id });
    expect(body.result.total).toBe(39.96);
    // The order is the shop's after an edit: its options have its sums.
    const edited = await shop.send<Fields>('PUT', `/v1/orders/${body.result.id}`, { json: { shipping_price: '2' } });
    const { total, subtotal, shipping_price, tax } = (edited.body.result as unknown as OrderSums).totals.raw;
    const kept = (await optionsOf(sent)).shipping.methods.find(({ id }) => id === method.id);
    const raw = { with_tax: total, without_tax: subtotal + shipping_price, tax, rounding: 0 };
    expect((kept as Fields)['totals']).toMatchObject({ rounded: raw, raw });
  });
});
