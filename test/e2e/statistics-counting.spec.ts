import { type DataSource, type EntityManager } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Clock } from '../../src/kernel/clock';
import { StatisticsBooksService } from '../../src/modules/statistics/statistics-books.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { FanOut } from '../../src/modules/webhooks/fan-out/fan-out';
import { Retention } from '../../src/platform/retention/retention';
import { openShop, type Saved, type Shop } from '../builders/shop.builder';
import { StatisticsBooks } from '../builders/statistics.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAY_MS = 86_400_000;

onEachEngine('the counting of statistics (storefront.md 13)', (engine) => {
  let shop: Shop;
  let books: StatisticsBooks;
  let now: jest.SpyInstance;
  /** Orders of 24.49. */
  let made = 0;

  const orders = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i += 1) await shop.order();
    made += count;
  };
  const shown = async () => {
    const { body } = await shop.store.request<{ result: Saved }>('GET', '/v1/statistics/orders', {
      query: { timeframe: '24hours' },
    });
    const { as_of, count, total } = body.result;
    return { as_of, count, total };
  };
  const exact = () => ({ as_of: '2026-03-01 12:00:00', count: made, total: Number((made * 24.49).toFixed(2)) });
  const oneDay = () => ({ '2026-03-01': `${made} 0 ${made * 244_900} 0 0 0` });
  const inBooks = async () => {
    const { days, entries } = await books.days();
    expect(days).toEqual(entries);
    return days;
  };

  beforeAll(async () => {
    shop = await openShop(engine.databaseUrl);
    now = jest.spyOn(shop.store.app.get(Clock), 'now').mockReturnValue(NOW);
    books = new StatisticsBooks(shop.store);
    await orders(1);
    await books.settle();
  });
  afterEach(() => now.mockReturnValue(NOW));
  afterAll(async () => {
    jest.restoreAllMocks();
    await shop.store.close();
  });

  it('counts nothing twice in two workers at once', async () => {
    const second: TestStore | undefined = engine.name === 'sqlite' ? undefined : await startStore(engine.databaseUrl);
    try {
      const other = second === undefined ? books : new StatisticsBooks(second);
      await orders(20);
      await books.fanOut();
      for (let round = 0; (await books.changes()) > 0; round += 1) {
        const [one, two] = await Promise.all([books.counting.countChanges(3), other.counting.countChanges(3)]);
        expect(one + two).toBeGreaterThan(0);
      }
      expect(await inBooks()).toEqual(oneDay());
      await shop.order({ status: 'cancelled' }).then(({ id }) => shop.store.request('DELETE', `/v1/orders/${id}`));
      await books.settle();
      expect(await inBooks()).toEqual(oneDay());
    } finally {
      await second?.close();
    }
  });

  it('counts nothing twice when it is stopped in the middle, or announced again', async () => {
    await orders(2);
    await books.fanOut();
    const service = shop.store.app.get(StatisticsBooksService, { strict: false });
    const count = service.count.bind(service);
    const stopped = jest.spyOn(service, 'count').mockImplementationOnce(async (tx, touched) => {
      await count(tx, touched);
      throw new Error('stopped');
    });
    const before = await inBooks();
    await expect(books.counting.countChanges(100)).rejects.toThrow('stopped');
    stopped.mockRestore();
    expect([await inBooks(), await shown()]).toEqual([before, exact()]);
    await books.settle();
    expect(await inBooks()).toEqual(oneDay());
    const { manager } = shop.store.app.get<DataSource>(getDataSourceToken());
    await manager.query('UPDATE events SET fanned_out_at = NULL, position = NULL');
    await books.settle();
    expect([await inBooks(), await shown()]).toEqual([oneDay(), exact()]);
  });

  it('says until when it is complete while much is left to count', async () => {
    const announce = (count: number, occurredAt: Date) =>
      shop.store.app.get(Transactions).run((tx: EntityManager) =>
        books.counting.note(
          tx,
          Array.from({ length: count }, (_, i) => ({
            id: `0000${String(i).padStart(4, '0')}-${occurredAt.getTime()}`,
            object: 'customer',
            objectId: String(i + 1),
            occurredAt,
          })),
        ),
      );
    await announce(500, new Date(NOW.getTime() - 5_000));
    expect(await shown()).toEqual(exact());
    await orders(1);
    expect(await shown()).toEqual({
      as_of: '2026-03-01 11:59:55',
      count: made - 1,
      total: Number(((made - 1) * 24.49).toFixed(2)),
    });
    await books.settle();
    expect(await shown()).toEqual(exact());
  });

  it('counts what was there before the update, in batches, and says that it is not done', async () => {
    await books.forget();
    const incomplete = await shown();
    expect(incomplete).toEqual({ as_of: null, count: 0, total: 0 });
    let batches = 0;
    while (await books.counting.walkOn(4)) {
      batches += 1;
      expect((await shown()).as_of).toBeNull();
    }
    expect(batches).toBe(Math.floor(made / 4) + 1);
    expect([await inBooks(), await shown()]).toEqual([oneDay(), exact()]);
  });

  it('finds once a day what was not announced', async () => {
    while (await books.counting.walkOn(100));
    const { id } = await shop.order();
    await books.settle();
    const { manager } = shop.store.app.get<DataSource>(getDataSourceToken());
    await manager.query(`DELETE FROM orders WHERE id = ${id}`);
    now.mockReturnValue(new Date(NOW.getTime() + DAY_MS - 1));
    expect(await books.counting.walkOn(100)).toBe(false);
    expect(await inBooks()).not.toEqual(oneDay());
    now.mockReturnValue(new Date(NOW.getTime() + DAY_MS));
    while (await books.counting.walkOn(5));
    expect(await inBooks()).toEqual(oneDay());
  });

  it('adds up sums that no column of numbers holds', async () => {
    const before = await inBooks();
    const huge = { subtotal: '0', total: '9999999999999.99', exchange_rate: '0.0000001' };
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push((await shop.order(huge)).id);
    await books.settle();
    expect(await inBooks()).toEqual({
      '2026-03-01': `${made + 3} 0 ${BigInt(made) * 244_900n + 3n * 999_999_999_999_999_000_000_000n} 0 0 0`,
    });
    expect(before).toEqual(oneDay());
    for (const id of ids) await shop.store.request('DELETE', `/v1/orders/${id}`);
    await books.settle();
    expect(await inBooks()).toEqual(before);
  });
});

onEachEngine('the workers of a store (storefront.md 13)', (engine) => {
  it('announce orders as they fan events out, and count them', async () => {
    const store = await startStore(engine.databaseUrl, {}, true);
    try {
      const books = new StatisticsBooks(store);
      const form = { first_name: 'Ada', last_name: 'Byron' };
      for (let i = 0; i < 5; i += 1)
        await store.request('POST', '/v1/customers', { form: { ...form, email: `c${i}@example.com` } });
      const fanOut = store.app.get(FanOut, { strict: false });
      await fanOut.fanOut();
      await store.app.get(Retention).settle();
      const { days, entries } = await books.days();
      expect(days).toEqual(entries);
      // Two days, when midnight passes meanwhile.
      expect(Object.values(days).reduce((sum, figures) => sum + Number(figures.split(' ').at(-1)), 0)).toBe(5);
      expect(await books.changes()).toBe(0);
    } finally {
      await store.close();
    }
  });
});
