import { Clock } from '../../src/kernel/clock';
import { orderListing } from '../../src/modules/orders/data/order.listing';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { ADA, type Many, openShop, type Saved, type Shop } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';

/*
 * Filters of lists beyond exact matches: times from and to, several values, customers and promotions of orders, and what
 * becomes of a filter that a list does not have (orders-and-payments.md 33).
 */

onEachEngine('filters of lists', (engine) => {
  let shop: Shop;
  const clock = new MovedClock('2026-03-01T12:00:00.250Z');
  /** Oldest first: unpaid at noon, paid an hour later, processing a day later. */
  const orders: OrderRecord[] = [];

  const found = async (query: Record<string, string>, path = '/v1/orders') => {
    const { result, pagination } = await shop.list<Saved>(path, { sort: 'id', order: 'asc', ...query });
    expect(pagination.total).toBe(result.length);
    return result.map(({ id }) => orders.findIndex((order) => order.id === id));
  };

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    jest.spyOn(shop.store.app.get(Clock), 'now').mockImplementation(() => clock.now());
    const { id: customer } = await shop.make('/v1/customers', { ...ADA, email: 'ada@example.com' });
    orders.push(await shop.order({ customer }));
    clock.move(3_600_000);
    orders.push(await shop.order({ status: 'paid', gateway: 'manual' }));
    clock.move(82_800_000);
    orders.push(await shop.order({ status: 'processing', gateway: 'dummy' }));
  });
  /** Orders that a test places go with it. */
  afterEach(async () => {
    for (const { id } of orders.splice(3)) await shop.store.request('DELETE', `/v1/orders/${id}`);
  });
  afterAll(() => shop.store.close());

  it('orders-and-payments.md 33: times from and to are inclusive, and a day counts whole', async () => {
    expect(await found({ 'created_at[from]': '2026-03-01 13:00:00' })).toEqual([1, 2]);
    expect(await found({ 'created_at[from]': '2026-03-01 13:00:01' })).toEqual([2]);
    expect(await found({ 'created_at[to]': '2026-03-01 12:00:00' })).toEqual([0]);
    expect(await found({ 'created_at[to]': '2026-03-01' })).toEqual([0, 1]);
    expect(await found({ 'created_at[to]': '2026-03-01 13:00' })).toEqual([0, 1]);
    expect(await found({ 'created_at[from]': '2026-03-01T14:00:00+01:00', 'created_at[to]': '2026-03-01' })).toEqual([
      1,
    ]);
    expect(await found({ 'updated_at[from]': '2026-03-02' })).toEqual([2]);
    expect(await found({ 'updated_at[from]': '2026-03-02', 'created_at[to]': '2026-03-01' })).toEqual([]);
    expect(await found({ 'created_at[from]': '2026-03-02' }, '/v1/orders/search')).toEqual([2]);
  });

  it('orders-and-payments.md 33: a time that is none is rejected by a list, and does not match a search', async () => {
    for (const [field, text] of [
      ['created_at[from]', 'March'],
      ['updated_at[to]', '2026-02-30'],
      ['created_at[to]', ''],
    ]) {
      const query = { [String(field)]: String(text) };
      const errors = await shop.refused('GET', '/v1/orders', { query });
      expect(errors).toEqual({ [String(field)]: [expect.stringContaining(`${field} must be a time such as 2026-`)] });
      expect(await found({ ...query, strict: '1' }, '/v1/orders/search')).toEqual([]);
      expect(await found(query, '/v1/orders/search')).toEqual([0, 1, 2]);
    }
  });

  it('a part of a title or a sku finds products, brands, groups, methods and promotions, in upper or lower case', async () => {
    const titles = async (path: string, q: string): Promise<unknown> =>
      (await shop.list<{ title: string }>(path, { q, sort: 'title', order: 'asc' })).result.map(({ title }) => title);
    const product = { price: '10', tax_band: shop.band.id, requires_shipping: 0 };
    for (const [title, sku] of [
      ['Blue Jug', 'A-1'],
      ['Red jug 100%', 'B_2'],
      ['Teapot', 'JUG!3'],
    ] as const) {
      await shop.make('/v1/products', { ...product, title, sku, slug: sku.replace('!', '-') });
    }
    const all = ['Blue Jug', 'Red jug 100%', 'Teapot'];
    for (const [q, found] of [
      ['JUG', all],
      ['d jug', ['Red jug 100%']],
      ['0%', ['Red jug 100%']],
      ['%', ['Red jug 100%']],
      ['_', ['Red jug 100%']],
      ['g!', ['Teapot']],
      ['a-', ['Blue Jug']],
      ['cup', []],
    ] as const) {
      expect([q, await titles('/v1/products', q)]).toEqual([q, found]);
    }
    for (const path of ['/v1/brands', '/v1/categories', '/v1/collections', '/v1/customers/groups']) {
      for (const title of ['Cups', 'Plates']) await shop.make(path, { title, slug: title.toLowerCase(), status: 1 });
      expect([path, await titles(path, 'UP')]).toEqual([path, ['Cups']]);
    }
    const no = { terminating: 0, persistent: 0, apply_to_shipping: 0 };
    const terms = { action: 'discount_by_percent', amount: 10, from: '2020-01-01', to: '2020-12-31', status: 0, ...no };
    for (const title of ['Cup week', 'Plate week']) await shop.make('/v1/promotions/cart', { ...terms, title });
    expect(await titles('/v1/promotions/cart', 'UP')).toEqual(['Cup week']);
    const methods: string[] = [];
    for (const title of ['By train', 'By ship']) {
      const slug = title.replace(' ', '-');
      const method = { title, slug, price: '5', tax_band: shop.band.id, status: 1 };
      methods.push((await shop.make('/v1/shipping', method)).id);
    }
    expect(await titles('/v1/shipping', 'ship')).toEqual(['By ship']);
    expect(await titles('/v1/taxes', shop.band.title.slice(1))).toEqual([shop.band.title]);
    // Without methods, carts need none.
    for (const id of methods) await shop.store.request('DELETE', `/v1/shipping/${id}`);
    const { result } = await shop.list('/v1/products', { q: 'jug', sku: 'B_2' });
    expect(result.length).toBe(1);
    // A list that is not strict finds nothing by what it cannot read.
    expect(await titles('/v1/products', 'x'.repeat(256))).toEqual([]);
  });

  it('orders-and-payments.md 33: customers by parts of their names and of their e-mail address', async () => {
    const own: string[] = [];
    for (const [first_name, last_name, email] of [
      ['Grace', 'Hopper', 'grace@navy.example'],
      ['Anita', 'Borg', 'anita_b@systers.example'],
      ['Ada', 'Grace', 'a.g@100.example'],
    ]) {
      own.push((await shop.make('/v1/customers', { ...ADA, first_name, last_name, email })).id);
    }
    const customers = async (q: string): Promise<number[]> =>
      (await shop.list<Saved>('/v1/customers', { q, sort: 'id', order: 'asc' })).result
        .map(({ id }) => own.indexOf(id))
        // Other tests have customers of the same names.
        .filter((at) => at >= 0);
    for (const [q, found] of [
      ['GRACE', [0, 2]],
      ['hopper grace', [0]],
      [' grace  hopper ', [0]],
      ['grace navy', [0]],
      ['op', [0]],
      ['systers.ex', [1]],
      ['_', [1]],
      ['%', []],
      ["'", []],
      ['grace borg', []],
    ] as const) {
      expect([q, await customers(q)]).toEqual([q, found]);
    }
    for (const [q, message] of [
      [' ', '1 to 255 characters'],
      ['x'.repeat(256), '1 to 255 characters'],
      ['a b c d e f g h i', 'at most 8 words'],
    ]) {
      expect(await shop.refused('GET', '/v1/customers', { query: { q: String(q) } })).toEqual({
        q: [`q must have ${message}`],
      });
    }
    for (const id of own) await shop.store.request('DELETE', `/v1/customers/${id}`);
  });

  it('orders-and-payments.md 33: several statuses, gateways and codes of currencies', async () => {
    expect(await found({ status: 'paid,processing' })).toEqual([1, 2]);
    expect(await found({ status: ' paid , unpaid,lost' })).toEqual([0, 1]);
    expect(await found({ status: 'paid,processing', gateway: 'dummy,paypal' })).toEqual([2]);
    expect(await found({ currency_code: 'EUR,GBP', status: 'paid' })).toEqual([1]);
    expect(await found({ status: ',' })).toEqual([]);
    const many = Array.from({ length: 51 }, () => 'paid').join(',');
    expect(await shop.refused('GET', '/v1/orders', { query: { status: many } })).toEqual({
      status: ['status must be at most 50 values'],
    });
    expect(await found({ status: many.slice(5) })).toEqual([1]);
  });

  it('orders-and-payments.md 33: orders that wait to be shipped, partly refunded ones that never went out included', async () => {
    const place = async (...statuses: string[]): Promise<void> => {
      const order = await shop.order({ status: 'unpaid' });
      for (const status of statuses) await shop.change(`/v1/orders/${order.id}`, { status });
      orders.push(order);
    };
    await place('paid', 'partial_refund');
    await place('paid', 'dispatched', 'partial_refund');
    await place('paid', 'dispatched');
    await place('paid', 'refunded');
    // Placed as dispatched, and back; then those of before the store kept it, whose history says so.
    const back = async (status: string): Promise<string> => {
      const order = await shop.order({ status });
      orders.push(order);
      await shop.change(`/v1/orders/${order.id}`, { status: 'processing' });
      return order.id;
    };
    await shop.change(`/v1/orders/${await back('dispatched')}`, { status: 'partial_refund' });
    for (const status of ['paid', 'dispatched']) {
      const id = await back(status);
      await shop.manager.query('UPDATE orders SET was_dispatched = NULL WHERE id = ?', [id]);
      await shop.change(`/v1/orders/${id}`, { status: 'partial_refund' });
    }
    expect(await found({ to_ship: '1' })).toEqual([1, 2, 3, 8]);
    expect(await found({ to_ship: '1', status: 'partial_refund' })).toEqual([3, 8]);
    expect(await shop.refused('GET', '/v1/orders', { query: { to_ship: '0' } })).toEqual({
      to_ship: ['to_ship must be one of 1'],
    });
  });

  it('orders-and-payments.md 12: transactions by method, by the number of their order and by time', async () => {
    const transactions = async (query: Record<string, string>): Promise<unknown> =>
      (await shop.list<{ reference: string }>('/v1/transactions', { sort: 'id', order: 'asc', ...query })).result.map(
        ({ reference }) => reference,
      );
    const id = orders[2]?.id ?? '';
    await shop.manager.query("UPDATE orders SET number = 'SK-7' WHERE id = ?", [id]);
    for (const [i, [method, state]] of [
      ['purchase', 'captured'],
      ['refund', 'succeeded'],
      ['void', 'succeeded'],
      [null, 'captured'],
      [null, 'voided'],
    ].entries()) {
      const time = `2026-03-0${i + 1} 00:00:00.000`;
      await shop.manager.query(
        `INSERT INTO payments (id, created_at, updated_at, order_id, gateway, amount, refunded, method, state, reference)
         VALUES (?, ?, ?, ?, 'dummy', 10000, 0, ?, ?, ?)`,
        [i + 1, time, time, id, method, state, `${method}-${state}`],
      );
    }
    const all = ['purchase-captured', 'refund-succeeded', 'void-succeeded', 'null-captured', 'null-voided'];
    expect(await transactions({ method: 'refund' })).toEqual([all[1]]);
    expect(await transactions({ method: 'refund, void' })).toEqual([all[1], all[2]]);
    // Rows of an older version have no method.
    expect(await transactions({ method: 'purchase' })).toEqual([all[0], all[3]]);
    expect(await transactions({ method: 'authorize' })).toEqual([all[4]]);
    expect(await transactions({ method: 'gift' })).toEqual([]);
    expect(await transactions({ order_number: 'SK-7' })).toEqual(all);
    expect(await transactions({ order_number: 'SK-8' })).toEqual([]);
    expect(await transactions({ order_number: id })).toEqual(all);
    const days = { 'created_at[from]': '2026-03-02', 'created_at[to]': '2026-03-03' };
    // Other orders were set to paid in these days, which recorded a payment of each.
    expect(await transactions({ ...days, order_number: id })).toEqual([all[1], all[2]]);
    await shop.manager.query('DELETE FROM payments');
    await shop.manager.query('UPDATE orders SET number = NULL');
  });

  it('orders-and-payments.md 33: a list or a range on a field that has none is rejected', async () => {
    for (const field of ['id', 'customer', 'total', 'currency', 'exchange_rate', 'count', 'created_at', 'promotion']) {
      expect(await shop.refused('GET', '/v1/orders', { query: { [field]: '1,2' } })).toEqual({
        [field]: [`${field} takes one value, not a list: send ${field}[]= once for each`],
      });
    }
    for (const field of ['total[from]', 'nothing[0]', 'created_at[after]', 'status[0][0]']) {
      expect(await shop.refused('GET', '/v1/orders', { query: { [field]: '1' } })).toEqual({
        [field]: [`${field} is not a filter. Filters are ${Object.keys(orderListing.filters).join(', ')}`],
      });
    }
  });

  it('orders-and-payments.md 33: an unknown filter is rejected on each of these lists, naming those there are', async () => {
    const order = orders[0]?.id ?? '';
    const hook = { url: 'https://hooks.example/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 0 };
    const webhook = await shop.make('/v1/webhooks', hook);
    const lists = [
      '/v1/orders',
      `/v1/orders/${order}/items`,
      '/v1/promotions/cart',
      '/v1/customers',
      '/v1/webhooks',
      `/v1/webhooks/${webhook.id}/deliveries`,
      '/v1/events',
    ];
    for (const path of lists) {
      const errors = await shop.refused('GET', path, { query: { colour: 'red', toString: 'x' } });
      expect([path, Object.keys(errors ?? {})]).toEqual([path, ['colour', 'toString']]);
      expect(errors?.['colour']?.[0]).toMatch(/^colour is not a filter\. Filters are id, \w+/);
    }
  });

  it('orders-and-payments.md 33: never on search, which answers as interface.md says and names them in a header', async () => {
    const search = await shop.store.request<Many>('GET', '/v1/orders/search', { query: { colour: 'red' } });
    expect([search.status, search.body.pagination.total]).toEqual([200, 3]);
    expect(search.headers.get('unknown-filters')).toBe('colour');
    for (const path of ['/v1/promotions/cart/search', '/v1/customers/search', '/v1/webhooks/search']) {
      const { status, body, headers } = await shop.store.request<Many>('GET', path, { query: { colour: 'red' } });
      if (status === 404) continue;
      expect([path, status, body.result, headers.get('unknown-filters')]).toEqual([path, 200, [], 'colour']);
    }
  });

  it('orders-and-payments.md 33: catalog lists match nothing, and name what they did not know', async () => {
    await shop.make('/v1/products', { sku: 'A', title: 'A', slug: 'a', price: '1', tax_band: shop.band.id });
    const get = async (path: string, query: Record<string, string>) => {
      const { status, body, headers } = await shop.store.request<Many>('GET', path, { query });
      return [status, body.result.length, headers.get('unknown-filters')];
    };
    for (const path of ['/v1/products', '/v1/products/search', '/v1/brands', '/v1/categories']) {
      expect(await get(path, { colour: 'red', 'tall[from]': '1', 'größe\n': 'x' })).toEqual([
        ...[200, 0],
        'tall%5Bfrom%5D, colour, gr%C3%B6%C3%9Fe%0A',
      ]);
    }
    expect(await get('/v1/products', { sku: 'A' })).toEqual([200, 1, null]);
    expect(await get('/v1/products', { price: '1,2' })).toEqual([200, 0, null]);
    expect(await get('/v1/products', { 'created_at[from]': 'never' })).toEqual([200, 0, null]);
    expect(await get('/v1/products', { sku: 'A', 'created_at[from]': '2026-03-01' })).toEqual([200, 1, null]);
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}`, 'x']));
    expect(String((await get('/v1/brands', many))[2]).split(', ')).toHaveLength(20);
  });

  it('orders-and-payments.md 33: a customer by id, and by the e-mail address of then and of today', async () => {
    const grace = await shop.make('/v1/customers', { ...ADA, email: 'grace@example.com' });
    orders.push(await shop.order({ customer: grace.id }));
    await shop.change(`/v1/customers/${grace.id}`, { email: 'grace@new.example' });
    orders.push(await shop.order({ customer: grace.id }));
    expect(await found({ customer: grace.id })).toEqual([3, 4]);
    expect(await found({ customer: 'GRACE@example.com' })).toEqual([3]);
    expect(await found({ customer: 'grace@new.example' })).toEqual([3, 4]);
    expect(await found({ customer: 'grace@new.example', status: 'paid' })).toEqual([]);
    expect(await found({ customer: 'nobody@example.com' })).toEqual([]);
  });

  it('orders-and-payments.md 33: the promotion and the code that an order was placed with', async () => {
    const untaxed = (await shop.make('/v1/taxes', { title: 'None', rate: '0' })).id;
    const mug = await shop.make('/v1/products', {
      sku: 'MUG',
      title: 'Mug',
      slug: 'mug',
      price: '10',
      tax_band: untaxed,
    });
    const terms = {
      from: '2020-01-01',
      to: '2099-12-31',
      status: 1,
      terminating: 0,
      persistent: 0,
      apply_to_shipping: 0,
    };
    const percent = { ...terms, action: 'discount_by_percent', amount: 10 };
    const coded = await shop.make('/v1/promotions/cart', { ...percent, title: 'Coded', discount_code: 'Straße5' });
    const always = await shop.make('/v1/promotions/cart', { ...percent, title: 'Always' });
    const address = { first_name: 'A', last_name: 'B', address_1: '1', postcode: 'X', country: 'GB' };
    const place = async (cart: string, code?: string) => {
      const put = (path: string, form: object) =>
        shop.store.request('POST', path, { form: form as Record<string, unknown> });
      await put(`/v1/carts/${cart}`, { id: mug.id, quantity: 1 });
      if (code !== undefined) await put(`/v1/carts/${cart}/discount`, { code });
      orders.push(
        await shop.make<OrderRecord>(`/v1/carts/${cart}/checkout`, {
          bill_to: address,
          ship_to: 'bill_to',
          gateway: 'manual',
        }),
      );
    };
    await place('one', 'STRASSE5');
    await place('two');
    expect(await found({ promotion: always.id })).toEqual([3, 4]);
    expect(await found({ promotion: coded.id })).toEqual([3]);
    for (const code of ['straße5', 'STRASSE5', ' strasse5 ']) expect(await found({ discount_code: code })).toEqual([3]);
    expect(await found({ discount_code: 'strasse', promotion: always.id })).toEqual([]);
    expect(await found({ promotion: 'Always' })).toEqual([]);
    // As rows of before the column are.
    await shop.manager.query('UPDATE order_discounts SET code_key = NULL');
    expect(await found({ discount_code: 'strasse5' })).toEqual([3]);
  });
});
