import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type CartResult, type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
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

onEachEngine('checkout', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let taxed: string;

  const rows = (sql: string, values: unknown[] = []): Promise<Fields[]> =>
    store.app.get<DataSource>(getDataSourceToken()).query(sql, values);
  const items = async (order: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`, { query: { order: 'asc' } })).body.result;
  const discounts = async (order: string): Promise<Fields[]> =>
    (await shop.send<Fields[]>('GET', `/v1/orders/${order}/discounts`)).body.result;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    taxed = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  });
  afterAll(() => store.close());

  it('carts.md 5, 7: writes the order, its items, its frozen discounts and the events', async () => {
    const method = await shop.shipping({ price: '5', tax_band: taxed });
    const product = await shop.product({ price: '10', tax_band: taxed });
    const other = await shop.product({ price: '3.33' });
    const everywhere = `[{"type":"cart_item","match":"sku","operator":"in","against":["${String(product['sku'])}"]}]`;
    const promotion = await shop.promotion({
      discount_code: 'Order10',
      apply_to_shipping: 1,
      match_items: `{"type":"group","children":${everywhere}}`,
    });
    const cart = await shop.cart(product.id, 2);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: other.id } });
    await shop.send('POST', `/v1/carts/${cart}`, { form: { name: 'Wrap', price: '1', sku: 'WRAP' } });
    await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: ' order10 ' } });
    const { status, body, headers } = await shop.checkout(cart, {
      customer: PERSON,
      shipping: method['slug'],
      bill_to: ADDRESS,
      ship_to: 'bill_to',
    });
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, null]);
    const order = body.result;
    expect(order).toMatchObject({
      status: { value: 'Unpaid' },
      subtotal: 22.33,
      shipping_price: 4.5,
      total: 31.33,
      count: 3,
      currency_code: 'GBP',
      exchange_rate: 1,
      customer: { value: 'Ada Lovelace', data: { email: 'ada@example.com' } },
      gateway: { value: 'Dummy', data: { slug: 'dummy' } },
      shipping: { value: method['title'], data: { id: method.id } },
      bill_to: { data: { postcode: 'BA1 1AA' } },
      ship_to: { data: { postcode: 'BA1 1AA' } },
      totals: { raw: { subtotal: 22.33, shipping_price: 4.5, tax: 4.5, total: 31.33 } },
    });
    const lines = await items(order.id);
    expect(lines.map(({ sku, quantity, price, tax_rate }) => [sku, quantity, price, tax_rate])).toEqual([
      [product['sku'], 2, 10, 20],
      [other['sku'], 1, 3.33, 0],
      ['WRAP', 1, 1, 0],
    ]);
    expect(lines[2]).toMatchObject({ product: null, tax_band: { value: 'None' } });
    const frozen = {
      promotion: promotion.id,
      title: promotion['title'],
      action: 'discount_by_percent',
      discount_code: 'order10',
      discount: 2,
      shipping_discount: 0.5,
      lines: [{ sku: product['sku'], amount: 2 }],
    };
    expect(await discounts(order.id)).toEqual([frozen]);
    expect(await recordedEvents(store, order.id)).toEqual([
      { type: 'order.created', version: 1, data: { ...order, items: lines, discounts: [frozen] } },
    ]);
    for (const item of lines) expect(await recordedEvents(store, String(item['id']))).toHaveLength(1);
    expect((await recordedEvents(store, cart)).map(({ type }) => type)).toEqual([
      'cart.created',
      'cart.updated',
      'cart.updated',
      'cart.updated',
    ]);
    await shop.send('DELETE', `/v1/promotions/cart/${promotion.id}`);
    expect(await discounts(order.id)).toEqual([frozen]);
  });

  it('carts.md 5: a repeat answers the same order, a changed cart makes another', async () => {
    const product = await shop.product();
    const cart = await shop.cart(product.id);
    const first = await shop.checkout(cart);
    const again = await shop.send<OrderResult>('POST', '/v1/carts/checkout', { json: { cart, gateway: 'dummy' } });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body.result).toEqual(first.body.result);
    await shop.send('POST', `/v1/carts/${cart}`, { form: { id: product.id } });
    const next = await shop.checkout(cart);
    expect([next.headers.get('idempotency-replayed'), next.body.result.total]).toEqual([null, 20]);
    expect(next.body.result.id).not.toBe(first.body.result.id);
  });

  it('carts.md 5: twenty checkouts of one cart at once make one order', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 50 });
    const cart = await shop.cart(product.id, 2);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.checkout(cart, { customer: { ...PERSON, email: 'twenty@example.com' } })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.result.id}`)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect([replayed.length, await shop.stockOf(product.id)]).toEqual([19, 48]);
  });

  it('twenty checkouts of one new person at once make one customer', async () => {
    const product = await shop.product();
    const carts = await Promise.all(Array.from({ length: 20 }, () => shop.cart(product.id)));
    const email = 'new@example.com';
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart, { customer: { ...PERSON, email } })));
    const whose = answers.map(({ body }) => (body.result['customer'] as { data: { id: string } }).data.id);
    expect(new Set(whose).size).toBe(1);
  });

  it('carts.md 6: another total than expected is 409 with both, and writes nothing', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 5 });
    const cart = await shop.cart(product.id, 2);
    const buyer = { ...PERSON, email: 'expects@example.com' };
    const { status, body } = await shop.checkout(cart, { expected_total: '19.99', customer: buyer });
    expect([status, body]).toEqual([
      409,
      {
        status: false,
        error: 'expected_total is 19.99, but the total is 20',
        errors: { expected_total: ['expected_total is 19.99'], total: ['total is 20'] },
      },
    ]);
    expect(await shop.stockOf(product.id)).toBe(5);
    const found = await shop.send<Fields[]>('GET', '/v1/customers', { query: { email: buyer.email } });
    expect(found.body.result).toEqual([]);
    expect((await shop.checkout(cart, { expected_total: '20.00' })).status).toBe(201);
  });

  it('carts.md 8: short stock is 422 naming the sku; limited stock never goes below zero', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 7 });
    const carts = await Promise.all(Array.from({ length: 20 }, () => shop.cart(product.id)));
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 7 }, () => 201),
      ...Array.from({ length: 13 }, () => 422),
    ]);
    const short = answers.find(({ status }) => status === 422);
    expect(short?.body.errors).toEqual({
      quantity: [`quantity of ${String(product['sku'])} is more than is in stock: 0 left`],
    });
    expect(await shop.stockOf(product.id)).toBe(0);
  });

  it('carts.md 8: stock goes back once, comes again with the order, or refuses it with 409', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 3 });
    const order = await shop.order(product.id, {}, 2);
    const move = async (status: string) =>
      (await shop.send('PUT', `/v1/orders/${order.id}`, { form: { status } })).status;
    expect([await shop.stockOf(product.id), await move('failed'), await shop.stockOf(product.id)]).toEqual([1, 200, 3]);
    expect([await move('declined'), await shop.stockOf(product.id)]).toEqual([200, 3]);
    expect([await move('unpaid'), await shop.stockOf(product.id)]).toEqual([200, 1]);
    expect([await move('failed'), await shop.stockOf(product.id)]).toEqual([200, 3]);
    await shop.order(product.id, {}, 2);
    expect([await move('paid'), await shop.statusOf(order.id), await shop.stockOf(product.id)]).toEqual([
      409,
      'failed',
      1,
    ]);
  });

  it('promotions.md 32: an order removed unpaid gives back, a paid one does not', async () => {
    const product = await shop.product({ stock_status: 1, stock_level: 4 });
    const promotion = await shop.promotion({ discount_code: 'BACK', max_uses: 5 });
    const codedOrder = async () => {
      const cart = await shop.cart(product.id);
      await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: 'BACK' } });
      return (await shop.checkout(cart)).body.result.id;
    };
    const [unpaid, paid] = [await codedOrder(), await codedOrder()];
    await shop.send('PUT', `/v1/orders/${paid}`, { form: { status: 'paid' } });
    const used = async () =>
      Number((await rows('SELECT used FROM promotion_counters WHERE promotion_id = ?', [promotion.id]))[0]?.['used']);
    expect([await used(), await shop.stockOf(product.id)]).toEqual([2, 2]);
    await shop.send('DELETE', `/v1/orders/${unpaid}`);
    await shop.send('DELETE', `/v1/orders/${paid}`);
    expect([await used(), await shop.stockOf(product.id)]).toEqual([1, 3]);
    expect(await rows('SELECT order_id FROM order_discounts WHERE order_id IN (?, ?)', [unpaid, paid])).toEqual([]);
  });

  it('carts.md 9: sells to a person with one name at an address without postcode', async () => {
    const { id } = await shop.product();
    const address = { first_name: 'Sukarno', address_1: '1 Harbour Road', country: 'HK' };
    const customer = { first_name: 'Sukarno', email: 'sukarno@example.com' };
    const order = await shop.order(id, { customer, bill_to: address, ship_to: 'bill_to' });
    const shown = {
      value: 'Sukarno, 1 Harbour Road, HK',
      data: { first_name: 'Sukarno', last_name: '', postcode: '' },
    };
    expect(order).toMatchObject({
      customer: { value: 'Sukarno', data: { ...customer, last_name: '' } },
      ...{ bill_to: shown, ship_to: shown },
    });
    const found = await shop.send<Fields[]>('GET', '/v1/orders', { query: { q: 'sukarno' } });
    expect(found.body.result.map((one) => one['id'])).toEqual([order.id]);
  });

  it.each<[string, Fields]>([
    ['customer', { customer: '1' }],
    ['customer', { customer: 'nobody@example.com' }],
    ['customer', { customer: 'nobody' }],
    ['customer.email', { customer: { first_name: 'A', last_name: 'B' } }],
    ['gateway', { gateway: 'none' }],
    ['shipping', { shipping: 'none' }],
    ['bill_to.postcode', { bill_to: { ...ADDRESS, postcode: '' } }],
    ['ship_to.country', { ship_to: { ...ADDRESS, country: 'ZZ' } }],
    ['bill_to', { bill_to: '123' }],
    ['expected_total', { expected_total: 'x' }],
  ])('carts.md 9: 422 naming %s for %j', async (field, form) => {
    const cart = await shop.cart((await shop.product()).id);
    const { status, body } = await shop.checkout(cart, form);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await rows('SELECT * FROM cart_checkouts WHERE cart_id = ?', [cart])).toEqual([]);
  });

  it('carts.md 9: refuses an empty cart, a disabled gateway or method, and products gone or not for sale', async () => {
    const product = await shop.product({ weight: '2' });
    const cart = await shop.cart(product.id);
    const errors = async (form: Fields, id = cart) => (await shop.checkout(id, form)).body.errors;
    expect(await errors({}, 'nothing-there')).toEqual({ cart: ['cart is empty'] });
    const draft = await shop.shipping({ status: 0 });
    expect(await errors({ shipping: draft.id })).toEqual({ shipping: ['shipping is not enabled'] });
    const dear = await shop.shipping({ price_min: '10.01' });
    expect(await errors({ shipping: dear.id })).toEqual({ shipping: ['shipping is not for a cart of this price'] });
    const light = await shop.shipping({ weight_max: '1.99' });
    expect(await errors({ shipping: light.id })).toEqual({ shipping: ['shipping is not for a cart of this weight'] });
    await shop.send('PUT', '/v1/gateways/manual', { form: { enabled: 0 } });
    expect(await errors({ gateway: 'manual' })).toEqual({ gateway: ['gateway is not enabled'] });
    await shop.send('PUT', '/v1/gateways/manual', { form: { enabled: 1 } });
    await shop.send('PUT', `/v1/products/${product.id}`, { form: { catalog_only: 1 } });
    const holds = [`cart holds ${String(product['sku'])}, which is not for sale`];
    expect(await errors({})).toEqual({ cart: holds });
    await shop.send('DELETE', `/v1/products/${product.id}`);
    expect(await errors({})).toEqual({ cart: holds });
  });

  it('takes one address for both by the name of the other, in every combination', async () => {
    const product = await shop.product();
    const ada = await shop.made('/v1/customers', { ...PERSON, email: 'both@example.com' });
    const { id } = await shop.made(`/v1/customers/${ada.id}/addresses`, ADDRESS);
    const parts = async (fields: Record<string, unknown>): Promise<unknown> => {
      const { status, body } = await shop.checkout(await shop.cart(product.id), { customer: ada.id, ...fields });
      if (status !== 201) return body.errors;
      const { bill_to, ship_to } = body.result as unknown as Record<string, { data: Record<string, unknown> } | null>;
      return [bill_to, ship_to].map((address) => address && (address.data['id'] ?? address.data['address_1']));
    };
    const [typed, unset] = [ADDRESS, 'is not set'];
    const street = typed.address_1;
    const lacking = (field: string, other: string) => ({
      [field]: [`${field} cannot be ${other} while ${other} ${unset}`],
    });
    const each = {
      bill_to: ['bill_to cannot be ship_to while ship_to is bill_to'],
      ship_to: ['ship_to cannot be bill_to while bill_to is ship_to'],
    };
    const strange = (field: string) => ({ [field]: [`${field} does not exist`] });
    const combinations: readonly (readonly [Record<string, unknown>, unknown])[] = [
      [{}, [null, null]],
      [{ bill_to: typed }, [street, null]],
      [{ ship_to: id }, [null, id]],
      [{ bill_to: typed, ship_to: id }, [street, id]],
      [{ bill_to: id, ship_to: 'bill_to' }, [id, id]],
      [{ bill_to: typed, ship_to: 'bill_to' }, [street, street]],
      [{ bill_to: 'ship_to', ship_to: id }, [id, id]],
      [{ bill_to: 'ship_to', ship_to: typed }, [street, street]],
      [{ bill_to: 'ship_to' }, lacking('bill_to', 'ship_to')],
      [{ bill_to: 'ship_to', ship_to: '' }, lacking('bill_to', 'ship_to')],
      [{ ship_to: 'bill_to' }, lacking('ship_to', 'bill_to')],
      [{ bill_to: 'ship_to', ship_to: 'bill_to' }, each],
      [{ bill_to: 'ship_to', ship_to: '1' }, strange('ship_to')],
      [{ bill_to: '1', ship_to: 'bill_to' }, strange('bill_to')],
    ];
    for (const [fields, expected] of combinations) {
      expect([fields, await parts(fields)]).toEqual([fields, expected]);
    }
  });

  it('takes a customer by id and by e-mail, and addresses of that customer only', async () => {
    const product = await shop.product();
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => shop.made('/v1/customers', { ...PERSON, email: `${name}@example.com` })),
    );
    const address = await shop.made(`/v1/customers/${String(one?.id)}/addresses`, ADDRESS);
    const mine = await shop.order(product.id, { customer: one?.id, bill_to: address.id, ship_to: 'bill_to' });
    expect(mine).toMatchObject({ customer: { data: { id: one?.id } }, ship_to: { data: { id: address.id } } });
    const other = await shop.checkout(await shop.cart(product.id), {
      customer: 'TWO@example.com',
      ship_to: address.id,
    });
    expect(other.body.errors).toEqual({ ship_to: ['ship_to does not exist'] });
    const byMail = await shop.order(product.id, { customer: 'TWO@example.com' });
    expect(byMail).toMatchObject({ customer: { data: { id: two?.id } } });
  });

  describe('wire.md 2: the most an amount can hold', () => {
    const MOST = 9_999_999_999_999.99;
    const dear = (cart: string, more: Fields = {}) =>
      shop.send<CartResult>('POST', `/v1/carts/${cart}`, { form: { name: 'Palace', price: String(MOST), ...more } });

    it.each<[string, Fields[], () => Promise<Fields>]>([
      ['a line', [{ quantity: 1_000_000 }], async () => ({})],
      ['the lines together', [{}, { price: '0.01' }], async () => ({})],
      ['the tax', [{ quantity: 1, tax_band: 'taxed' }], async () => ({})],
      ['shipping on top', [{}], async () => ({ shipping: (await shop.shipping()).id })],
    ])('a checkout that %s brings above it is 422 naming cart, and writes nothing', async (name, lines, choices) => {
      const cart = `above-${name.replaceAll(' ', '-')}`;
      for (const line of lines) {
        const added = await dear(cart, line['tax_band'] === undefined ? line : { ...line, tax_band: taxed });
        expect([added.status, added.body.result.id]).toEqual([201, cart]);
        expect((await shop.send('GET', `/v1/carts/${cart}`)).body.result).toEqual(added.body.result);
      }
      expect((await shop.send('GET', `/v1/carts/${cart}/checkout`)).status).toBe(200);
      const form = { ...(await choices()), customer: { ...PERSON, email: 'rich@example.com' } };
      const before = await tableDump(store);
      const { status, body } = await shop.checkout(cart, form);
      const message = 'cart comes to more than an order can hold';
      expect([status, body]).toEqual([422, { status: false, error: message, errors: { cart: [message] } }]);
      expect(await tableDump(store)).toEqual(before);
    });

    it('is what a checkout can still come to', async () => {
      await dear('just-it');
      const { status, body } = await shop.checkout('just-it', { expected_total: String(MOST) });
      expect([status, body.result.subtotal, body.result.total]).toEqual([201, MOST, MOST]);
      expect((await shop.send('GET', `/v1/orders/${body.result.id}`)).body.result).toEqual(body.result);
    });
  });

  it('carts.md 4: an order in another currency keeps its rate and counts in it', async () => {
    const yen = { code: 'JPY', title: 'Yen', format: '¥{price}', exchange_rate: '150.5', enabled: 1 };
    const currency = await shop.made('/v1/currencies', yen);
    const product = await shop.product({ price: '1.01' });
    const { body } = await shop.checkout(await shop.cart(product.id, 3), {}, { 'x-currency': 'JPY' });
    expect(body.result).toMatchObject({
      currency: { data: { id: currency.id } },
      currency_code: 'JPY',
      exchange_rate: 150.5,
      subtotal: 456,
      total: 456,
    });
    expect((await items(body.result.id))[0]).toMatchObject({ price: 152, quantity: 3 });
  });
});
