import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { ClientsService } from '../../src/modules/access/clients.service';
import { readUses } from '../../src/modules/statistics/data/promotion-results.queries';
import { StoreDays } from '../../src/modules/statistics/store-days';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { StatisticsBooks } from '../builders/statistics.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const DAY = 86_400_000;
const FIRST = Date.parse('2026-01-28T23:59:59.999Z');
/** Orders placed; each is paid, edited, cancelled, refunded, removed or left by its number. */
const ORDERS = 90;
/** The last day on which orders are placed. */
const LAST = '2026-03-05';

type Row = Readonly<Record<string, string | number | null>>;
/** A use as the ledger and its order have it, amounts in ten-thousandths of the default currency. */
interface Use {
  readonly order: string;
  readonly day: string;
  readonly customer: string | null;
  readonly discount: bigint;
  /** The order without the discount, with tax. */
  readonly full: bigint;
  readonly total: bigint;
  readonly counts: boolean;
  readonly isFirst: boolean;
}

const near = (amount: number): unknown => expect.closeTo(amount, 2);
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);
const money = (amount: bigint): number => Number(amount) / 10_000;
const average = (amounts: readonly bigint[]): number =>
  amounts.length === 0 ? 0 : money((2n * sum(amounts) + BigInt(amounts.length)) / (2n * BigInt(amounts.length)));

const TIME: unknown = expect.stringMatching(/^2026-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** The record of a use. @param order its record, unless it was removed */
function useOf(row: Row, order?: Fields): Fields {
  const gaveBack = Number(row['gave_back']) === 1;
  const known = {
    created_at: order?.['created_at'],
    order_total: order?.['total'],
    currency_code: order?.['currency_code'],
  };
  const removed = { created_at: TIME, order_total: null, currency_code: null };
  return {
    order: row['order_id'],
    customer: row['customer_key'],
    ...(order === undefined ? removed : known),
    discount_code: order === undefined ? null : 'Results',
    discount: money(BigInt(row['amount'] ?? 0)),
    discounted: money(BigInt(row['discounted'] ?? 0)),
    given_back: gaveBack,
    given_back_at: gaveBack ? TIME : null,
  };
}

onEachEngine('what became of a promotion (promotions-at-scale.md 9)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let books: StatisticsBooks;
  let now: jest.SpyInstance;
  let promotion: string;
  let path: string;
  let refunded = 0;

  const at = (ms: number): void => void now.mockReturnValue(new Date(ms));
  const get = async <R = Fields>(address: string, query: Record<string, string> = {}) => {
    const { status, body } = await shop.send<R>('GET', address, { query });
    expect([address, body.errors, status]).toEqual([address, undefined, 200]);
    return body.result;
  };
  const query = <T>(sql: string): Promise<T[]> => store.app.get(DataSource).query<T[]>(sql);

  async function place(i: number, product: string): Promise<OrderResult> {
    const cart = await shop.cart(product, 1 + (i % 3));
    if (i % 4 !== 3) await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code: ' Results ' } });
    // Three customers buy again and again, others once.
    const customer = i % 2 === 0 ? `regular-${i % 6}@example.com` : `once-${i}@example.com`;
    const headers: Record<string, string> = i % 5 === 1 ? { 'x-currency': 'EUR' } : {};
    const names = { first_name: 'Ada', last_name: 'Byron' };
    const { status, body } = await shop.checkout(cart, { customer: { ...names, email: customer } }, headers);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.result;
  }

  /** Edits, cancels, removes or revives an order, depending on its number. */
  async function live(i: number, { id }: OrderResult, sku: unknown): Promise<void> {
    const ok = async (answer: Promise<{ status: number }>): Promise<void> => expect((await answer).status).toBe(200);
    const edit = (quantity: number) =>
      shop.send('POST', `/v1/orders/${id}/edits`, { json: { items: [{ sku, quantity }] } });
    const put = (status: string) => shop.send('PUT', `/v1/orders/${id}`, { form: { status } });
    if (i % 9 === 1) await ok(edit(4));
    if (i % 9 === 2) await ok(put('cancelled'));
    if (i % 9 === 3) await ok(shop.send('DELETE', `/v1/orders/${id}`));
    if (i % 9 === 4) for (const status of ['failed', 'unpaid']) await ok(put(status));
    if (i % 9 !== 5) return;
    await ok(shop.pay('purchase', id, GOOD_CARD));
    await ok(shop.pay('refund', id, { amount: '2' }));
    refunded += 1;
  }

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    now = jest.spyOn(store.app.get(Clock), 'now');
    at(FIRST);
    shop = await Shop.open(store);
    books = new StatisticsBooks(store);
    const euro = { code: 'EUR', title: 'Euro', format: '€{price}', decimal_point: '.', thousand_point: ',' };
    await shop.made('/v1/currencies', { ...euro, exchange_rate: '1.37', enabled: 1 });
    const { id: band } = await shop.made('/v1/taxes', { title: 'VAT', rate: '20' });
    const { id: product, sku } = await shop.product({ price: '9.99', tax_band: band });
    ({ id: promotion } = await shop.promotion({ amount: '12.5', discount_code: 'RESULTS', budget: '5000' }));
    path = `/v1/promotions/cart/${promotion}`;
    for (let i = 0; i < ORDERS; i += 1) {
      // Some at one instant, the first two around midnight.
      at(FIRST + (i < 2 ? i : Math.floor(i / 2) * (DAY * 0.8)));
      await live(i, await place(i, product), sku);
    }
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await store.close();
  });

  const asText = (column: string): string =>
    `CAST(${column} AS CHAR) AS ${column.replace(/.*\./, '')}`.replace('CHAR', 'CHAR(40)');
  const instant = (text: unknown): string => String(text).slice(0, 10);

  /** All orders, and the uses that count, straight from the rows. */
  async function ledger(): Promise<{ uses: Use[]; others: { day: string; total: bigint }[] }> {
    const units = new Map(
      (await query<Row>(`SELECT ${asText('order_id')}, price * quantity AS goods FROM order_items`)).map((row) => [
        String(row['order_id']),
        BigInt(row['goods'] ?? 0),
      ]),
    );
    const columns = ['o.id', 'o.status', 'o.created_at', 'o.total', 'o.exchange_rate', 'o.customer_email'].map(asText);
    const orders = await query<Row>(`SELECT ${columns.join(', ')} FROM orders o ORDER BY o.created_at, o.id`);
    const used = await query<Row>(
      `SELECT ${['order_id', 'created_at', 'customer_key', 'discounted'].map(asText).join(', ')}
       FROM promotion_redemptions WHERE promotion_id = ${promotion} AND released_at IS NULL`,
    );
    const counts = (order: Row): boolean => !['cancelled', 'failed', 'declined'].includes(String(order['status']));
    const inDefault = (order: Row, amount: bigint): bigint => {
      const hundredths = BigInt(Math.round(Number(order['exchange_rate']) * 100));
      return (2n * amount * 100n + hundredths) / (2n * hundredths);
    };
    /** The price of all units and 20 % tax, in whole pence. */
    const fullOf = (order: Row): bigint => {
      const goods = units.get(String(order['id'])) ?? 0n;
      return inDefault(order, goods + ((goods / 5n + 50n) / 100n) * 100n);
    };
    const ofOrder = new Map(used.map((use) => [use['order_id'], use]));
    const seen = new Set<unknown>();
    const uses: Use[] = [];
    const others: { day: string; total: bigint }[] = [];
    for (const order of orders.filter(counts)) {
      const use = ofOrder.get(String(order['id']));
      const one = { day: instant(order['created_at']), total: inDefault(order, BigInt(order['total'] ?? 0)) };
      if (use === undefined) others.push(one);
      else
        uses.push({
          ...one,
          ...{ order: String(order['id']), customer: use['customer_key'] as string | null, counts: true },
          discount: BigInt(use['discounted'] ?? 0),
          full: fullOf(order),
          isFirst: !seen.has(order['customer_email']),
        });
      seen.add(order['customer_email']);
    }
    expect(uses).toHaveLength(used.length);
    return { uses, others };
  }

  /** The results as the rows have them. */
  function expected(rows: Awaited<ReturnType<typeof ledger>>, from: string, to: string): Fields {
    const isIn = ({ day }: { readonly day: string }): boolean => day >= from && day <= to;
    const uses = rows.uses.filter(isIn);
    const customers = new Set(uses.map(({ customer }) => customer));
    const first = new Set(uses.filter(({ isFirst }) => isFirst).map(({ customer }) => customer));
    const discount = sum(uses.map((use) => use.discount));
    // Totals of one exchange rate are converted together.
    const after = sum(uses.map(({ total }) => total));
    return {
      ...{ from, to, orders: uses.length },
      customers: { new: first.size, returning: customers.size - first.size },
      discount: money(discount),
      revenue: { before: near(money(sum(uses.map(({ full }) => full)))), after: near(money(after)) },
      average_order: {
        with: near(average(uses.map(({ total }) => total))),
        without: near(average(rows.others.filter(isIn).map(({ total }) => total))),
      },
    };
  }

  const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const days = Array.from({ length: 40 }, (_, i) => dayAt(FIRST + i * DAY)).filter((day) => day <= LAST);
  const WEEKS = ['2026-02-01', '2026-02-08', '2026-02-15', '2026-02-22', '2026-03-01', LAST];
  const after = (day: string): string => dayAt(Date.parse(day) + DAY);
  const WINDOWS: Readonly<Record<string, (readonly [string, string])[]>> = {
    day: days.map((day) => [day, day]),
    week: WEEKS.map((end, i) => [i === 0 ? '2026-01-28' : after(WEEKS[i - 1] ?? ''), end]),
    month: [
      ['2026-01-28', '2026-01-31'],
      ['2026-02-01', '2026-02-28'],
      ['2026-03-01', LAST],
    ],
  };

  it.each(['day', 'week', 'month'])('adds up to the ledger to the cent by %s', async (by) => {
    const rows = await ledger();
    expect(rows.uses.length).toBeGreaterThan(ORDERS / 3);
    expect(refunded).toBeGreaterThan(3);
    const expectedOf = (from: string, to: string): Fields => expected(rows, from, to);
    const results = await get(`${path}/results`, { from: '2026-01-28', to: LAST, by });
    expect(results).toEqual({
      ...expectedOf('2026-01-28', LAST),
      ...{ by, time_zone: 'UTC', as_of: '2026-03-05 04:47:59', currency_code: 'GBP' },
      intervals: (WINDOWS[by] ?? []).map(([from, to]) => expectedOf(from, to)),
    });
    const record = await get(path);
    expect([record['uses'], record['discounted']]).toEqual([results['orders'], results['discount']]);
    expect(record['budget_left']).toBe(money(50_000_000n - sum(rows.uses.map(({ discount }) => discount))));
  });

  it('says the same once statistics are counted, and in windows that cut a week', async () => {
    const of = () => get(`${path}/results`, { from: '2026-02-03', to: '2026-02-17', by: 'week' });
    const before = await of();
    await books.settle();
    expect(await of()).toEqual(before);
    const rows = await ledger();
    expect((before['intervals'] as Fields[]).map(({ from, to }) => [from, to])).toEqual([
      ['2026-02-03', '2026-02-08'],
      ['2026-02-09', '2026-02-15'],
      ['2026-02-16', '2026-02-17'],
    ]);
    expect(before).toMatchObject(expected(rows, '2026-02-03', '2026-02-17'));
  });

  it('adds up the same in batches of any size', async () => {
    const { manager } = store.app.get(DataSource);
    const inBatches = async (batch?: number) => {
      const uses = await readUses(
        manager,
        { promotionId: promotion, withTests: true, days: store.app.get(StoreDays, { strict: false }) },
        { from: '2026-01-28', to: LAST },
        batch,
      );
      return uses.sort((a, b) => (`${a.day} ${a.usedBefore}` < `${b.day} ${b.usedBefore}` ? -1 : 1));
    };
    const atOnce = await inBatches();
    for (const batch of [1, 2, 7, 1000]) expect(await inBatches(batch)).toEqual(atOnce);
  });

  it('lists the orders that used it, newest first, with those that gave it back', async () => {
    const all = await query<Row>(
      `SELECT ${['order_id', 'customer_key', 'amount', 'discounted'].map(asText).join(', ')},
         CASE WHEN released_at IS NULL THEN 0 ELSE 1 END AS gave_back
       FROM promotion_redemptions WHERE promotion_id = ${promotion} ORDER BY created_at DESC, order_id DESC`,
    );
    const { body } = await store.request<{ result: Fields[]; pagination: Fields }>('GET', `${path}/uses`);
    expect(body.pagination['total']).toBe(all.length);
    const orders = new Map<string, Fields>();
    for (const { order } of body.result) {
      const { status, body: found } = await shop.send('GET', `/v1/orders/${String(order)}`);
      if (status === 200) orders.set(String(order), found.result);
    }
    expect(body.result).toEqual(all.map((row) => useOf(row, orders.get(String(row['order_id'])))));
    const found = async (filters: Record<string, string>) =>
      (await get<Fields[]>(`${path}/uses`, filters)).map(({ order }) => order);
    const ids = (of: readonly Row[]): unknown[] => of.map((row) => row['order_id']);
    expect(await found({ given_back: '1' })).toEqual(ids(all.filter((row) => Number(row['gave_back']) === 1)));
    const email = 'regular-2@example.com';
    const [{ id = '' } = {}] = await query<{ id?: string }>(
      `SELECT CAST(id AS CHAR(40)) AS id FROM customers WHERE email = '${email}'`,
    );
    const theirs = ids(all.filter((row) => row['customer_key'] === id));
    expect(theirs.length).toBeGreaterThan(2);
    expect(await found({ customer: 'Regular-2@example.com', order: 'asc' })).toEqual(theirs.reverse());
    expect(await found({ limit: '3', offset: '2' })).toEqual(ids(all.slice(2, 5)));
    expect(await found({ 'created_at[to]': '2026-01-28' })).toEqual(ids(all.slice(-1)));
  });

  it('refuses what it cannot read, naming the field', async () => {
    const refused = async (address: string, parameters: Record<string, string>) => {
      const { status, body } = await shop.send('GET', address, { query: parameters });
      return [status, body.errors];
    };
    const results = `${path}/results`;
    expect(await refused(results, { by: 'year' })).toEqual([422, { by: ['by must be one of day, week, month'] }]);
    expect(await refused(results, { 'by[]': 'day' })).toEqual([422, { by: ['by must be one of day, week, month'] }]);
    expect(await refused(results, { from: 'x' })).toEqual([
      422,
      { from: [expect.stringMatching(/^from must be a day such as/)] },
    ]);
    const LONG = [
      ['day', '2025-01-01', '2026-01-01'],
      ['week', '2018-12-31', '2026-01-04'],
      ['month', '2000-01-01', '2010-01-07'],
    ];
    for (const [by = '', from = '', to = ''] of LONG) {
      expect((await shop.send('GET', results, { query: { by, from, to } })).status).toBe(200);
      const before = dayAt(Date.parse(from) - DAY);
      expect(await refused(results, { by, from: before, to })).toEqual([
        422,
        { from: [expect.stringMatching(/^from must be at most \d+ days before to, which is /)] },
      ]);
    }
    expect(
      (await shop.send('GET', results, { query: { from: '0000-01-01', to: '0000-01-02', by: 'week' } })).status,
    ).toBe(200);
    expect(await refused(`${path}/uses`, { sort: 'order' })).toEqual([
      422,
      { sort: ['sort must be one of created_at'] },
    ]);
    expect(await refused(`${path}/uses`, { colour: 'red' })).toEqual([
      422,
      { colour: [expect.stringMatching(/^colour is not a filter\. Filters are created_at,/)] },
    ]);
    for (const what of ['uses', 'results'])
      for (const id of ['1', 'x', '99999999999999999999', '%00'])
        expect(await refused(`/v1/promotions/cart/${id}/${what}`, {})).toEqual([404, undefined]);
  });

  it('is for clients that see orders, as is who used a code (promotions-at-scale.md 3)', async () => {
    const paths = [`${path}/uses`, `${path}/results`, `${path}/codes`];
    paths.push(`${path}/codes?customer=ada@example.com`, `${path}/codes?customer=`, '/v1/promotions/codes/none');
    const statuses = async (scopes: string[]) => {
      const { clientId, clientSecret } = await store.app.get(ClientsService).create('some', scopes);
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const { body } = await store.request<Fields>('POST', '/oauth/access_token', { form, token: null });
      const token = String(body['access_token']);
      return Promise.all(paths.map(async (each) => (await store.request('GET', each, { token })).status));
    };
    expect(await statuses(['orders:read'])).toEqual([200, 200, 403, 403, 403, 403]);
    expect(await statuses(['promotions:read'])).toEqual([403, 403, 200, 403, 403, 403]);
    expect(await statuses(['promotions:read', 'orders:read'])).toEqual([200, 200, 200, 200, 200, 404]);
  });
});
