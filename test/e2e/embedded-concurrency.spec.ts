import { Order } from '../../src/modules/orders/data/order.entity';
import { OrderItem } from '../../src/modules/orders/data/order-item.entity';
import { itemTax } from '../../src/modules/orders/domain/order-totals';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { EventRow } from '../../src/platform/events/event.entity';
import { IdempotencyRecord } from '../../src/platform/http/idempotency/idempotency-record.entity';
import { IdempotentAnswers } from '../../src/platform/http/idempotency/idempotent-answers';
import { type Fields, type Many, type One, openShop, type Shop } from '../builders/shop.builder';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { type Answer, type Call } from '../support/store';

/*
 * Many requests at once. The embedded database has one connection, on which transactions must take turns; what holds
 * there must hold on a server too, so both are asked the same.
 *
 * | Clause                                                                                         |
 * |------------------------------------------------------------------------------------------------|
 * | architecture decision 6: transactions do not interleave, no reader sees an uncommitted row     |
 * | carts.md Order items: the count is the number of items, the tax is the tax of the items        |
 * | webhooks.md 1: one event a change, in its transaction; object_version rises with each change   |
 * | wire.md 2: nothing but what was asked for goes wrong: no 5xx                                   |
 */

const AT_ONCE = 50;

onEachEngine('fifty requests at once', (engine) => {
  let shop: Shop;
  beforeAll(async () => (shop = await openShop(engine.databaseUrl)));
  afterAll(() => shop.store.close());

  const send = (method: string, path: string, call?: Call): Promise<Answer<One<OrderRecord>>> =>
    shop.store.request<One<OrderRecord>>(method, path, call);

  /** Counts answers by what was asked and the status. */
  function tally(answers: readonly [string, Answer<unknown>][]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const [what, { status }] of answers) {
      const key = `${what} ${status}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  }

  /** Every order shows the count and the tax of its items, and no item is without its order. */
  async function expectWholeOrders(): Promise<void> {
    const orders = await shop.manager.find(Order);
    const items = await shop.manager.find(OrderItem);
    const kept = orders.map(({ id, itemCount, tax }) => ({ id, itemCount, tax }));
    const counted = orders.map(({ id, currency }) => {
      const own = items.filter(({ orderId }) => orderId === id);
      const tax = own.reduce((sum, line) => sum + itemTax(line.price, line.quantity, line.taxRate, currency.data), 0n);
      return { id, itemCount: own.length, tax };
    });
    expect(kept).toEqual(counted);
    const ids = new Set(orders.map(({ id }) => id));
    expect(items.filter(({ orderId }) => !ids.has(orderId))).toEqual([]);
  }

  /** The events of every order and item are one creation, then changes, at most one removal: versions 1..n, no gaps. */
  async function expectWholeEvents(): Promise<void> {
    const events = await shop.manager.find(EventRow, { order: { objectVersion: 'ASC' } });
    const histories = new Map<string, EventRow[]>();
    for (const event of events.filter(({ object }) => object.startsWith('order'))) {
      histories.set(event.objectId, [...(histories.get(event.objectId) ?? []), event]);
    }
    const alive = new Map<string, number>();
    for (const { id, version } of [...(await shop.manager.find(Order)), ...(await shop.manager.find(OrderItem))]) {
      alive.set(id, version);
    }
    for (const [id, history] of histories) {
      const last = alive.get(id);
      const kinds = history.map(({ event }) => event);
      const changes = kinds.length - (last === undefined ? 2 : 1);
      expect(history.map(({ objectVersion }) => objectVersion)).toEqual(history.map((_, at) => at + 1));
      expect(kinds).toEqual([
        'create',
        ...Array<string>(changes).fill('update'),
        ...(last === undefined ? ['delete'] : []),
      ]);
      expect(last ?? history.length).toBe(history.length);
    }
    expect([...alive.keys()].filter((id) => !histories.has(id))).toEqual([]);
  }

  it('of all kinds: each does what it was asked to, none gets in the way of another', async () => {
    const { total } = (await shop.list('/v1/orders')).pagination;
    const shared = await shop.order();
    const doomed = await Promise.all(Array.from({ length: 10 }, () => shop.order()));
    for (const { id } of doomed) await shop.item(id);
    const calls: [string, Promise<Answer<unknown>>][] = [];
    for (let n = 0; n < AT_ONCE / 5; n += 1) {
      const item = shop.itemFields({ sku: `SKU-${n % 6}`, quantity: String(n + 1) });
      calls.push(
        ['create', send('POST', '/v1/orders', { form: shop.orderFields({ total: String(n) }) })],
        ['item', send('POST', `/v1/orders/${shared.id}/items`, { form: item })],
        ['change', send('PUT', `/v1/orders/${shared.id}`, { form: { total: String(100 + n) } })],
        ['remove', send('DELETE', `/v1/orders/${doomed[n]?.id}`)],
        ['list', send('GET', '/v1/orders', { query: { limit: '5' } })],
      );
    }
    const answers = await Promise.all(
      calls.map(async ([what, call]) => [what, await call] as [string, Answer<unknown>]),
    );
    expect(tally(answers)).toEqual({
      'create 201': 10,
      'item 201': 6,
      'item 200': 4,
      'change 200': 10,
      'remove 200': 10,
      'list 200': 10,
    });
    expect((await shop.read(shared.id)).count).toBe(6);
    expect((await shop.list('/v1/orders')).pagination.total).toBe(total + 11);
    await expectWholeOrders();
    await expectWholeEvents();
  });

  it('on one order: items added, changed and removed keep its count and tax, and its removal takes them all', async () => {
    const { id } = await shop.order();
    const lines = [];
    for (let n = 0; n < 10; n += 1) lines.push(await shop.item(id, { sku: `OLD-${n}` }));
    const calls: Promise<Answer<unknown>>[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) {
      const path = `/v1/orders/${id}/items`;
      const fresh = shop.itemFields({ sku: `NEW-${n}`, price: '0.05', quantity: '1', tax_rate: '10' });
      const changed = { sku: `OLD-${n % 10}`, quantity: String(n) };
      const own = lines[n % 10]?.id ?? '';
      if (n % 5 < 3) calls.push(send('POST', path, { form: fresh }));
      else if (n % 5 === 3) calls.push(send('PUT', path, { form: changed }));
      else calls.push(send('DELETE', `${path}/${own}`));
    }
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    // Lines 4 and 9 are removed, each asked for five times; 3 and 8 are changed.
    const expected = [...Array<number>(30).fill(201), ...Array<number>(12).fill(200), ...Array<number>(8).fill(404)];
    expect(statuses.sort()).toEqual(expected.sort());
    expect((await shop.read(id)).count).toBe(38);
    await expectWholeOrders();
    await expectWholeEvents();
    const late = Array.from({ length: 20 }, (_, n) =>
      send('POST', `/v1/orders/${id}/items`, { form: shop.itemFields({ sku: `LATE-${n}` }) }),
    );
    const [removal, ...adds] = await Promise.all([send('DELETE', `/v1/orders/${id}`), ...late]);
    expect(removal?.status).toBe(200);
    expect(adds.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
    expect(await shop.manager.countBy(OrderItem, { orderId: id })).toBe(0);
    await expectWholeOrders();
    await expectWholeEvents();
  });

  it('with transactions that fail at their end: no reader ever sees their orders, and the others are not touched', async () => {
    const answers = shop.store.app.get(IdempotentAnswers);
    const keep = answers.store.bind(answers);
    const [written, gate] = [new Gate(), new Gate()];
    const lost: string[] = [];
    const failing = jest.spyOn(answers, 'store').mockImplementation(async (tx, claim, answer) => {
      await keep(tx, claim, answer);
      const { result } = answer.body as One<OrderRecord>;
      if (result.gateway === null) return;
      lost.push(result.id);
      written.open();
      await gate.passed;
      throw new Error('the process was killed');
    });
    const before = await shop.manager.count(Order);
    const keyed = (key: string, form: Fields) =>
      send('POST', '/v1/orders', { form: shop.orderFields(form), headers: { 'idempotency-key': key } });
    const doomed = Array.from({ length: 5 }, (_, n) => keyed(`doomed-${n}`, { gateway: 'dummy' }));
    await written.passed;
    // The first of them has written its order and holds its transaction open: no reader may see it now.
    const lists = Array.from({ length: 20 }, () =>
      shop.store.request<Many<OrderRecord>>('GET', '/v1/orders', { query: { gateway: 'dummy' } }),
    );
    const single = send('GET', `/v1/orders/${lost[0]}`);
    const fine = Array.from({ length: 10 }, (_, n) => keyed(`fine-${n}`, { total: String(n) }));
    const plain = Array.from({ length: 10 }, () => send('POST', '/v1/orders', { form: shop.orderFields() }));
    const raw = shop.manager.countBy(Order, { gatewaySlug: 'dummy' });
    gate.open();
    expect((await Promise.all(doomed)).map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
    expect((await Promise.all(lists)).map(({ body }) => body.result)).toEqual(lists.map(() => []));
    expect([(await single).status, await raw, new Set(lost).size]).toEqual([404, 0, 5]);
    const good = await Promise.all([...fine, ...plain]);
    expect(good.map(({ status }) => status)).toEqual(good.map(() => 201));
    failing.mockRestore();
    expect(await shop.manager.count(Order)).toBe(before + 20);
    expect(await shop.manager.count(IdempotencyRecord)).toBe(10);
    for (const objectId of lost) expect(await shop.manager.countBy(EventRow, { objectId })).toBe(0);
    await expectWholeEvents();
  });
});
