import { type OrderItemRecord } from '../../src/modules/orders/order-item.record';
import { type Fields, ID, type One, openShop, type Shop, TIME } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';

/*
 * The items of orders.
 *
 * | Clause                                                                                           |
 * |--------------------------------------------------------------------------------------------------|
 * | interface.md Order item: fields, required; order taken from the path                             |
 * | interface.md Orders: POST, GET, DELETE of items; rule 2 (same request, new values), rule 3       |
 * | carts.md Order items: 200 for a line that is there, PUT spelling, sku of a removal, record, count |
 * | wire.md 2: relations, statuses; wire.md 6: If-Match; webhooks.md 1: events                       |
 */

const REQUIRED = ['title', 'quantity', 'tax_rate', 'tax_band', 'price'];

onEachEngine('order items', (engine) => {
  let shop: Shop;
  const send = (method: string, path: string, form: Fields) =>
    shop.store.request<One<OrderItemRecord>>(method, path, { form });
  const items = async (order: string) => (await shop.list<OrderItemRecord>(`/v1/orders/${order}/items`)).result;
  const kept = async (order: string) => {
    const { count, totals } = await shop.read(order);
    return { count, tax: totals.raw.tax };
  };
  const events = async (id: string) =>
    (await recordedEvents(shop.store, id)).map(({ type, version }) => [type, version]);
  const product = (sku: string) =>
    shop.make('/v1/products', { sku, title: 'Tea', slug: sku.toLowerCase(), price: '9.99', tax_band: shop.band.id });

  beforeAll(async () => (shop = await openShop(engine.databaseUrl)));
  afterAll(() => shop.store.close());

  it('interface.md Order item: POST adds an item with 201 and the whole record, its order taken from the path', async () => {
    const order = await shop.order();
    const other = await shop.order();
    const { status, body } = await send('POST', `/v1/orders/${order.id}/items`, shop.itemFields({ order: other.id }));
    expect(status).toBe(201);
    expect(body).toEqual({
      status: true,
      result: {
        id: ID,
        order: order.id,
        product: null,
        sku: 'TEA-250',
        title: 'Tea',
        quantity: 2,
        tax_rate: 20,
        tax_band: { value: 'Default', data: shop.band },
        price: 9.99,
        discount: 0,
        discounts: [],
        modifier: {},
        modifier_ids: {},
        net: 19.98,
        tax: 4,
        total: 23.98,
        to_ship: 2,
        created_at: TIME,
        updated_at: TIME,
      },
    });
    expect(await items(order.id)).toEqual([body.result]);
    const path = `/v1/orders/${order.id}/items/${body.result.id}`;
    expect((await shop.store.request('GET', path)).body).toEqual(body);
    expect([await kept(order.id), await kept(other.id)]).toEqual([
      { count: 1, tax: 4 },
      { count: 0, tax: 0 },
    ]);
    expect(await recordedEvents(shop.store, body.result.id)).toEqual([
      { type: 'order_item.created', version: 1, data: body.result },
    ]);
    expect(await recordedEvents(shop.store, order.id)).toEqual([
      { type: 'order.created', version: 1, data: { ...order, items: [], discounts: [] } },
      {
        type: 'order.updated',
        version: 2,
        data: { ...(await shop.read(order.id)), items: [body.result], discounts: [] },
      },
    ]);
  });

  it('interface.md Order item: JSON makes the same item', async () => {
    const { id } = await shop.order();
    const json = { ...shop.itemFields(), quantity: 2, tax_rate: 17.5, price: 9.99 };
    const { body } = await shop.store.request<One<OrderItemRecord>>('POST', `/v1/orders/${id}/items`, { json });
    expect(body.result).toMatchObject({ sku: 'TEA-250', quantity: 2, tax_rate: 17.5, price: 9.99 });
  });

  it.each(REQUIRED)('interface.md Order item: a new item needs %s', async (field) => {
    const { id } = await shop.order();
    const { [field]: _, ...without } = shop.itemFields();
    const errors = { [field]: [`${field} is required`] };
    for (const method of ['POST', 'PUT']) {
      const path = `/v1/orders/${id}/items`;
      expect(await shop.refused(method, path, { form: without })).toEqual(errors);
      expect(await shop.refused(method, path, { form: { ...without, [field]: '' } })).toEqual(errors);
    }
    expect(await kept(id)).toEqual({ count: 0, tax: 0 });
  });

  it('interface.md Order item: the sku is always needed, and all that is missing is named', async () => {
    const { id } = await shop.order();
    expect(await shop.refused('POST', `/v1/orders/${id}/items`, { form: {} })).toEqual({ sku: ['sku is required'] });
    expect(await shop.refused('POST', `/v1/orders/${id}/items`, { form: { sku: 'A' } })).toEqual(
      Object.fromEntries(REQUIRED.map((field) => [field, [`${field} is required`]])),
    );
  });

  it.each([
    ['quantity', '0', 'must be 1 or more'],
    ['quantity', '-1', 'must be 1 or more'],
    ['quantity', '1.5', 'must be a whole number'],
    ['quantity', '1e2', 'must be a whole number'],
    ['quantity', '1000001', 'must be at most 1000000'],
    ['tax_rate', '-1', 'must be 0 or more'],
    ['tax_rate', '100.1', 'must be at most 100'],
    ['tax_rate', '1.00001', 'must have at most 4 decimals'],
    ['price', '-0.01', 'must be 0 or more'],
    ['price', '1.00001', 'must have at most 4 decimals'],
    ['price', 'cheap', 'must be a decimal number'],
    ['tax_band', '77', 'does not exist'],
    ['tax_band', 'standard', 'must be an id, 0 or none'],
    ['product', '77', 'does not exist'],
    ['product', 'tea', 'must be an id'],
    ['sku', 'x'.repeat(256), 'must be at most 255 characters'],
  ])('wire.md 1: %s refuses %s, in a new item and in a change', async (field, value, message) => {
    const { id } = await shop.order();
    const line = await shop.item(id);
    const errors = { [field]: [`${field} ${message}`] };
    const form = shop.itemFields({ sku: 'NEW', [field]: value });
    expect(await shop.refused('POST', `/v1/orders/${id}/items`, { form })).toEqual(errors);
    const change = { sku: 'TEA-250', [field]: value };
    expect(await shop.refused('PUT', `/v1/orders/${id}/items`, { form: change })).toEqual(errors);
    expect([await items(id), await kept(id)]).toEqual([[line], { count: 1, tax: 4 }]);
  });

  it.each(['POST', 'PUT'])(
    'interface.md Orders rule 2: %s with a sku that is there replaces its values, 200',
    async (method) => {
      const { id } = await shop.order();
      const line = await shop.item(id, { quantity: '5' });
      const band = await shop.make('/v1/taxes', { title: 'Reduced', rate: '5' });
      const form = { sku: 'TEA-250', title: 'Black tea', quantity: '1', tax_rate: '5', tax_band: band.id, price: '10' };
      const { status, body } = await send(method, `/v1/orders/${id}/items`, form);
      const values = {
        title: 'Black tea',
        quantity: 1,
        tax_rate: 5,
        tax_band: { value: 'Reduced', data: band },
        price: 10,
        net: 10,
        tax: 0.5,
        total: 10.5,
        to_ship: 1,
      };
      expect([status, body.result]).toEqual([200, { ...line, ...values, updated_at: TIME }]);
      expect([await items(id), await kept(id)]).toEqual([[body.result], { count: 1, tax: 0.5 }]);
      expect(await events(line.id)).toEqual([
        ['order_item.created', 1],
        ['order_item.updated', 2],
      ]);
      expect((await events(id)).length).toBe(3);
    },
  );

  it('interface.md Orders rule 2: only the quantity may be sent; what is left out stays', async () => {
    const { id } = await shop.order();
    const line = await shop.item(id, { quantity: '5' });
    const { status, body } = await send('POST', `/v1/orders/${id}/items`, { sku: 'TEA-250', quantity: '3' });
    const changed = { quantity: 3, net: 29.97, tax: 5.99, total: 35.96, to_ship: 3, updated_at: TIME };
    expect([status, body.result]).toEqual([200, { ...line, ...changed }]);
    expect(await kept(id)).toEqual({ count: 1, tax: 5.99 });
  });

  it('carts.md Order items: PUT without an item id adds a line whose sku is new, 201', async () => {
    const { id } = await shop.order();
    const { status, body } = await send('PUT', `/v1/orders/${id}/items`, shop.itemFields());
    expect([status, await items(id), await kept(id)]).toEqual([201, [body.result], { count: 1, tax: 4 }]);
  });

  it('carts.md Order items: a sku is one to the letter, and one an order', async () => {
    const { id } = await shop.order();
    const other = await shop.order();
    for (const sku of ['tea', 'TEA', 'Teá', 'Tea']) await shop.item(id, { sku });
    await shop.item(other.id, { sku: 'tea', quantity: '7' });
    expect((await items(id)).map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['Tea', 2],
      ['Teá', 2],
      ['TEA', 2],
      ['tea', 2],
    ]);
    expect([await kept(id), await kept(other.id)]).toEqual([
      { count: 4, tax: 16 },
      { count: 1, tax: 13.99 },
    ]);
  });

  it('webhooks.md 1: the same values again change nothing', async () => {
    const { id } = await shop.order();
    const line = await shop.item(id);
    const order = await shop.read(id);
    const again = await send('POST', `/v1/orders/${id}/items`, shop.itemFields({ price: '9.990', quantity: '2.0' }));
    expect([again.status, again.body.result]).toEqual([200, line]);
    expect(await shop.read(id)).toEqual(order);
    expect([await events(line.id), (await events(id)).length]).toEqual([[['order_item.created', 1]], 2]);
  });

  it('wire.md 2: product and tax band are relations, which stay when they change or are removed', async () => {
    const tea = await product('STAYS');
    const band = await shop.make('/v1/taxes', { title: 'Zero', rate: '0' });
    const { id } = await shop.order();
    const line = await shop.item(id, { product: tea.id, tax_band: band.id });
    // The prices of the order are its own.
    const { pricing: _, ...kept } = tea as Record<string, unknown>;
    expect([line.product, line.tax_band]).toEqual([
      { value: 'Tea', data: kept },
      { value: 'Zero', data: band },
    ]);
    await shop.change(`/v1/products/${tea.id}`, { title: 'Coffee', price: '1' });
    await shop.change(`/v1/taxes/${band.id}`, { title: 'Nothing', rate: '1' });
    expect(await items(id)).toEqual([line]);
    for (const path of [`/v1/products/${tea.id}`, `/v1/taxes/${band.id}`]) {
      expect((await shop.store.request('DELETE', path)).status).toBe(200);
    }
    expect(await items(id)).toEqual([line]);
    expect((await shop.list(`/v1/orders/${id}/items`, { product: tea.id, tax_band: band.id })).pagination.total).toBe(
      1,
    );
    const { body } = await send('PUT', `/v1/orders/${id}/items`, { sku: 'TEA-250', product: '' });
    expect(body.result.product).toBeNull();
  });

  it('interface.md Orders: DELETE removes the whole item, with its event, and keeps count and tax', async () => {
    const { id } = await shop.order();
    const line = await shop.item(id, { quantity: '5' });
    const other = await shop.item(id, { sku: 'OTHER' });
    const gone = await shop.store.request('DELETE', `/v1/orders/${id}/items/${line.id}`);
    expect([gone.status, gone.body]).toEqual([200, { status: true, message: 'Order item removed successfully' }]);
    expect([await items(id), await kept(id)]).toEqual([[other], { count: 1, tax: 4 }]);
    expect((await recordedEvents(shop.store, line.id)).at(-1)).toEqual({
      type: 'order_item.deleted',
      version: 2,
      data: line,
    });
    expect(await shop.item(id)).not.toEqual(line);
  });

  it.each<[string, object, number]>([
    ['none', {}, 200],
    ['in the body', { form: { sku: ' TEA-250 ' } }, 200],
    ['in a JSON body', { json: { sku: 'TEA-250' } }, 200],
    ['in the query', { query: { sku: ' TEA-250 ' } }, 200],
    ['empty in the body', { form: { sku: '' } }, 200],
    ['empty in the query', { query: { sku: '' } }, 200],
    ['wrong in the body', { form: { sku: 'tea-250' } }, 422],
    ['wrong in the query', { query: { sku: 'OTHER' } }, 422],
    ['wrong in the body, right in the query', { form: { sku: 'OTHER' }, query: { sku: 'TEA-250' } }, 422],
  ])('carts.md Order items: a removal with a sku: %s', async (_, call, expected) => {
    const { id } = await shop.order();
    const line = await shop.item(id);
    const { status, body } = await shop.fails('DELETE', `/v1/orders/${id}/items/${line.id}`, call);
    const errors = expected === 422 ? { sku: ["sku must be the item's sku"] } : undefined;
    expect([status, body.errors]).toEqual([expected, errors]);
    expect(await kept(id)).toEqual(expected === 422 ? { count: 1, tax: 4 } : { count: 0, tax: 0 });
  });

  it('wire.md 1: a removal refuses a sku in the query that is no text', async () => {
    const { id } = await shop.order();
    const line = await shop.item(id);
    const path = `/v1/orders/${id}/items/${line.id}`;
    expect(await shop.refused('DELETE', path, { query: { 'sku[a]': 'TEA-250' } })).toEqual({
      sku: ['sku must be text'],
    });
  });

  it('wire.md 2: there is no such item, also when another order has it', async () => {
    const { id } = await shop.order();
    const other = await shop.order();
    const elsewhere = await shop.item(other.id);
    for (const item of ['77', 'abc', elsewhere.id]) {
      for (const method of ['GET', 'DELETE']) {
        const { status, body } = await shop.fails(method, `/v1/orders/${id}/items/${item}`);
        expect([status, body]).toEqual([404, { status: false, error: 'No order item found' }]);
      }
    }
    expect(await items(other.id)).toEqual([elsewhere]);
  });

  it('wire.md 6: PUT and DELETE of an item honour If-Match', async () => {
    const { id } = await shop.order();
    const path = `/v1/orders/${id}/items`;
    const send = (method: string, to: string, tag: string, form: Fields) =>
      shop.store.request(method, to, { form, headers: { 'if-match': tag } });
    const created = await shop.store.request<One>('POST', path, { form: shop.itemFields() });
    const first = String(created.headers.get('etag'));
    const changed = await send('PUT', path, first, { sku: 'TEA-250', quantity: '3' });
    const second = String(changed.headers.get('etag'));
    expect([changed.status, second === first]).toEqual([200, false]);
    const item = `${path}/${created.body.result.id}`;
    expect((await shop.store.request('GET', item)).headers.get('etag')).toBe(second);
    const stale = [
      await send('PUT', path, first, { sku: 'TEA-250', quantity: '4' }),
      await send('PUT', path, '*', shop.itemFields({ sku: 'NEW' })),
      await send('DELETE', item, first, {}),
    ];
    expect(stale.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(await kept(id)).toEqual({ count: 1, tax: 5.99 });
    expect((await send('PUT', path, '*', { sku: 'TEA-250', quantity: '1' })).status).toBe(200);
    expect((await send('DELETE', item, '*', {})).status).toBe(200);
    expect(await kept(id)).toEqual({ count: 0, tax: 0 });
  });
});
