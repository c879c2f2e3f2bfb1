import { Order } from '../../src/modules/orders/data/order.entity';
import { type OrderDiscountRecord } from '../../src/modules/orders/discounts/order-discount.record';
import { type OrderItemRecord } from '../../src/modules/orders/order-item.record';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type Many, type One, openShop, type Saved, type Shop } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { statementsOf } from '../support/statements';

/*
 * `include` of orders over HTTP, and the extra fields of their events (orders-and-payments.md 34).
 */

interface Shown extends OrderRecord {
  readonly items?: OrderItemRecord[];
  readonly discounts?: OrderDiscountRecord[];
  readonly truncated?: true;
}

const ADA = { first_name: 'Ada', last_name: 'Lovelace' };
const HOME = { first_name: 'A', last_name: 'B', address_1: '1', postcode: 'X', country: 'GB' };

onEachEngine('includes of orders', (engine) => {
  let shop: Shop;
  let mug: Saved;
  /** The customer of the three orders. */
  let customer: string;
  /** Placed with a discount and two items; stated with one item; stated without. No test changes them. */
  let placed: OrderRecord;
  let stated: OrderRecord;
  let bare: OrderRecord;

  /** Puts mugs into a cart and checks it out. */
  async function place(cart: string, quantity: number, more = {}): Promise<OrderRecord> {
    await shop.make(`/v1/carts/${cart}`, { id: mug.id, quantity });
    const terms = { bill_to: HOME, ship_to: 'bill_to', gateway: 'manual', ...more };
    return shop.make<OrderRecord>(`/v1/carts/${cart}/checkout`, terms);
  }
  const get = async (path: string) => (await shop.store.request<One<Shown>>('GET', path)).body.result;
  const itemsOf = async (id: string) =>
    (await shop.list<OrderItemRecord>(`/v1/orders/${id}/items`, { sort: 'id', order: 'asc' })).result;
  const discountsOf = async (id: string) => (await shop.list<OrderDiscountRecord>(`/v1/orders/${id}/discounts`)).result;
  /** The statements that reads and writes send meanwhile, by what they are about. */
  const statements = (table: string, work: () => Promise<unknown>) => statementsOf(shop.store, work, table);
  /** Many items of an order, straight into the table. */
  async function fill(order: string, count: number): Promise<void> {
    const [row = {}] = await shop.manager.query<Saved[]>('SELECT * FROM order_items WHERE order_id = ?', [order]);
    const columns = Object.keys(row);
    for (let n = 0; n < count; n += 1) {
      const values: Record<string, unknown> = { ...row, id: String(5_000_000_000_000n + BigInt(n)), sku: `S-${n}` };
      const sql = `INSERT INTO order_items (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
      await shop.manager.query(
        sql,
        columns.map((name) => values[name]),
      );
    }
  }

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    const tax_band = shop.band.id;
    mug = await shop.make('/v1/products', { sku: 'MUG', title: 'Mug', slug: 'mug', price: '10', tax_band });
    const tea = await shop.make('/v1/products', { sku: 'TEA', title: 'Tea', slug: 'tea', price: '4', tax_band });
    const terms = {
      from: '2020-01-01',
      to: '2099-12-31',
      status: 1,
      terminating: 0,
      persistent: 0,
      apply_to_shipping: 0,
    };
    await shop.make('/v1/promotions/cart', { ...terms, title: 'Off', action: 'discount_by_percent', amount: 10 });
    customer = (await shop.make('/v1/customers', { ...ADA, email: 'ada@example.com' })).id;
    await shop.make('/v1/carts/one', { id: tea.id, quantity: 1 });
    placed = await place('one', 2, { customer });
    bare = await shop.order({ customer });
    const { id } = await shop.order({ customer });
    await shop.item(id);
    stated = await shop.read(id);
  });
  afterAll(() => shop.store.close());

  it('orders-and-payments.md 34: one order shows what is asked for, as their own lists do', async () => {
    const [items, discounts] = [await itemsOf(placed.id), await discountsOf(placed.id)];
    expect([items.length, discounts.length]).toEqual([2, 1]);
    expect(await get(`/v1/orders/${placed.id}?include=items,discounts`)).toEqual({ ...placed, items, discounts });
    expect(await get(`/v1/orders/${placed.id}?include=discounts`)).toEqual({ ...placed, discounts });
    const units = items.map(({ sku, product, quantity, tax }) => ({
      ...{ sku, product: (product?.data as Saved | undefined)?.id, quantity, tax },
    }));
    expect(await get(`/v1/orders/${placed.id}?include=units`)).toEqual({ ...placed, units });
    expect(await get(`/v1/orders/${bare.id}?include=items, discounts,items`)).toEqual({
      ...bare,
      items: [],
      discounts: [],
    });
    for (const query of ['', '?include=']) expect(await get(`/v1/orders/${placed.id}${query}`)).toEqual(placed);
  });

  it('orders-and-payments.md 34: payments too, which a module after this one keeps', async () => {
    const { id } = await shop.order({ gateway: 'manual' });
    await shop.store.request('POST', `/v1/checkout/payment/purchase/${id}`, { form: {} });
    const payments = (await shop.list(`/v1/orders/${id}/payments`)).result;
    expect(payments).toHaveLength(1);
    expect(await get(`/v1/orders/${id}?include=payments`)).toEqual({ ...(await shop.read(id)), payments });
    await shop.manager.query('DELETE FROM payments WHERE order_id = ?', [id]);
    await shop.store.request('DELETE', `/v1/orders/${id}`);
  });

  it('orders-and-payments.md 34: lists and searches show it for each order, and their links keep it', async () => {
    const items = { [placed.id]: await itemsOf(placed.id), [stated.id]: await itemsOf(stated.id), [bare.id]: [] };
    const discounts = { [placed.id]: await discountsOf(placed.id), [stated.id]: [], [bare.id]: [] };
    const wanted = [stated, bare, placed].map((order) => ({
      ...order,
      items: items[order.id],
      discounts: discounts[order.id],
    }));
    for (const path of ['/v1/orders', '/v1/orders/search']) {
      const page = await shop.list(path, { include: 'items,discounts', customer });
      expect(page.result).toEqual(wanted);
      const [first] = (await shop.list<Shown>(path, { include: 'items', limit: '1', customer })).result;
      expect(first).toEqual({ ...stated, items: items[stated.id] });
    }
    const { pagination } = await shop.list('/v1/orders', { include: 'items', limit: '1', status: 'unpaid' });
    expect(new URL(String(pagination.links.next)).searchParams.get('include')).toBe('items');
  });

  it('storefront.md 14: an include that is repeated shows all of them, of one order and in lists', async () => {
    const [items, discounts] = [await itemsOf(placed.id), await discountsOf(placed.id)];
    const shown = { ...placed, items, discounts };
    for (const query of [
      'include=items&include=discounts',
      'include[]=items&include[]=discounts',
      'include[0]=items,discounts&include[1]=items',
      'include=&include=items&include=discounts',
    ]) {
      expect([query, await get(`/v1/orders/${placed.id}?${query}`)]).toEqual([query, shown]);
      for (const path of ['/v1/orders', '/v1/orders/search']) {
        const { body } = await shop.store.request<Many<Shown>>('GET', `${path}?id=${placed.id}&${query}`);
        expect([path, query, body.result]).toEqual([path, query, [shown]]);
      }
    }
    const paged = await shop.store.request<Many<Shown>>('GET', '/v1/orders?limit=1&include=items&include=notes');
    expect(new URL(String(paged.body.pagination.links.next)).searchParams.getAll('include')).toEqual(['items,notes']);
    for (const path of ['/v1/orders', '/v1/orders/search', `/v1/orders/${bare.id}`])
      for (const query of ['include=items&include=colour', 'include[a]=items', 'include[0][0]=items'])
        expect([path, query, await shop.refused('GET', `${path}?${query}`, {})]).toEqual([
          path,
          query,
          { include: [expect.stringMatching(/^include must be /)] },
        ]);
  });

  it('orders-and-payments.md 34: each costs one statement, however many orders there are', async () => {
    for (const limit of ['1', '3']) {
      const list = () => shop.list('/v1/orders', { include: 'items,discounts', limit });
      expect([limit, (await statements('order_items', list)).length]).toEqual([limit, 1]);
      expect([limit, (await statements('order_discounts', list)).length]).toEqual([limit, 1]);
    }
    expect(await statements('order_items', () => shop.list('/v1/orders'))).toEqual([]);
  });

  it('orders-and-payments.md 34: an unknown include is rejected, naming those there are', async () => {
    for (const include of ['colour', 'items,colour', 'Items', 'constructor', 'x'.repeat(300)]) {
      for (const path of ['/v1/orders', '/v1/orders/search', `/v1/orders/${bare.id}`]) {
        expect(await shop.refused('GET', path, { query: { include } })).toEqual({
          include: [
            expect.stringMatching(
              /^include must be one or several of items, units, discounts[\w, ]*, separated by commas$/,
            ),
          ],
        });
      }
    }
    expect(await shop.refused('GET', '/v1/customers', { query: { include: 'items' } })).toHaveProperty('include');
  });

  it('wire.md 6: the tag of an order that shows more is the tag of the order', async () => {
    const { id } = await shop.order();
    const { headers } = await shop.store.request('GET', `/v1/orders/${id}?include=items`);
    const tag = { 'if-match': String(headers.get('etag')) };
    const change = { headers: tag, form: { gateway: 'manual' } };
    const { status } = await shop.store.request('PUT', `/v1/orders/${id}`, change);
    expect(status).toBe(200);
    expect((await shop.store.request('PUT', `/v1/orders/${id}`, change)).status).toBe(409);
  });

  it('orders-and-payments.md 34: events carry items and discounts as the transaction leaves them', async () => {
    const [items, discounts] = [await itemsOf(placed.id), await discountsOf(placed.id)];
    const created = (await recordedEvents(shop.store, placed.id)).filter(({ type }) => type === 'order.created');
    expect(created.map(({ data }) => data)).toEqual([{ ...placed, items, discounts }]);
    const events = await recordedEvents(shop.store, stated.id);
    expect(events.map(({ type, data }) => [type, (data as Shown).items?.length])).toEqual([
      ['order.created', 0],
      ['order.updated', 1],
    ]);
    expect(events[1]?.data).toEqual({ ...stated, items: await itemsOf(stated.id), discounts: [] });
    const made = await shop.order();
    const item = await shop.item(made.id, { sku: 'GONE' });
    const before = await shop.read(made.id);
    await shop.store.request('DELETE', `/v1/orders/${made.id}`);
    const deleted = (await recordedEvents(shop.store, made.id)).find(({ type }) => type === 'order.deleted');
    expect(deleted?.data).toEqual({ ...before, items: [item], discounts: [] });
  });

  it('orders-and-payments.md 34: events of one transaction cost at most two reads, however many orders they are of', async () => {
    const change = (ids: readonly string[]) => () =>
      shop.store.app.get(Transactions).run(async (tx) => {
        for (const id of ids) {
          const order = await tx.findOneByOrFail(Order, { id });
          for (const gatewaySlug of ['one', 'two']) await tx.save(Object.assign(order, { gatewaySlug }));
        }
      });
    const bought = await place('three', 1);
    const [one, two, none] = [await shop.order(), await shop.order(), await shop.order()];
    for (const { id } of [one, two]) await shop.item(id);
    for (const ids of [[bought.id], [bought.id, one.id, two.id]]) {
      const reads = async (table: string) =>
        (await statements(table, change(ids))).filter((sql) => sql.startsWith('SELECT'));
      await change([bought.id])();
      expect([(await reads('order_items')).length, (await reads('order_discounts')).length]).toEqual([1, 1]);
    }
    // Without items, and without a checkout, there is nothing to read.
    expect(await statements('order_items|order_discounts', change([none.id]))).toEqual([]);
  });

  it('orders-and-payments.md 34: the event of a checkout reads nothing that the checkout has just written', async () => {
    const sent = await statements('order_items|order_discounts', () => place('two', 1));
    expect(sent.map((sql) => sql.split(' ')[0])).toEqual(['INSERT', 'INSERT']);
  });

  it('orders-and-payments.md 34: both show the first 200, and say that there are more', async () => {
    const { id } = await shop.order();
    await shop.item(id);
    await fill(id, 199);
    const whole = await get(`/v1/orders/${id}?include=items`);
    expect([whole.items?.length, whole.truncated]).toEqual([200, undefined]);
    await shop.item(id, { sku: 'LAST' });
    const cut = await get(`/v1/orders/${id}?include=items,discounts`);
    expect([cut.items?.length, cut.truncated, cut.items?.at(-1)?.sku]).toEqual([200, true, 'TEA-250']);
    const { result } = await shop.list<Shown>('/v1/orders', { include: 'items', id: `${id}` });
    expect([result[0]?.items, result[0]?.truncated]).toEqual([cut.items, true]);
    const last = (await recordedEvents(shop.store, id)).at(-1)?.data as Shown;
    expect([last.items?.length, last.truncated, last.count]).toEqual([200, true, 201]);
    const [row] = (await shop.store.request<Many>('GET', '/v1/orders', { query: { include: 'items' } })).body.result;
    expect(row?.id).toBe(id);
  });
});
