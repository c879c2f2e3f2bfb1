import { type Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { StatisticsBooks } from '../builders/statistics.builder';
import { LOGGER } from '../../src/platform/logging/logger';
import { Retention } from '../../src/platform/retention/retention';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

type Days = readonly Fields[];
interface Figures extends Fields {
  readonly days: Days;
  readonly intervals: Days;
}

const BASE = { RATE_LIMIT_PER_MINUTE: '0' };
const SECOND = 1000;

/** A shop in one database whose process may start again with other settings; its clock is the test's. */
class Seller {
  declare shop: Shop;
  declare books: StatisticsBooks;
  declare private store: TestStore;
  declare private tea: string;
  private count = 0;
  private now = Date.parse('2026-01-01T00:00:00Z');

  constructor(private readonly databaseUrl: string) {}

  async start(settings: Record<string, string>): Promise<void> {
    this.store = await startStore(this.databaseUrl, { ...BASE, ...settings });
    jest.spyOn(this.store.app.get(Clock), 'now').mockImplementation(() => new Date(this.now));
    this.books = new StatisticsBooks(this.store);
    this.shop ??= await Shop.open({ request: (...call) => this.store.request(...call) } as TestStore);
    this.tea ??= (await this.shop.product({ price: '10' })).id;
  }

  async stop(): Promise<void> {
    jest.restoreAllMocks();
    await this.store.close();
  }

  async restart(settings: Record<string, string>): Promise<void> {
    await this.stop();
    await this.start(settings);
  }

  at(ms: number): void {
    this.now = ms;
  }

  /** A paid order of so many units of 10 at a time, each of the same customer, and the record of another one. */
  async sell(ms: number, quantity: number, gateway = 'dummy'): Promise<void> {
    this.at(ms);
    const customer = { first_name: 'Ada', last_name: 'L', email: 'regular@example.com' };
    const { id } = await this.shop.order(this.tea, { gateway, customer }, quantity);
    const { status } = await this.shop.pay('purchase', id, gateway === 'dummy' ? GOOD_CARD : {});
    if (status !== 200) throw new Error(`the payment answered ${status}`);
    const person = { first_name: 'Ada', last_name: 'L', email: `c${(this.count += 1)}@example.com` };
    await this.shop.made('/v1/customers', person);
  }

  /** An order that was removed after it was counted. */
  async removeCounted(): Promise<void> {
    const { id } = await this.shop.order(this.tea);
    await this.books.settle();
    const { status } = await this.shop.send('DELETE', `/v1/orders/${id}`);
    if (status !== 200) throw new Error(`the removal answered ${status}`);
  }

  async read(path: string, query: Record<string, string>): Promise<Figures> {
    const { status, body } = await this.shop.send<Figures>('GET', path, { query });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.result;
  }

  /** Counts all that the walk goes over. @returns in how many batches */
  async walk(): Promise<number> {
    let batches = 1;
    while (await this.books.counting.walkOn(2)) batches += 1;
    return batches;
  }

  query<T>(sql: string): Promise<T[]> {
    return this.store.app.get(DataSource).query<T[]>(sql);
  }

  async countedWith(): Promise<unknown> {
    const [row] = await this.query<Fields>('SELECT counted_with FROM statistics_walk');
    return row?.['counted_with'];
  }
}

const between = (first: string, last: string, hours: number) => {
  return { start: Date.parse(first), end: Date.parse(last), hours };
};

/** A day with its first and its last second, and the days beside it. */
const DAYS = [
  {
    zone: 'Pacific/Auckland',
    before: '2026-04-04',
    day: '2026-04-05',
    after: '2026-04-06',
    ...between('2026-04-04T11:00:00Z', '2026-04-05T11:59:59Z', 25),
  },
  {
    zone: 'Pacific/Auckland',
    before: '2026-09-26',
    day: '2026-09-27',
    after: '2026-09-28',
    ...between('2026-09-26T12:00:00Z', '2026-09-27T10:59:59Z', 23),
  },
  {
    zone: 'Asia/Kathmandu',
    before: '2026-02-27',
    day: '2026-02-28',
    after: '2026-03-01',
    ...between('2026-02-27T18:15:00Z', '2026-02-28T18:14:59Z', 24),
  },
  {
    zone: 'America/St_Johns',
    before: '2026-03-07',
    day: '2026-03-08',
    after: '2026-03-09',
    ...between('2026-03-08T03:30:00Z', '2026-03-09T02:29:59Z', 23),
  },
  {
    zone: 'Etc/UTC',
    before: '2026-02-27',
    day: '2026-02-28',
    after: '2026-03-01',
    ...between('2026-02-28T00:00:00Z', '2026-02-28T23:59:59Z', 24),
  },
];

describe.each(DAYS)('in $zone, on $day', ({ zone, before, day, after, start, end, hours }) => {
  onEachEngine('days are those of STORE_TIME_ZONE (storefront.md 13)', (engine) => {
    const seller = new Seller(engine.databaseUrl);
    const shown = zone === 'Etc/UTC' ? 'UTC' : zone;
    const window = { from: before, to: after };
    let promotion: string;

    beforeAll(async () => {
      await seller.start({ STORE_TIME_ZONE: zone });
      ({ id: promotion } = await seller.shop.promotion());
      await seller.sell(start - SECOND, 1);
      await seller.sell(start, 2);
      await seller.sell(end, 4);
      await seller.sell(end + SECOND, 8);
      await seller.walk();
    });
    beforeEach(() => seller.at(end + SECOND));
    afterAll(() => seller.stop());

    it(`one of ${hours} hours begins at 00:00:00 and ends with 23:59:59`, async () => {
      expect((end + SECOND - start) / 3_600_000).toBe(hours);
      const asOf = new Date(end + SECOND).toISOString().slice(0, 19).replace('T', ' ');
      const expected = {
        ...{ ...window, time_zone: shown, as_of: asOf, currency_code: 'GBP' },
        ...{ orders: 4, total: 135, revenue: 135, customers: 5 },
        days: [
          { day: before, orders: 1, total: 9, revenue: 9, customers: 2 },
          { day, orders: 2, total: 54, revenue: 54, customers: 2 },
          { day: after, orders: 1, total: 72, revenue: 72, customers: 1 },
        ],
      };
      await seller.books.unannounce();
      expect(await seller.read('/v1/statistics/store', window)).toEqual(expected);
      await seller.books.settle();
      expect(await seller.read('/v1/statistics/store', window)).toEqual(expected);
      const { days, entries } = await seller.books.days();
      expect([days, entries]).toEqual([days, days]);
      expect(days).toEqual({
        [before]: '1 0 90000 90000 0 2',
        [day]: '2 0 540000 540000 0 2',
        [after]: '1 0 720000 720000 0 1',
      });
    });

    it('in results of promotions too, whose windows they cut', async () => {
      const path = `/v1/promotions/cart/${promotion}/results`;
      // One customer, new on the day before.
      const of = (at: string, orders: number, discount: number, total: number): Fields => ({
        ...{ from: at, to: at, orders, discount, revenue: { before: total + discount, after: total } },
        customers: { new: at === before ? 1 : 0, returning: at === before ? 0 : 1 },
        average_order: { with: total / orders, without: 0 },
      });
      const asOf = new Date(end + SECOND).toISOString().slice(0, 19).replace('T', ' ');
      const about = { by: 'day', time_zone: shown, as_of: asOf, currency_code: 'GBP' };
      const inAll = { orders: 4, discount: 15, revenue: { before: 150, after: 135 } };
      expect(await seller.read(path, window)).toEqual({
        ...{ ...window, ...about, ...inAll },
        ...{ customers: { new: 1, returning: 0 }, average_order: { with: 33.75, without: 0 } },
        intervals: [of(before, 1, 1, 9), of(day, 2, 6, 54), of(after, 1, 8, 72)],
      });
      expect(await seller.read(path, { from: day, to: day })).toEqual({
        ...{ ...of(day, 2, 6, 54), ...about },
        intervals: [of(day, 2, 6, 54)],
      });
    });

    it('of times that the request names, and today', async () => {
      const period = async (query: Record<string, string>): Promise<unknown> => {
        const { from, to } = await seller.read('/v1/statistics/orders', query);
        return [from, to];
      };
      const text = (ms: number): string => new Date(ms).toISOString();
      expect(await period({ from: text(start), to: text(end) })).toEqual([day, day]);
      expect(await period({ from: text(start - 1), to: text(end + SECOND) })).toEqual([before, after]);
      for (const [ms, today] of [
        [start - 1, before],
        [start, day],
        [end, day],
        [end + SECOND, after],
      ] as const) {
        seller.at(ms);
        expect(await period({ timeframe: '24hours' })).toEqual([today, today]);
      }
    });
  });
});

onEachEngine('days that were counted with other settings (storefront.md 13)', (engine) => {
  const seller = new Seller(engine.databaseUrl);
  const NOON = Date.parse('2026-03-10T12:00:00Z');
  const window = { from: '2026-03-01', to: '2026-03-12' };
  const UTC = { STORE_TIME_ZONE: 'UTC' };
  const all = () =>
    Promise.all(
      ['store', 'revenue', 'orders', 'customers'].map((what) => seller.read(`/v1/statistics/${what}`, window)),
    );
  const asOf = async (): Promise<unknown> => (await all()).map((figures) => figures['as_of']);
  const COUNTING = [null, null, null, null];
  const COUNTED = Array<string>(4).fill('2026-03-12 12:00:00');

  beforeAll(async () => {
    await seller.start(UTC);
    // Hours between which every zone has a midnight.
    for (let i = 0; i < 8; i += 1) await seller.sell(NOON + i * 6.5 * 3_600_000, i + 1, i % 2 ? 'manual' : 'dummy');
    await seller.removeCounted();
  });
  beforeEach(async () => {
    seller.at(NOON + 48 * 3_600_000);
    await seller.restart(UTC);
    await seller.walk();
  });
  afterAll(() => seller.stop());

  it.each([
    ['Pacific/Auckland', {}],
    ['Asia/Kathmandu', {}],
    ['America/St_Johns', {}],
    ['UTC', { NODE_ENV: 'production' }],
    ['Pacific/Auckland', { NODE_ENV: 'production' }],
  ])('are counted anew for %s with %p: exactly what a first count comes to', async (zone, mode) => {
    const [old, inUtc] = [await all(), await seller.books.days()];
    expect(await asOf()).toEqual(COUNTED);
    await seller.restart({ STORE_TIME_ZONE: zone, ...mode });
    // Said at once, and until all is counted.
    expect(await asOf()).toEqual(COUNTING);
    expect(await seller.books.counting.walkOn(2)).toBe(true);
    expect(await asOf()).toEqual(COUNTING);
    expect(await seller.walk()).toBeGreaterThan(5);
    const [again, days] = [await all(), await seller.books.days()];
    expect(again.map((figures) => figures['as_of'])).toEqual(COUNTED);
    expect(again).not.toEqual(old);
    expect(days.days).not.toEqual(inUtc.days);
    expect(days.days).toEqual(days.entries);
    await seller.books.forget();
    await seller.walk();
    expect([await all(), await seller.books.days()]).toEqual([again, days]);
    // And back.
    await seller.restart(UTC);
    expect(await asOf()).toEqual(COUNTING);
    await seller.walk();
    expect([await all(), await seller.books.days()]).toEqual([old, inUtc]);
  });

  it('also by the next change that is counted; what changed is not lost', async () => {
    await seller.restart({ STORE_TIME_ZONE: 'Pacific/Auckland' });
    await seller.sell(NOON + 48 * 3_600_000, 1);
    await seller.books.settle();
    expect([await asOf(), await seller.countedWith()]).toEqual([COUNTING, 'Pacific/Auckland development']);
    await seller.walk();
    const { days, entries } = await seller.books.days();
    expect([days, days['2026-03-13']]).toEqual([entries, '1 0 100000 100000 0 1']);
  });

  it.each([
    ['a day later', async () => seller.at(NOON + 72 * 3_600_000)],
    ['as operations.md says', () => seller.query("UPDATE statistics_walk SET counted_with = ''")],
  ])('are counted anew after the version before counted for a while: %s', async (_, then) => {
    const settings = 'Pacific/Auckland development';
    await seller.restart({ STORE_TIME_ZONE: 'Pacific/Auckland' });
    await seller.walk();
    // The version before counts days of UTC and does not write what it counts with.
    await seller.restart(UTC);
    await seller.query(
      "UPDATE statistics_walk SET counted_with = 'UTC development', walked_at = '2026-03-12 12:00:00'",
    );
    await seller.sell(NOON + 24 * 3_600_000, 1);
    await seller.books.settle();
    await seller.query(`UPDATE statistics_walk SET counted_with = '${settings}'`);
    seller.at(NOON + 48 * 3_600_000);
    await seller.restart({ STORE_TIME_ZONE: 'Pacific/Auckland' });
    const wrong = await all();
    await then();
    await seller.walk();
    seller.at(NOON + 48 * 3_600_000);
    const [right, days] = [await all(), await seller.books.days()];
    await seller.books.forget();
    await seller.walk();
    expect([right, days, await seller.countedWith()]).toEqual([await all(), await seller.books.days(), settings]);
    expect(right).not.toEqual(wrong);
  });

  it('are kept by the version before in a store in UTC, by any name of it, and in no other store', async () => {
    const [kept, days] = [await all(), await seller.books.days()];
    const startOf = async (zone: string): Promise<unknown> => {
      await seller.query('UPDATE statistics_walk SET counted_with = NULL');
      await seller.restart({ STORE_TIME_ZONE: zone });
      const begun = await asOf();
      return [begun, await seller.books.counting.walkOn(2), await seller.countedWith()];
    };
    for (const zone of ['UTC', 'Etc/UTC']) {
      expect(await startOf(zone)).toEqual([COUNTED, false, 'UTC development']);
      expect([await all(), await seller.books.days()]).toEqual([kept, days]);
    }
    expect(await startOf('Asia/Kathmandu')).toEqual([COUNTING, true, 'Asia/Kathmandu development']);
  });

  it.each(['Asia/Kolkata development', 'Asia/Calcutta development', 'asia/kolkata development'])(
    'are kept where they were counted with another name of the zone: %s',
    async (countedWith) => {
      await seller.query(`UPDATE statistics_walk SET counted_with = '${countedWith}'`);
      for (const zone of ['Asia/Kolkata', 'asia/kolkata', 'Asia/Calcutta']) {
        await seller.restart({ STORE_TIME_ZONE: zone });
        const begun = await asOf();
        const isMore = await seller.books.counting.walkOn(2);
        expect([begun, isMore, await seller.countedWith()]).toEqual([COUNTED, false, countedWith]);
      }
    },
  );
});

onEachEngine('workers with different settings (storefront.md 13)', (engine) => {
  const stores: TestStore[] = [];

  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  const open = async (zone: string): Promise<TestStore> => {
    const store = await startStore(engine.databaseUrl, { ...BASE, STORE_TIME_ZONE: zone }, true);
    stores.push(store);
    return store;
  };
  const close = async (store: TestStore): Promise<void> => {
    stores.splice(stores.indexOf(store), 1);
    await store.close();
  };
  const isCounting = async (store: TestStore): Promise<boolean> =>
    (await store.request<{ result: Fields }>('GET', '/v1/statistics/store')).body.result['as_of'] === null;
  const settle = (store: TestStore): Promise<void> => store.app.get(Retention).settle();

  it('count by those of one alone, and anew once another takes over', async () => {
    const first = await open('Pacific/Auckland');
    await settle(first);
    expect(await isCounting(first)).toBe(false);
    // The embedded database has one process at a time.
    const second = engine.name === 'sqlite' ? undefined : await open('Asia/Kathmandu');
    for (let pass = 0; pass < 3; pass += 1) {
      for (const store of [second, first]) if (store !== undefined) await settle(store);
      expect(await isCounting(first)).toBe(false);
      expect(second === undefined || (await isCounting(second))).toBe(true);
    }
    await close(first);
    const next = second ?? (await open('Asia/Kathmandu'));
    const warned = jest.spyOn(next.app.get<Logger>(LOGGER), 'warn');
    await settle(next);
    expect(await isCounting(next)).toBe(false);
    const about = { from: 'Pacific/Auckland development', to: 'Asia/Kathmandu development' };
    expect(warned.mock.calls).toEqual([
      [about, 'the days of statistics were counted with other settings: they are counted anew'],
    ]);
  });
});
