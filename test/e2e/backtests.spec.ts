import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { ClientsService } from '../../src/modules/access/clients.service';
import { BacktestJob } from '../../src/modules/backtests/jobs/backtest.job';
import { PlacedOrdersService } from '../../src/modules/orders/placed-orders.service';
import { JobBatches } from '../../src/platform/jobs/job-batches';
import { type JobKind } from '../../src/platform/jobs/job-kind';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { Retention } from '../../src/platform/retention/retention';
import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { tableDump } from '../support/table-dump';
import { startStore, type TestStore } from '../support/store';

const PATH = '/v1/promotions/backtests';
const DAY = 86_400_000;
const TIME: unknown = expect.stringMatching(/^2031-\d\d-\d\d \d\d:\d\d:\d\d$/);

onEachEngine('back-tests (promotions-at-scale.md 10)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let ten: string;
  let coded: string;
  const orders: OrderResult[] = [];
  let began: number;
  const clock = new MovedClock('2031-03-01T12:00:00.000Z');

  const settle = (): Promise<void> => store.app.get(JobRunner).settle();
  const query = <T>(sql: string): Promise<T[]> => store.app.get(DataSource).query<T[]>(sql);
  const start = async (json: Fields) => {
    const { status, body, headers } = await shop.send('POST', PATH, { json });
    expect([body.errors, status]).toEqual([undefined, 202]);
    expect(headers.get('location')).toBe(`${PATH}/${body.result.id}`);
    return body.result;
  };
  const get = async (id: string, headers: Record<string, string> = {}) => {
    const { status, body } = await shop.send('GET', `${PATH}/${id}`, { headers });
    expect(status).toBe(200);
    return body.result;
  };
  const run = async (json: Fields): Promise<Fields> => {
    const { id } = await start(json);
    await settle();
    const done = await get(id);
    expect([done['state'], done['error']]).toEqual(['done', null]);
    return { ...(done['result'] as Fields), id };
  };
  const refused = async (json: Fields) => {
    const { status, body } = await shop.send('POST', PATH, { json });
    return [status, body.errors];
  };

  beforeAll(async () => {
    // What workers do happens when it is asked for.
    for (const work of [JobRunner, Retention]) jest.spyOn(work.prototype, 'start').mockReturnValue();
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' }, true);
    jest.spyOn(store.app.get(Clock), 'now').mockImplementation(() => clock.now());
    shop = await Shop.open(store);
    const euro = { code: 'EUR', title: 'Euro', format: '€{price}', decimal_point: '.', thousand_point: ',' };
    await shop.made('/v1/currencies', { ...euro, exchange_rate: '2', enabled: 1 });
    const { id: product } = await shop.product({ price: '10' });
    ({ id: ten } = await shop.promotion({ title: 'Ten off', amount: 10 }));
    ({ id: coded } = await shop.promotion({ title: 'Coded', amount: 50, discount_code: 'HALF' }));
    const place = async (quantity: number, code: string | null, headers: Record<string, string> = {}) => {
      const cart = await shop.cart(product, quantity);
      if (code !== null) await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code } });
      const { body } = await shop.checkout(cart, {}, headers);
      orders.push(body.result);
    };
    await place(1, null);
    await place(2, 'half');
    clock.move(DAY);
    await place(3, null, { 'x-currency': 'EUR' });
    await shop.send('PUT', `/v1/orders/${orders[0]?.id ?? ''}`, { form: { status: 'cancelled' } });
    began = clock.move(1000).getTime();
  });
  beforeEach(settle);
  afterEach(() => clock.move(began - clock.now().getTime()));
  afterAll(async () => {
    jest.restoreAllMocks();
    await store.close();
  });

  const FLAT = { id: 'flat', title: 'Flat', action: 'discount_subtotal_fixed', amount: '6' };
  const bin = (above: number, up_to: number, then: number, test: number): Fields => ({ above, up_to, then, test });
  const at = (i: number): string => orders[i]?.id ?? '';

  const taken = (sentence: string): unknown => expect.arrayContaining([sentence]);
  /** An order among the largest. @param before discount and total */
  const most = (i: number, before: [number, number], after: [number, number], ...reasons: string[]): Fields => {
    const end = ([discount, total]: [number, number]) => ({ discount, total });
    return { order: at(i), before: end(before), after: end(after), why: reasons.join(' '), reasons };
  };

  it('answers 202, then the whole result: other promotions in place of those that applied', async () => {
    const flat = 'Flat would have taken off £6.00.';
    const asked = await start({ promotions: [FLAT, ten], to: '2031-03-02', from: '2031-03-01' });
    const summary = {
      ...{ id: asked.id, from: '2031-03-01 00:00:00', to: '2031-03-02 23:59:59' },
      ...{ mode: 'instead', codes: 'as_used', baseline: 'then', baseline_promotions: [] },
      ...{ filter: { status: null, currency: null }, created_at: TIME, updated_at: TIME, error: null },
      promotions: [FLAT, { id: ten, title: 'Ten off' }].map(({ id, title }) => ({ id, title })),
    };
    const queued = { ...summary, state: 'queued', progress: { looked_at: 0, total: null }, result: null };
    expect([asked.id, asked]).toEqual([expect.stringMatching(/^\d+$/), queued]);
    await settle();
    // Ten off, then £6: £10 → £9 → £3, £20 → £18 → £12, £30 → £27 → £21.
    expect(await get(asked.id)).toEqual({
      ...summary,
      state: 'done',
      progress: { looked_at: 3, total: 3 },
      result: {
        orders: 3,
        touched: 3,
        ...{ pay_less: 2, pay_more: 1, pay_same: 0, others: { then: 9, test: 0 } }, // the code
        discount: { then: 15, test: 24 }, // then: 1; 2 and 9 of the code; 3
        revenue: { then: 45, test: 36 },
        promotions: [
          { id: 'flat', title: 'Flat', orders: 3, discount: 18, average: 6, largest: 6 },
          { id: ten, title: 'Ten off', orders: 3, discount: 6, average: 2, largest: 3 },
        ],
        days: [
          {
            day: '2031-03-01',
            orders: 2,
            touched: 2,
            discount: { then: 12, test: 15 },
            revenue: { then: 18, test: 15 },
          },
          { day: '2031-03-02', orders: 1, touched: 1, discount: { then: 3, test: 9 }, revenue: { then: 27, test: 21 } },
        ],
        histogram: [
          bin(0, 0, 0, 0),
          bin(0, 1, 1, 0),
          bin(1, 2, 0, 0),
          bin(2, 5, 1, 0),
          bin(5, 10, 0, 3),
          bin(10, 20, 1, 0),
        ],
        largest: [
          most(0, [1, 9], [7, 3], flat),
          most(2, [3, 27], [9, 21], flat),
          most(1, [11, 9], [8, 12], 'Coded took off £9.00 and is not part of the test.', flat),
        ],
        dearer: [most(1, [11, 9], [8, 12], 'Coded took off £9.00 and is not part of the test.', flat)],
        assumptions: taken('Buyers are taken to have bought the same.'),
      },
    });
    const german = ['Coded zog £9.00 ab und gehört nicht zum Test.', 'Flat hätte £6.00 abgezogen.'];
    expect(await get(asked.id, { 'accept-language': 'de' })).toMatchObject({
      result: { largest: [{}, {}, { reasons: german }], assumptions: taken('Die Käufer hätten dasselbe gekauft.') },
    });
    const { body } = await store.request<{ result: Fields[]; pagination: Fields }>('GET', `${PATH}/${asked.id}/orders`);
    expect(body.pagination).toMatchObject({ total: 3 });
    const touched = (i: number, then: number, revenue: [number, number], off: number): Fields => ({
      order: at(i),
      created_at: orders[i]?.['created_at'],
      discount: { then, test: 6 + off },
      revenue: { then: revenue[0], test: revenue[1] },
      promotions: [
        { id: ten, title: 'Ten off', discount: off },
        { id: 'flat', title: 'Flat', discount: 6 },
      ],
    });
    expect(body.result).toEqual([touched(2, 3, [27, 21], 3), touched(1, 11, [9, 12], 2), touched(0, 1, [9, 3], 1)]);
    const page = await shop.send<Fields[]>('GET', `${PATH}/${asked.id}/orders`, { query: { limit: '1', offset: '1' } });
    expect(page.body.result).toEqual([body.result[1]]);
    const oldest = await shop.send<Fields[]>('GET', `${PATH}/${asked.id}/orders`, { query: { order: 'asc' } });
    expect(oldest.body.result).toEqual([...body.result].reverse());
  });

  it('adds promotions to those that applied, and replaces one of the same id; counts what costs the same by others', async () => {
    const sums = async (json: Fields): Promise<unknown> => ((await run(json))['discount'] as Fields)['test'];
    expect(await sums({ promotions: [{ ...FLAT, to: '2000-01-01' }], mode: 'added' })).toBe(15);
    expect(await sums({ promotions: [FLAT], mode: 'added' })).toBe(33);
    const twenty = { id: ten, action: 'discount_by_percent', amount: 20 };
    expect(await sums({ promotions: [twenty], mode: 'added' })).toBe(20);
    expect(await sums({ promotions: [FLAT] })).toBe(18);
    expect(await run({ promotions: [{ ...FLAT, amount: 1 }] })).toMatchObject({ pay_more: 2, pay_same: 1 });
    // All live ones, as they applied.
    expect(await sums({})).toBe(15);
  });

  it('takes codes as they were used, as always or never used', async () => {
    const discount = async (codes: string): Promise<unknown> =>
      ((await run({ promotions: [coded], codes }))['discount'] as Fields)['test'];
    expect([await discount('as_used'), await discount('always'), await discount('never')]).toEqual([10, 30, 0]);
  });

  it('replays the orders that the window and the filter name', async () => {
    const count = async (json: Fields): Promise<unknown> => (await run({ promotions: [ten], ...json }))['orders'];
    expect(await count({ filter: { status: 'cancelled' } })).toBe(1);
    expect(await count({ filter: { status: 'unpaid, cancelled', currency: 'gbp' } })).toBe(2);
    expect(await count({ filter: { currency: 'EUR' } })).toBe(1);
    expect(await count({ from: '2031-03-02' })).toBe(1);
    expect(await count({ to: '2031-03-01' })).toBe(2);
    expect(await count({ from: '2031-02-01', to: '2031-02-28' })).toBe(0);
  });

  it('holds limits and budgets, counted from the first order; one that came to nothing gives its use back', async () => {
    const applied = async (fields: Fields): Promise<unknown> =>
      ((await run({ promotions: [{ ...FLAT, ...fields }] }))['promotions'] as Fields[])[0]?.['orders'];
    // The first was cancelled after the second was placed, before the third.
    expect(await applied({ max_uses: 1 })).toBe(2);
    expect(await applied({ max_uses: 2 })).toBe(3);
    expect(await applied({ budget: 11 })).toBe(2);
    expect(await applied({ customer_uses: 1 })).toBe(0);
  });

  it('comes to the same bytes in batches of any size', async () => {
    const promotions = [{ ...FLAT, max_uses: 1 }, { ...FLAT, id: 'once', customer_uses: 1 }, ten];
    const steps = { rests: { share: 100, take: () => Promise.resolve() }, prepared: () => undefined };
    const inBatches = async (limit: number): Promise<unknown> => {
      const { id } = await start({ promotions });
      const [kind, batches] = [store.app.get<JobKind>(BacktestJob), store.app.get(JobBatches)];
      for (let job; (job = (await batches.active(['backtest'], 1))[0]);) await batches.run(kind, job, limit, steps);
      const { result } = await get(id);
      const { body } = await shop.send('GET', `${PATH}/${id}/orders`);
      return JSON.stringify([result, body.result]);
    };
    const atOnce = await inBatches(400);
    expect([await inBatches(1), await inBatches(2), await inBatches(3)]).toEqual([atOnce, atOnce, atOnce]);
  });

  it('leaves no read under way between its batches, which would count as the work of others', async () => {
    const placed = store.app.get(PlacedOrdersService);
    const next = placed.next.bind(placed);
    let [asked, answered] = [0, 0];
    const spy = jest.spyOn(placed, 'next').mockImplementation(async (...place) => {
      asked += 1;
      return next(...place).finally(() => (answered += 1));
    });
    const { id } = await start({ promotions: [FLAT] });
    const [kind, batches] = [store.app.get<JobKind>(BacktestJob), store.app.get(JobBatches)];
    const [job] = await batches.active(['backtest'], 1);
    if (job === undefined) throw new Error('no back-test waits');
    await kind.prepare(store.app.get(DataSource).manager, job, 1, { share: 100, take: () => Promise.resolve() });
    expect([asked, answered]).toEqual([2, 2]);
    spy.mockRestore();
    expect((await shop.send('DELETE', `${PATH}/${id}`)).status).toBe(200);
  });

  it('writes nothing but back-tests, and no event but theirs', async () => {
    // Heartbeats and statistics go on beside it.
    const own = /^(?:backtest|jobs$|statistics|(?:events|event_positions|worker_leases|webhook_workers|list_blocks)$)/;
    const others = async () =>
      Object.fromEntries(Object.entries(await tableDump(store)).filter(([table]) => !own.test(table)));
    const before = await others();
    const [{ newest = '' } = {}] = await query<{ newest: string }>('SELECT MAX(id) AS newest FROM events');
    const { id } = await run({ promotions: [FLAT] });
    expect((await shop.send('DELETE', `${PATH}/${String(id)}`)).status).toBe(200);
    expect(await others()).toEqual(before);
    const events = await query<{ type: string }>(`SELECT type FROM events WHERE id > '${newest}' ORDER BY id`);
    expect(events.map(({ type }) => type)).toEqual(['backtest.created', 'backtest.updated', 'backtest.deleted']);
  });

  it('is cancelled while it has not ended, and removed after; wire.md 6: in the state that If-Match names', async () => {
    const { id: ended } = await start({ promotions: [FLAT] });
    await settle();
    const { id } = await start({ promotions: [FLAT] });
    const send = (method: string, of: string, match = '*') =>
      store.request<Fields>(method, `${PATH}/${of}`, { headers: { 'accept-language': 'de', 'if-match': match } });
    const tag = async (of: string) => String((await send('GET', of)).headers.get('etag'));
    const queued = await tag(id);
    expect((await send('DELETE', ended, queued)).status).toBe(409);
    const removed = { status: true, message: 'Back-test removed successfully' };
    expect((await send('DELETE', ended, await tag(ended))).body).toEqual(removed);
    expect((await send('DELETE', id, queued)).body.message).toBe('Back-test cancelled successfully');
    await settle();
    expect((await send('DELETE', id, queued)).status).toBe(409);
    expect(await get(id)).toMatchObject({ state: 'cancelled', result: null });
    expect((await send('DELETE', id)).body).toEqual(removed);
    for (const path of [id, `${id}/orders`, 'x']) expect((await shop.send('GET', `${PATH}/${path}`)).status).toBe(404);
    expect((await send('DELETE', id)).status).toBe(404);
  });

  it('refuses what it cannot read, naming the field, and more than may wait', async () => {
    const form = 'must be a day or a time such as 2026-03-31 21:59:59 or 2026-03-31T21:59:59+02:00';
    expect(await refused({ from: 'x' })).toEqual([422, { from: [`from ${form}`] }]);
    expect(await refused({ to: '2031-02-30' })).toEqual([422, { to: [`to ${form}`] }]);
    expect(await refused({ from: '2031-03-02', to: '2031-03-01' })).toEqual([
      422,
      { from: ['from must not be after to'] },
    ]);
    expect(await refused({ from: '2030-01-01', to: '2031-03-01' })).toEqual([
      422,
      { from: ['from must be at most 366 days before to'] },
    ]);
    expect(await refused({ mode: 'x', codes: 'y' })).toEqual([
      422,
      { mode: ['mode must be one of instead, added'], codes: ['codes must be one of as_used, always, never'] },
    ]);
    expect(await refused({ filter: { status: 'paid,lost' } })).toEqual([
      422,
      { 'filter.status': [expect.stringMatching(/^filter\.status must be of unpaid, paid, /)] },
    ]);
    expect(await refused({ filter: 'x' })).toEqual([422, { filter: ['filter must be an object'] }]);
    expect(await refused({ promotions: [1, true, ['x'], null] })).toEqual([
      422,
      Object.fromEntries([1, 2, 3].map((i) => [`promotions.${i}`, [`promotions.${i} must be an id or an object`]])),
    ]);
    for (const promotions of [[], {}])
      expect(await refused({ promotions })).toEqual([
        422,
        { promotions: ['promotions must name a promotion, or be left out for all live ones'] },
      ]);
    expect(await refused({ promotions: [{ ...FLAT, id: {} }] })).toEqual([
      422,
      { 'promotions.0.id': ['promotions.0.id must be text'] },
    ]);
    expect(await refused({ promotions: ['77', {}, { ...FLAT, amount: -1 }, FLAT, FLAT] })).toEqual([
      422,
      {
        'promotions.0.id': ['promotions.0.id does not exist'],
        'promotions.1.action': ['promotions.1.action is required'],
        'promotions.2.amount': [expect.stringMatching(/^promotions\.2\.amount must /)],
        'promotions.3.id': ['promotions.3.id must be unique'],
        'promotions.4.id': ['promotions.4.id must be unique'],
      },
    ]);
    expect(await refused({ promotions: [{ ...FLAT, id: 'x'.repeat(256) }] })).toEqual([
      422,
      { 'promotions.0.id': ['promotions.0.id must be at most 255 characters'] },
    ]);
    const many = Array.from({ length: 101 }, (_, i) => ({ ...FLAT, id: `f${i}` }));
    expect(await refused({ promotions: many })).toEqual([
      422,
      { promotions: ['promotions must be at most 100: name those to test'] },
    ]);
    const waiting = [];
    for (let i = 0; i < 20; i += 1) waiting.push(await start({ promotions: [ten] }));
    expect(await refused({ promotions: [ten] })).toEqual([409, undefined]);
    for (const { id } of waiting) await shop.send('DELETE', `${PATH}/${id}`);
    expect((await refused({ promotions: [ten] }))[0]).toBe(202);
  });

  it('needs the scopes of promotions and of orders', async () => {
    const statuses = async (scopes: string[]) => {
      const { clientId, clientSecret } = await store.app.get(ClientsService).create('some', scopes);
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const { body } = await store.request<Fields>('POST', '/oauth/access_token', { form, token: null });
      const token = String(body['access_token']);
      const status = async (method: string, path = '') =>
        (await store.request(method, PATH + path, { token, ...(method === 'POST' ? { json: {} } : {}) })).status;
      return [
        await status('POST'),
        await status('GET', '/1'),
        await status('GET', '/1/orders'),
        await status('DELETE', '/1'),
      ];
    };
    expect(await statuses(['orders:read'])).toEqual([403, 403, 403, 403]);
    expect(await statuses(['promotions:read', 'promotions:write'])).toEqual([403, 403, 403, 404]);
    expect(await statuses(['promotions:read', 'orders:read'])).toEqual([403, 404, 404, 403]);
    expect(await statuses(['promotions:read', 'promotions:write', 'orders:read'])).toEqual([202, 404, 404, 404]);
  });

  it('is listed without its result, the newest first, in pages', async () => {
    const [older, newer] = [await run({ promotions: [ten] }), await start({ promotions: [coded], mode: 'added' })];
    const list = async (filters: Record<string, string>) =>
      (await shop.send<Fields[]>('GET', PATH, { query: filters })).body;
    const without = async ({ id }: Fields) => {
      const { result: _, ...summary } = await get(String(id));
      return summary;
    };
    const newest = [await without(newer), await without(older)];
    expect(newest.map(({ state, progress }) => [state, progress])).toEqual([
      ['queued', { looked_at: 0, total: null }],
      ['done', { looked_at: 3, total: 3 }],
    ]);
    const all = await list({});
    expect(all.result.slice(0, 2)).toEqual(newest);
    expect((await list({ limit: '1', offset: '1' })).result).toEqual([newest[1]]);
    expect((await list({ state: 'queued' })).result).toEqual([newest[0]]);
    expect((await list({ state: 'done', id: String(newer.id) })).result).toEqual([]);
    await shop.send('DELETE', `${PATH}/${newer.id}`);
    expect((await list({ state: 'queued' })).result).toEqual([]);
    expect((await list({ state: 'cancelled' })).result[0]).toMatchObject({ id: newer.id, state: 'cancelled' });
  });

  it('is kept for 30 days, with all that it found', async () => {
    await run({ promotions: [{ ...FLAT, max_uses: 1 }] });
    const count = async (table: string): Promise<number> =>
      Number((await query<{ n: unknown }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);
    const left = () => Promise.all(['backtests', 'backtest_orders', 'backtest_uses', 'jobs'].map(count));
    expect((await left()).every((rows) => rows > 0)).toBe(true);
    clock.move(30 * DAY - 1000);
    const { id } = await start({ promotions: [ten] });
    await store.app.get(Retention).settle();
    expect((await left())[0]).toBeGreaterThan(1);
    clock.move(2000);
    await store.app.get(Retention).settle();
    expect(await left()).toEqual([1, 0, 0, 1]);
    expect(await get(id)).toMatchObject({ state: 'queued' });
    // Cancelled, then removed: other tests list back-tests before its time.
    for (let i = 0; i < 2; i += 1) expect((await shop.send('DELETE', `${PATH}/${id}`)).status).toBe(200);
  });
});
