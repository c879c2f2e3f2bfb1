import { createHash } from 'node:crypto';
import { Clock } from '../../src/kernel/clock';
import { Order } from '../../src/modules/orders/data/order.entity';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { OrdersService } from '../../src/modules/orders/orders.service';
import { DatabaseUnavailable } from '../../src/platform/database/connection/database.errors';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { EventRow } from '../../src/platform/events/event.entity';
import { IdempotencyRecord } from '../../src/platform/http/idempotency/idempotency-record.entity';
import { IdempotentAnswers } from '../../src/platform/http/idempotency/idempotent-answers';
import { type Failure, type Fields, type One, openShop, type Shop } from '../builders/shop.builder';
import { Gate } from '../support/database';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { type Call } from '../support/store';
import { recordedEvents } from '../support/recorded-events';

/*
 * Orders asked for twice, and changed by two at once.
 *
 * | Clause                                                                                        |
 * |-----------------------------------------------------------------------------------------------|
 * | wire.md 6: Idempotency-Key on POST: replay, other body, under way, 24 h, atomic with its effect |
 * | wire.md 6: ETag on every single record, If-Match on PUT and DELETE                            |
 * | wire.md 2: 409 conflict; 422 for a key that is none                                           |
 */

const DAY_MS = 24 * 60 * 60 * 1000;

onEachEngine('orders repeated', (engine) => {
  let shop: Shop;
  const clock = new MovedClock();
  const keyed = (key: string, form: Fields = {}, path = '/v1/orders') =>
    shop.store.request<One<OrderRecord>>('POST', path, {
      form: path === '/v1/orders' ? shop.orderFields(form) : form,
      headers: { 'idempotency-key': key },
    });
  const written = async () => ({
    orders: await shop.manager.count(Order),
    events: await shop.manager.count(EventRow),
    keys: await shop.manager.count(IdempotencyRecord),
  });
  const refusal = (answer: { status: number; headers: Headers; body: unknown }) => [
    answer.status,
    (answer.body as Failure).error,
    answer.headers.get('retry-after'),
  ];
  const UNDER_WAY = [409, 'The first request with this Idempotency-Key is still under way', '1'];
  const REUSED = [409, 'This Idempotency-Key was used before with another request', null];

  const lastFingerprint = async (): Promise<string> =>
    (await shop.manager.find(IdempotencyRecord, { order: { createdAt: 'DESC' }, take: 1 }))[0]?.fingerprint ?? '';

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    jest.spyOn(shop.store.app.get(Clock), 'now').mockImplementation(() => clock.now());
  });
  afterAll(() => shop.store.close());

  describe('wire.md 6: Idempotency-Key', () => {
    it('answers a repeat with the first answer and makes nothing, also after the order changed', async () => {
      const first = await keyed('repeat');
      await shop.change(`/v1/orders/${first.body.result.id}`, { status: 'paid' });
      const before = await written();
      const repeat = await keyed('repeat');
      expect([repeat.status, repeat.body]).toEqual([201, first.body]);
      const shown = ({ headers }: { headers: Headers }) =>
        ['etag', 'content-type', 'api-version', 'idempotency-replayed'].map((name) => headers.get(name));
      expect(shown(first)).toEqual([expect.any(String), 'application/json; charset=utf-8', '1.2.0', null]);
      expect(shown(repeat)).toEqual([...shown(first).slice(0, 3), 'true']);
      expect(await written()).toEqual(before);
    });

    it('keeps the status of the first answer: 200 for a line that was changed', async () => {
      const { id } = await shop.order();
      await shop.item(id);
      const path = `/v1/orders/${id}/items`;
      const first = await keyed('line', { sku: 'TEA-250', quantity: '3' }, path);
      await shop.item(id, { quantity: '9' });
      const repeat = await keyed('line', { sku: 'TEA-250', quantity: '3' }, path);
      expect([repeat.status, repeat.body]).toEqual([200, first.body]);
      expect((await shop.read(id)).totals.raw.tax).toBe(17.98);
    });

    it('refuses another body, and the same body on another path', async () => {
      await keyed('other');
      const before = await written();
      expect(refusal(await keyed('other', { total: '1' }))).toEqual(REUSED);
      expect(refusal(await keyed('other', {}, '/v1/customers'))).toEqual(REUSED);
      expect(await written()).toEqual(before);
    });

    it('takes a body that reads the same for the same, in any order, notation and type', async () => {
      const { id } = await shop.order();
      const { tax_band: band } = shop.itemFields();
      const sent = { sku: '1.0', title: 'Tea', quantity: 2, tax_rate: 20, tax_band: band, price: 9.5 };
      const own = JSON.stringify(sent);
      const raw = (text: string): Call => ({ form: text, headers: { 'content-type': 'application/json' } });
      const post = (key: string, { headers, ...call }: Call) =>
        shop.store.request<One<OrderRecord>>('POST', `/v1/orders/${id}/items`, {
          ...call,
          headers: { ...headers, 'idempotency-key': key },
        });
      const first = await post('meaning', raw(own));
      expect(first.status).toBe(201);
      const before = await written();
      const same: readonly Call[] = [
        raw(JSON.stringify(Object.fromEntries(Object.entries(sent).reverse()))),
        raw(own.replace('"quantity":2', '"quantity":2.0').replace('9.5', '9.500').replace('20', '20.0')),
        raw(own.replace('"quantity":2', '"quantity":"2"').replace('"Tea"', '" Tea "')),
        raw(`\ufeff ${own.replaceAll(',', ' ,\n')}`),
        { form: sent },
        { form: { ...sent, price: '9.50' } },
      ];
      for (const call of same) {
        const repeat = await post('meaning', call);
        expect([call, repeat.status, repeat.body, repeat.headers.get('idempotency-replayed')]).toEqual([
          call,
          201,
          first.body,
          'true',
        ]);
      }
      const others: readonly Call[] = [
        raw(own.replace('"1.0"', '"1"')),
        raw(own.replace('"quantity":2', '"quantity":3')),
        raw(own.replace('9.5', '9.51')),
        raw(own.replace('}', ',"product":"1"}')),
        raw(own.replace('}', ',"unknown":1}')),
        raw(own.replace('"title":"Tea",', '')),
        raw('{}'),
        { form: { ...sent, sku: '1' } },
        { form: { ...sent, quantity: 'two' } },
      ];
      for (const call of others) expect([call, ...refusal(await post('meaning', call))]).toEqual([call, ...REUSED]);
      expect(await written()).toEqual(before);
    });

    it('reads lists, maps and JSON in text the same', async () => {
      const product = await shop.make('/v1/products', {
        ...{ sku: 'SAME', title: 'Tea', slug: 'same', price: 10, stock_level: 9 },
        tax_band: shop.itemFields()['tax_band'],
      });
      const items = [{ id: product.id, quantity: 2 }];
      const headers = { 'idempotency-key': 'lists' };
      const post = (call: Call) =>
        shop.store.request<One<OrderRecord>>('POST', '/v1/carts/same-lists/items', { ...call, headers });
      const first = await post({ json: { items } });
      expect(first.status).toBe(201);
      for (const call of [
        { form: { items } },
        { form: { items: JSON.stringify(items) } },
        { json: { items: JSON.stringify([{ quantity: '2.0', id: product.id }]) } },
      ]) {
        const repeat = await post(call);
        expect([call, repeat.status, repeat.body]).toEqual([call, 201, first.body]);
      }
      for (const other of [[...items, ...items], [{ id: product.id, quantity: 3 }], [{ id: product.id }]])
        expect(refusal(await post({ json: { items: other } }))).toEqual(REUSED);
    });

    it('is known to a repeat of what a version before compared by its bytes', async () => {
      const first = await keyed('former');
      const row = await shop.manager.findOneByOrFail(IdempotencyRecord, { fingerprint: await lastFingerprint() });
      const form = shop.orderFields();
      const parts = ['former', 'POST', '/v1/orders', JSON.stringify(form)].map((part) => `${part}\0`);
      const fingerprint = createHash('sha256').update(parts.join('')).digest('hex');
      await shop.manager.update(IdempotencyRecord, { id: row.id }, { fingerprint });
      expect([(await keyed('former')).body, refusal(await keyed('former', { total: '1' }))]).toEqual([
        first.body,
        REUSED,
      ]);
    });

    it('tells a repeat that the first is under way, and then gives it the answer', async () => {
      const [begun, gate] = [new Gate(), new Gate()];
      const orders = shop.store.app.get(OrdersService);
      const create = orders.create.bind(orders);
      jest.spyOn(orders, 'create').mockImplementationOnce(async (fields, who) => {
        begun.open();
        await gate.passed;
        return create(fields, who);
      });
      const first = keyed('busy');
      await begun.passed;
      expect(refusal(await keyed('busy'))).toEqual(UNDER_WAY);
      expect(refusal(await keyed('busy', { total: '1' }))).toEqual(REUSED);
      gate.open();
      const { status, body } = await first;
      const repeat = await keyed('busy');
      expect([status, repeat.status, repeat.body]).toEqual([201, 201, body]);
    });

    it('makes one order when twenty ask at the same time', async () => {
      const before = await written();
      const answers = await Promise.all(Array.from({ length: 20 }, () => keyed('twenty')));
      const made = answers.filter(({ status }) => status === 201);
      const busy = answers.filter(({ status }) => status !== 201);
      expect(new Set(made.map(({ body }) => body.result.id)).size).toBe(1);
      expect(made.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
      expect(busy.map(refusal)).toEqual(busy.map(() => UNDER_WAY));
      const after = { orders: before.orders + 1, events: before.events + 1, keys: before.keys + 1 };
      expect(await written()).toEqual(after);
    });

    it('is free again after a request that failed', async () => {
      const before = await written();
      const failed = await keyed('failed', { total: 'much' });
      const missing = await keyed('failed', { customer: '77' });
      expect([failed.status, missing.status, await written()]).toEqual([422, 422, before]);
      expect((await keyed('failed')).status).toBe(201);
    });

    it('stores nothing at all when the transaction dies, neither the effect nor the answer', async () => {
      const before = await written();
      const answers = shop.store.app.get(IdempotentAnswers);
      const keep = answers.store.bind(answers);
      const seen: number[] = [];
      jest.spyOn(answers, 'store').mockImplementationOnce(async (tx, claim, answer) => {
        await keep(tx, claim, answer);
        seen.push(await tx.count(Order));
        throw new Error('the process was killed');
      });
      const dead = await keyed('dead');
      expect([dead.status, seen, await written()]).toEqual([500, [before.orders + 1], before]);
      const again = await keyed('dead');
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
    });

    it('may be used again by a process that follows one that died under way', async () => {
      const answers = shop.store.app.get(IdempotentAnswers);
      // As a killed process leaves it: the claim is stored, its transaction is not, and nobody gives it back.
      jest.spyOn(answers, 'store').mockRejectedValueOnce(new Error('killed'));
      jest.spyOn(answers, 'release').mockResolvedValueOnce();
      expect((await keyed('lease')).status).toBe(500);
      expect(refusal(await keyed('lease'))).toEqual(UNDER_WAY);
      clock.move(60_000);
      expect(refusal(await keyed('lease', { total: '1' }))).toEqual(REUSED);
      expect((await keyed('lease')).status).toBe(201);
    });

    it('gives the answer of a commit whose acknowledgement was lost, and does not carry it out again', async () => {
      const before = await written();
      const transactions = shop.store.app.get(Transactions);
      const run = transactions.runAmbient.bind(transactions);
      jest.spyOn(transactions, 'runAmbient').mockImplementationOnce(async (work) => {
        await run(work);
        throw new DatabaseUnavailable();
      });
      const lost = await keyed('lost');
      const after = { orders: before.orders + 1, events: before.events + 1, keys: before.keys + 1 };
      expect([lost.status, lost.headers.get('retry-after'), await written()]).toEqual([503, '1', after]);
      const repeat = await keyed('lost');
      expect([repeat.status, repeat.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(repeat.body.result).toEqual(await shop.read(repeat.body.result.id));
      expect(await written()).toEqual(after);
    });

    it('is forgotten after 24 hours', async () => {
      const first = await keyed('day');
      clock.move(DAY_MS - 1);
      expect((await keyed('day')).body).toEqual(first.body);
      clock.move(1);
      const next = await keyed('day', { total: '1' });
      expect([next.status, next.headers.get('idempotency-replayed')]).toEqual([201, null]);
      expect(next.body.result.id).not.toBe(first.body.result.id);
      expect((await keyed('day', { total: '1' })).body).toEqual(next.body);
    });

    it.each(['', 'x'.repeat(256), 'a\tb', 'é'])('is refused when it is %j', async (key) => {
      const errors = { 'Idempotency-Key': ['Idempotency-Key must be 1 to 255 printable characters'] };
      const { status, body } = await shop.fails('POST', '/v1/orders', {
        form: shop.orderFields(),
        headers: { 'idempotency-key': key },
      });
      expect([status, body.errors]).toEqual([422, errors]);
      expect((await keyed('y'.repeat(255))).status).toBe(201);
    });
  });

  describe('wire.md 6: If-Match', () => {
    const send = (method: string, id: string, tag: string | null, form?: Fields) =>
      shop.fails(method, `/v1/orders/${id}`, { form, headers: { 'if-match': String(tag) } });
    const tagOf = async (id: string) => (await shop.store.request('GET', `/v1/orders/${id}`)).headers.get('etag');

    it('lets the caller change what it has seen, and refuses it after another has', async () => {
      const { id } = await shop.order();
      const seen = await tagOf(id);
      const changed = await send('PUT', id, seen, { total: '1' });
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, await tagOf(id)]);
      const before = await shop.read(id);
      for (const [method, form] of [
        ['PUT', { total: '2' }],
        ['PUT', {}],
        ['DELETE', undefined],
      ] as const) {
        const { status, headers, body } = await send(method, id, seen, form);
        expect([status, headers.get('error-code'), body.status]).toEqual([409, 'record.stale', false]);
      }
      expect([await shop.read(id), (await recordedEvents(shop.store, id)).length]).toEqual([before, 2]);
    });

    it('takes the tag as proxies that compress hand it on', async () => {
      const { id } = await shop.order();
      const bare = async (): Promise<string> => (await tagOf(id))?.replace(/^W\/|"/g, '') ?? '';
      for (const [at, form] of [
        (t: string) => `W/"${t}"`,
        (t: string) => `"${t}-gzip"`,
        (t: string) => `W/"${t};br"`,
      ].entries()) {
        expect((await send('PUT', id, form(await bare()), { total: String(10 + at) })).status).toBe(200);
        expect((await send('PUT', id, form('0'.repeat(32)), { total: '1' })).status).toBe(409);
      }
    });

    it('takes any of several tags, and * for any state', async () => {
      const { id } = await shop.order();
      expect((await send('PUT', id, `"old", ${await tagOf(id)}`, { total: '1' })).status).toBe(200);
      expect((await send('PUT', id, '*', { total: '2' })).status).toBe(200);
      expect((await send('DELETE', id, await tagOf(id))).status).toBe(200);
      expect((await send('DELETE', (await shop.order()).id, '*')).status).toBe(200);
    });

    it('notices a change of the items, which the record shows', async () => {
      const { id } = await shop.order();
      const seen = await tagOf(id);
      await shop.item(id);
      expect((await send('PUT', id, seen, { total: '1' })).status).toBe(409);
    });

    it('lets one of two through that have seen the same', async () => {
      const { id } = await shop.order();
      const seen = await tagOf(id);
      const answers = await Promise.all(['1', '2', '3', '4'].map((total) => send('PUT', id, seen, { total })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect((await recordedEvents(shop.store, id)).map(({ version }) => version)).toEqual([1, 2]);
    });
  });

  it('wire.md 6: PUTs of different fields at once lose none of them', async () => {
    const { id } = await shop.order();
    const forms: Fields[] = [
      ...[{ subtotal: '1' }, { total: '2' }, { shipping_price: '3' }, { exchange_rate: '4' }],
      ...[{ status: 'paid' }, { gateway: 'manual' }],
    ];
    await Promise.all([...forms.map((form) => shop.change(`/v1/orders/${id}`, form)), shop.item(id)]);
    const order = await shop.read(id);
    expect(order).toMatchObject({ subtotal: 1, total: 2, shipping_price: 3, exchange_rate: 4, count: 1 });
    expect([order.status.data.key, order.gateway?.value, order.totals.raw.tax]).toEqual(['paid', 'Manual', 4]);
    const versions = (await recordedEvents(shop.store, id)).map(({ version }) => version);
    expect(versions.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  if (engine.name !== 'sqlite') {
    it('wire.md 6: the first request may be under way in another process', async () => {
      const other = await openShop(engine.databaseUrl);
      const [begun, gate] = [new Gate(), new Gate()];
      const orders = other.store.app.get(OrdersService);
      const create = orders.create.bind(orders);
      jest.spyOn(orders, 'create').mockImplementationOnce(async (fields, who) => {
        begun.open();
        await gate.passed;
        return create(fields, who);
      });
      jest.spyOn(other.store.app.get(Clock), 'now').mockImplementation(() => clock.now());
      const headers = { 'idempotency-key': 'elsewhere' };
      const first = other.store.request('POST', '/v1/orders', { form: shop.orderFields(), headers });
      await begun.passed;
      expect(refusal(await keyed('elsewhere'))).toEqual(UNDER_WAY);
      expect(refusal(await keyed('elsewhere', { total: '1' }))).toEqual(REUSED);
      gate.open();
      const { status, body } = await first;
      const repeat = await keyed('elsewhere');
      expect([status, repeat.status, repeat.body]).toEqual([201, 201, body]);
      await other.store.close();
    });
  }
});
