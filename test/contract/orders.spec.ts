import { OrderItem } from '../../src/modules/orders/data/order-item.entity';
import { OrderStatusChange } from '../../src/modules/orders/data/order-status-change.entity';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { type Fields, ID, type One, openShop, type Shop, TIME } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';

/*
 * Orders made, read and removed: their fields on the way in and out.
 *
 * | Clause                                                                     | Where else                |
 * |----------------------------------------------------------------------------|---------------------------|
 * | interface.md Order: writable fields, required, minimum set, choices        | orders.references.spec.ts |
 * | interface.md Order: read-only fields; Conventions (envelopes, timestamps)  | orders.totals.spec.ts     |
 * | interface.md Orders: POST, GET, DELETE; Errors 1                           | orders.changes.spec.ts    |
 * | wire.md 1 numbers, empty fields; wire.md 2 envelopes, headers, statuses    |                           |
 * | carts.md Order status: any status at creation; webhooks.md 1               | orders.changes.spec.ts    |
 */

const LABELS = {
  unpaid: 'Unpaid',
  paid: 'Paid',
  dispatched: 'Dispatched',
  processing: 'Processing',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  failed: 'Failed',
  declined: 'Declined',
  mismatch: 'Mismatch',
  partial_refund: 'Partial Refund',
};
const REQUIRED = ['subtotal', 'total', 'currency', 'currency_code', 'exchange_rate'];

onEachEngine('orders', (engine) => {
  let shop: Shop;
  const create = (form: Fields) => shop.store.request<One<OrderRecord>>('POST', '/v1/orders', { form });

  beforeAll(async () => (shop = await openShop(engine.databaseUrl)));
  afterAll(() => shop.store.close());

  /** The whole record of an order of the minimum set. */
  const minimal = (): Fields => {
    const amounts = { subtotal: 19.99, total: 24.49, shipping_price: 0, tax: 0, rounding: 0 };
    const formatted = { subtotal: '£19.99', total: '£24.49', shipping_price: '£0.00', tax: '£0.00', rounding: '£0.00' };
    return {
      id: ID,
      order: null,
      number: null,
      created_at: TIME,
      updated_at: TIME,
      customer: null,
      gateway: null,
      status: { value: 'Unpaid', data: { key: 'unpaid', value: 'Unpaid' } },
      origin: { value: 'API', data: { key: 'api', value: 'API' } },
      supersedes: null,
      subtotal: 19.99,
      shipping_price: 0,
      total: 24.49,
      captured: 0,
      refunded: 0,
      balance: 24.49,
      currency: { value: 'British Pound', data: shop.currency },
      currency_code: 'GBP',
      exchange_rate: 1,
      shipping: null,
      bill_to: null,
      ship_to: null,
      totals: { formatted, rounded: amounts, raw: amounts },
      count: 0,
      test: false,
    };
  };

  it('interface.md Order: the minimum set makes an order; what is unset is null or 0, and the record is whole', async () => {
    const { status, body } = await create(shop.orderFields());
    expect(status).toBe(201);
    expect(body).toEqual({ status: true, result: minimal() });
    expect(body.result.created_at).toBe(body.result.updated_at);
  });

  it('interface.md Orders: GET answers the same record as its creation, with the same ETag', async () => {
    const made = await create(shop.orderFields());
    const got = await shop.store.request<One<OrderRecord>>('GET', `/v1/orders/${made.body.result.id}`);
    expect([got.status, got.body]).toEqual([200, made.body]);
    expect(got.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(got.headers.get('etag')).toBe(made.headers.get('etag'));
  });

  it('interface.md Conventions: a form, JSON text and JSON numbers make the same order', async () => {
    const json = { ...shop.orderFields(), subtotal: 19.99, total: 24.49, exchange_rate: 1 };
    const answer = await shop.store.request<One<OrderRecord>>('POST', '/v1/orders', { json });
    expect([answer.status, answer.body.result]).toEqual([201, minimal()]);
    const byForm = await create(shop.orderFields({ subtotal: '19.990', total: '+24.4900', exchange_rate: '01.0' }));
    expect([byForm.status, byForm.body.result]).toEqual([201, minimal()]);
  });

  it('wire.md 2: an answer names the version of the interface and its request, and is not stored', async () => {
    const headers = { 'x-request-id': 'orders-contract-1' };
    const answer = await shop.store.request('POST', '/v1/orders', { form: shop.orderFields(), headers });
    const names = ['api-version', 'x-request-id', 'cache-control', 'idempotency-replayed'];
    expect(names.map((name) => answer.headers.get(name))).toEqual(['1.2.0', 'orders-contract-1', 'no-store', null]);
  });

  it('webhooks.md 1: the creation has one event, with the record as it was answered', async () => {
    const order = await shop.order();
    expect(await recordedEvents(shop.store, order.id)).toEqual([
      { type: 'order.created', version: 1, data: { ...order, items: [], discounts: [] } },
    ]);
  });

  it.each(REQUIRED)('interface.md Order: %s is required, left out or empty', async (field) => {
    const { [field]: _, ...without } = shop.orderFields();
    const errors = { [field]: [`${field} is required`] };
    expect(await shop.refused('POST', '/v1/orders', { form: without })).toEqual(errors);
    expect(await shop.refused('POST', '/v1/orders', { form: { ...without, [field]: ' ' } })).toEqual(errors);
    expect(await shop.refused('POST', '/v1/orders', { json: { ...without, [field]: null } })).toEqual(errors);
  });

  it('wire.md 2: a refusal names every field at fault, its error is the first of the messages, and nothing is made', async () => {
    const before = (await shop.list('/v1/orders')).pagination.total;
    const { status, body } = await shop.fails('POST', '/v1/orders', { form: { status: 'lost', subtotal: 'ten' } });
    const errors = {
      status: [`status must be one of ${Object.keys(LABELS).join(', ')}`],
      subtotal: ['subtotal must be a decimal number'],
      ...Object.fromEntries(REQUIRED.slice(1).map((field) => [field, [`${field} is required`]])),
    };
    expect([status, body.status, body.errors]).toEqual([422, false, errors]);
    expect(Object.values(errors).flat()[0]).toBe(body.error);
    expect((await shop.list('/v1/orders')).pagination.total).toBe(before);
  });

  it.each(Object.entries(LABELS))(
    'interface.md Order, carts.md: an order can be made %s, shown as %s',
    async (key, label) => {
      const order = await shop.order({ status: key });
      expect(order.status).toEqual({ value: label, data: { key, value: label } });
      expect((await shop.read(order.id)).status).toEqual(order.status);
      expect(await shop.manager.countBy(OrderStatusChange, { orderId: order.id })).toBe(0);
    },
  );

  it.each([[{}], [{ status: '' }], [{ status: 'UNPAID' }]])(
    'interface.md Order: the status is unpaid by default: %j',
    async (status) => {
      const { status: _, ...fields } = shop.orderFields();
      expect((await create({ ...fields, ...status })).body.result).toEqual(minimal());
    },
  );

  it.each([
    ['subtotal', '1e3', 'must be a decimal number'],
    ['subtotal', '1,000', 'must be a decimal number'],
    ['subtotal', 'NaN', 'must be a decimal number'],
    ['subtotal', '0x10', 'must be a decimal number'],
    ['subtotal', '-0.01', 'must be 0 or more'],
    ['total', '-1', 'must be 0 or more'],
    ['total', '.5', 'must be a decimal number'],
    ['total', '1.00001', 'must have at most 4 decimals'],
    ['total', '10000000000000', 'must be at most 9999999999999.99'],
    ['shipping_price', '-1', 'must be 0 or more'],
    ['shipping_price', 'free', 'must be a decimal number'],
    ['exchange_rate', '0', 'must be above 0'],
    ['exchange_rate', '-1', 'must be above 0'],
    ['exchange_rate', '1.00000000001', 'must have at most 10 decimals'],
    ['exchange_rate', 'one', 'must be a decimal number'],
    ['currency', 'GBP', 'must be an id'],
    ['currency', '77', 'does not exist'],
    ['currency', '-1', 'must be an id'],
    ['currency', '99999999999999999999', 'must be an id'],
    ['currency_code', 'GB', 'must be three letters'],
    ['currency_code', 'EUR', 'must be GBP, the code of the currency'],
    ['status', 'partial refund', `must be one of ${Object.keys(LABELS).join(', ')}`],
  ])('wire.md 1: %s refuses %s on POST and PUT', async (field, value, message) => {
    const errors = { [field]: [`${field} ${message}`] };
    const { id } = await shop.order();
    expect(await shop.refused('POST', '/v1/orders', { form: shop.orderFields({ [field]: value }) })).toEqual(errors);
    expect(await shop.refused('PUT', `/v1/orders/${id}`, { form: { [field]: value } })).toEqual(errors);
    expect((await recordedEvents(shop.store, id)).map(({ type }) => type)).toEqual(['order.created']);
  });

  it('wire.md 1: unknown and read-only fields of a body are ignored', async () => {
    const readOnly = { id: '5', order: '6', count: '7', created_at: '2001-01-01 00:00:00', totals: { raw: 1 } };
    const { body } = await create(shop.orderFields({ ...readOnly, colour: 'red' }));
    expect(body.result).toEqual(minimal());
    expect(body.result.id).not.toBe('5');
  });

  it('interface.md Order: shipping_price is 0 when sent empty', async () => {
    expect((await shop.order({ shipping_price: '' })).shipping_price).toBe(0);
    expect((await shop.order({ shipping_price: '4.5' })).shipping_price).toBe(4.5);
  });

  it('interface.md Orders: DELETE removes the order, its items and its history, each object with its event', async () => {
    const { id } = await shop.order();
    const items = [await shop.item(id, { sku: 'A' }), await shop.item(id, { sku: 'B' })];
    await shop.change(`/v1/orders/${id}`, { status: 'paid' });
    const last = await shop.read(id);
    const other = await shop.order();
    await shop.item(other.id);

    const gone = await shop.store.request('DELETE', `/v1/orders/${id}`);
    expect([gone.status, gone.body]).toEqual([200, { status: true, message: 'Order removed successfully' }]);
    expect(await shop.manager.countBy(OrderItem, { orderId: id })).toBe(0);
    expect(await shop.manager.countBy(OrderStatusChange, { orderId: id })).toBe(0);
    const data = { ...last, items, discounts: [] };
    expect((await recordedEvents(shop.store, id)).at(-1)).toEqual({ type: 'order.deleted', version: 5, data });
    for (const item of items) {
      const events = await recordedEvents(shop.store, item.id);
      expect(events.map(({ type, version }) => [type, version])).toEqual([
        ['order_item.created', 1],
        ['order_item.deleted', 2],
      ]);
      expect(events.at(-1)?.data).toEqual(item);
    }
    expect((await shop.read(other.id)).count).toBe(1);
  });

  it.each(['77', 'abc', '0', '-1', '99999999999999999999'])('wire.md 2: there is no order %s', async (id) => {
    const calls: [string, string, object][] = [
      ['GET', '', {}],
      ['PUT', '', { form: { status: 'paid' } }],
      ['DELETE', '', {}],
      ['GET', '/history', {}],
      ['GET', '/items', {}],
      ['POST', '/items', { form: shop.itemFields() }],
      ['PUT', '/items', { form: shop.itemFields() }],
      ['DELETE', '/items/77', {}],
    ];
    for (const [method, path, call] of calls) {
      const { status, body, headers } = await shop.fails(method, `/v1/orders/${id}${path}`, call);
      expect([method, path, status, body]).toEqual([method, path, 404, { status: false, error: 'No order found' }]);
      expect(headers.get('error-code')).toBe('orders.not_found');
    }
  });

  it('wire.md 2: a removed order is gone', async () => {
    const { id } = await shop.order();
    await shop.store.request('DELETE', `/v1/orders/${id}`);
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await shop.fails(method, `/v1/orders/${id}`);
      expect([status, body]).toEqual([404, { status: false, error: 'No order found' }]);
    }
    expect((await shop.list('/v1/orders', { id })).result).toEqual([]);
  });

  it('wire.md 1: POST with _method=PUT or DELETE acts as that method', async () => {
    const { id } = await shop.order();
    const put = { query: { _method: 'PUT' }, form: { status: 'paid' } };
    const changed = await shop.store.request<One<OrderRecord>>('POST', `/v1/orders/${id}`, put);
    expect([changed.status, changed.body.result.status.data.key]).toEqual([200, 'paid']);
    const removed = await shop.store.request('POST', `/v1/orders/${id}`, { query: { _method: 'DELETE' } });
    expect([removed.status, removed.body]).toEqual([200, { status: true, message: 'Order removed successfully' }]);
  });
});
