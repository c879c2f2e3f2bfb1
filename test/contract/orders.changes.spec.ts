import { IdGenerator } from '../../src/kernel/ids';
import { Clock } from '../../src/kernel/clock';
import { type OrderStatusChangeRecord } from '../../src/modules/orders/history/order-status-change.record';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { ADA, type Fields, HOME, ID, openShop, type Shop, TIME } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { recordedEvents } from '../support/recorded-events';

/*
 * Orders changed.
 *
 * | Clause                                                                                         |
 * |------------------------------------------------------------------------------------------------|
 * | interface.md Orders: PUT any field, items cannot be added this way; rule 3                     |
 * | interface.md States, Order status: unpaid to paid, updated_at changes                          |
 * | carts.md Order status: history rows; transitions default, free and strict                      |
 * | wire.md 1: an empty field unsets an optional one and is refused for a required one             |
 * | webhooks.md 1: one event a change, none for a change that changes nothing                      |
 */

const STATUSES = [
  ...['unpaid', 'paid', 'dispatched', 'processing', 'refunded'],
  ...['cancelled', 'failed', 'declined', 'mismatch', 'partial_refund'],
];
/** As carts.md has it. */
const STRICT: Record<string, string[]> = {
  unpaid: ['paid', 'processing', 'failed', 'declined', 'mismatch', 'cancelled'],
  failed: ['unpaid', 'paid', 'cancelled'],
  declined: ['unpaid', 'paid', 'cancelled'],
  paid: ['processing', 'dispatched', 'partial_refund', 'refunded', 'mismatch', 'cancelled'],
  processing: ['dispatched', 'partial_refund', 'refunded', 'mismatch', 'cancelled'],
  dispatched: ['partial_refund', 'refunded', 'mismatch'],
  mismatch: ['paid', 'processing', 'dispatched', 'partial_refund', 'refunded', 'cancelled'],
  partial_refund: ['processing', 'dispatched', 'refunded', 'mismatch', 'cancelled'],
};
const ALLOWED: Record<string, (from: string, to: string) => boolean> = {
  default: (from) => from !== 'refunded' && from !== 'cancelled',
  free: () => true,
  strict: (from, to) => STRICT[from]?.includes(to) ?? false,
};

onEachEngine('orders changed', (engine) => {
  let shop: Shop;
  const clock = new MovedClock();
  const put = (id: string, form: Fields) => shop.change(`/v1/orders/${id}`, form);
  const history = async (id: string, query = {}) =>
    (await shop.list<OrderStatusChangeRecord>(`/v1/orders/${id}/history`, query)).result;
  const events = async (id: string) =>
    (await recordedEvents(shop.store, id)).map(({ type, version }) => [type, version]);

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    jest.spyOn(shop.store.app.get(Clock), 'now').mockImplementation(() => clock.now());
  });
  afterAll(() => shop.store.close());

  it('wire.md 1: an empty status is missing, and the order keeps the one it has', async () => {
    const { id } = await shop.order({ status: 'paid' });
    expect(await shop.refused('PUT', `/v1/orders/${id}`, { form: { status: '' } })).toEqual({
      status: ['status is required'],
    });
    expect([(await shop.read(id)).status.data.key, await history(id)]).toEqual(['paid', []]);
  });

  it.each([
    ['total', '9999999999999.1234'],
    ['subtotal', '100000000000.0001'],
    ['exchange_rate', '123456789012.1234'],
  ])('wire.md 2: %s=%s has more digits than a JSON number carries', async (field, text) => {
    const { id } = await shop.order();
    const before = await shop.read(id);
    expect(await shop.refused('PUT', `/v1/orders/${id}`, { form: { [field]: text } })).toEqual({
      [field]: [`${field} must have at most 15 digits`],
    });
    expect(await shop.read(id)).toEqual(before);
  });

  it.each<[string, Fields, Partial<OrderRecord>]>([
    ['subtotal', { subtotal: '5.5' }, { subtotal: 5.5 }],
    ['shipping_price', { shipping_price: '1.25' }, { shipping_price: 1.25 }],
    ['total', { total: '6.75' }, { total: 6.75 }],
    ['exchange_rate', { exchange_rate: '1.5' }, { exchange_rate: 1.5 }],
    ['status', { status: 'paid' }, { status: { value: 'Paid', data: { key: 'paid', value: 'Paid' } } }],
  ])('interface.md Orders: PUT %s changes that field and its time, with one event', async (field, form, changed) => {
    const before = await shop.order({ shipping_price: '9' });
    clock.move(5_000);
    const after = await put(before.id, form);
    const { totals, updated_at, ...rest } = after;
    const { totals: oldTotals, updated_at: oldTime, ...old } = before;
    const isPaid = field === 'status';
    const money = { captured: isPaid ? rest.total : 0, balance: isPaid ? 0 : rest.total };
    expect(rest).toEqual({ ...old, ...changed, ...money });
    expect([oldTime < updated_at, totals.raw]).toEqual([true, { ...oldTotals.raw, ...amountsOf(field, changed) }]);
    expect(await shop.read(before.id)).toEqual(after);
    expect((await recordedEvents(shop.store, before.id)).slice(1)).toEqual([
      { type: 'order.updated', version: 2, data: { ...after, items: [], discounts: [] } },
    ]);
  });

  it('interface.md Orders: PUT changes many fields at once, references included', async () => {
    const { history: _, ...ada }: Fields = await shop.make('/v1/customers', { ...ADA, email: 'ada@example.com' });
    const euro = await shop.make('/v1/currencies', { code: 'EUR', title: 'Euro', format: '{price} €' });
    const { id } = await shop.order();
    const references = { customer: ada.id, gateway: 'manual', bill_to: HOME, ship_to: 'bill_to' };
    const amounts = { subtotal: '1', total: '2', shipping_price: '3', exchange_rate: '4' };
    const order = await put(id, { ...references, ...amounts, currency: euro.id, currency_code: 'EUR', status: 'paid' });
    expect(order).toMatchObject({ customer: { data: ada }, gateway: { value: 'Manual' }, currency: { data: euro } });
    expect(order).toMatchObject({ subtotal: 1, total: 2, shipping_price: 3, exchange_rate: 4, currency_code: 'EUR' });
    expect([order.bill_to, order.status.data.key]).toEqual([order.ship_to, 'paid']);
    expect(await events(id)).toEqual([
      ['order.created', 1],
      ['order.updated', 2],
    ]);
  });

  it('webhooks.md 1: PUT of nothing, or of what the order has already, changes nothing', async () => {
    const ada = await shop.make('/v1/customers', { ...ADA, email: 'same@example.com' });
    const same = { customer: ada.id, gateway: 'manual', bill_to: HOME, ship_to: 'bill_to', shipping_price: '1' };
    const before = await shop.order(same);
    clock.move(5_000);
    expect(await put(before.id, {})).toEqual(before);
    expect(await put(before.id, { colour: 'red', items: '[]', count: '3' })).toEqual(before);
    expect(
      await put(before.id, { ...shop.orderFields(same), subtotal: '19.990', customer: 'SAME@example.com' }),
    ).toEqual(before);
    expect([await events(before.id), await history(before.id)]).toEqual([[['order.created', 1]], []]);
  });

  it('wire.md 1: PUT of an empty field unsets it, and is refused where the field is required', async () => {
    const set = { customer: 'unset@example.com', gateway: 'manual', bill_to: HOME, ship_to: HOME, shipping_price: '4' };
    await shop.make('/v1/customers', { ...ADA, email: set.customer });
    const { id } = await shop.order(set);
    for (const field of ['subtotal', 'total', 'currency', 'currency_code', 'exchange_rate']) {
      const errors = { [field]: [`${field} is required`] };
      expect(await shop.refused('PUT', `/v1/orders/${id}`, { form: { [field]: '' } })).toEqual(errors);
    }
    const unset = await put(id, {
      customer: '',
      gateway: '',
      shipping: '',
      bill_to: '',
      ship_to: '',
      shipping_price: '',
    });
    expect(unset).toMatchObject({ customer: null, gateway: null, shipping: null, bill_to: null, ship_to: null });
    expect(unset.shipping_price).toBe(0);
  });

  it('interface.md Orders: PUT adds no items', async () => {
    const { id } = await shop.order();
    const items = [shop.itemFields()];
    expect((await put(id, { items: JSON.stringify(items) })).count).toBe(0);
    expect((await shop.list(`/v1/orders/${id}/items`)).result).toEqual([]);
  });

  it('wire.md 2: a PUT that is refused for one field changes none', async () => {
    const before = await shop.order();
    const form = { subtotal: '1', status: 'paid', gateway: 'paypal' };
    const errors = { gateway: ['gateway does not exist'] };
    expect(await shop.refused('PUT', `/v1/orders/${before.id}`, { form })).toEqual(errors);
    expect([await shop.read(before.id), await history(before.id)]).toEqual([before, []]);
  });

  it('interface.md Order status: unpaid to paid; carts.md: with who, when, from and to in the history', async () => {
    const { id, updated_at } = await shop.order();
    await put((await shop.order()).id, { status: 'paid' });
    clock.move(60_000);
    const paid = await put(id, { status: 'paid' });
    clock.move(60_000);
    await put(id, { status: 'paid' });
    await put(id, { status: 'partial_refund', subtotal: '1' });
    expect(paid.updated_at > updated_at).toBe(true);
    const choice = (key: string, value: string) => ({ value, data: { key, value } });
    const [unpaid, isPaid, partial] = [
      choice('unpaid', 'Unpaid'),
      choice('paid', 'Paid'),
      choice('partial_refund', 'Partial Refund'),
    ];
    const status = { kind: choice('status', 'Status'), before: null, after: null };
    const second = { id: ID, from: isPaid, to: partial, ...status, who: 'bootstrap', created_at: TIME };
    const first = { id: ID, from: unpaid, to: isPaid, ...status, who: 'bootstrap', created_at: paid.updated_at };
    const { subtotal, shipping_price, total } = paid;
    const before = { currency_code: 'GBP', subtotal, shipping_price, tax: 0, total, shipping: null, items: [] };
    const sides = { before, after: { ...before, subtotal: 1 } };
    const edit = { ...second, to: isPaid, kind: choice('edit', 'Edit'), ...sides };
    expect(await history(id)).toEqual([second, edit, first]);
    expect(await history(id, { kind: 'status' })).toEqual([second, first]);
    expect(await history(id, { kind: 'edit' })).toEqual([edit]);
    expect(await history(id, { order: 'asc', limit: '1' })).toEqual([first]);
    expect(await history(id, { offset: '2' })).toEqual([first]);
    expect(await history(id, { to: 'paid' })).toEqual([edit, first]);
    expect(await history(id, { from: 'paid', who: 'bootstrap' })).toEqual([second, edit]);
    const refused = (query: Record<string, string>) => shop.refused('GET', `/v1/orders/${id}/history`, { query });
    expect(await refused({ kind: 'x' })).toEqual({ kind: ['kind must be one of status, edit'] });
    expect(Object.keys((await refused({ colour: 'red' })) ?? {})).toEqual(['colour']);
    expect(await refused({ sort: 'who' })).toEqual({ sort: ['sort must be one of created_at, id'] });
  });

  it('wire.md 2: times are of the clock, in UTC to the second', async () => {
    const now = clock.move(1_234).toISOString().slice(0, 19).replace('T', ' ');
    const order = await shop.order();
    expect([order.created_at, order.updated_at]).toEqual([now, now]);
  });

  it('interface.md Order: ids are made at creation, in the order of creation', async () => {
    const ids = [await shop.order(), await shop.order(), await shop.order()].map(({ id }) => BigInt(id));
    expect(ids).toEqual([...ids].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(ids).size).toBe(3);
    expect(BigInt(shop.store.app.get(IdGenerator).next())).toBeGreaterThan(ids[2] ?? 0n);
  });
});

describe.each(Object.keys(ALLOWED))('carts.md Order status: ORDER_TRANSITIONS=%s', (rule) => {
  onEachEngine('moves', (engine) => {
    let shop: Shop;
    beforeAll(async () => (shop = await openShop(engine.databaseUrl, { ORDER_TRANSITIONS: rule })));
    afterAll(() => shop.store.close());

    it.each(STATUSES)('from %s', async (from) => {
      const outcomes: [string, unknown][] = [];
      const expected: [string, unknown][] = [];
      for (const to of STATUSES) {
        const { id } = await shop.order({ status: from });
        const { status, body } = await shop.fails('PUT', `/v1/orders/${id}`, { form: { status: to } });
        const isAllowed = from === to || ALLOWED[rule]?.(from, to) === true;
        const shown = (await shop.read(id)).status.data.key;
        const rows = (await shop.list(`/v1/orders/${id}/history`)).pagination.total;
        outcomes.push([to, [status, body.errors, shown, rows]]);
        const refusal = { status: [`status cannot change from ${from} to ${to}`] };
        expected.push([to, isAllowed ? [200, undefined, to, from === to ? 0 : 1] : [422, refusal, from, 0]]);
      }
      expect(outcomes).toEqual(expected);
    });
  });
});

function amountsOf(field: string, changed: Partial<OrderRecord>): Fields {
  return ['subtotal', 'total', 'shipping_price'].includes(field) ? changed : {};
}
