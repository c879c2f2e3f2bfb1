import { AsyncResource } from 'node:async_hooks';
import { Entity } from 'typeorm';
import { type Id, IdGenerator } from '../../src/kernel/ids';
import { CountBucket } from '../../src/platform/database/lists/count-bucket.entity';
import { CountBuckets } from '../../src/platform/database/lists/count-buckets';
import { StoreObject } from '../../src/platform/database/rows/store-object';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { openDatabase, type TestDatabase } from '../support/database';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { isRowLockAwaited } from '../support/row-locks';

@Entity('leaves')
class Leaf extends StoreObject {}

const TABLE = `CREATE TABLE leaves (id BIGINT NOT NULL PRIMARY KEY, version INT NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL)`;
const MINUTE = 60_000;

onEachEngine('CountBuckets', (engine) => {
  let db: TestDatabase;
  let clock: MovedClock;
  let ids: IdGenerator;
  let blocks: CountBuckets<Leaf>;

  beforeAll(async () => {
    db = await openDatabase(engine.databaseUrl, { entities: [Leaf] });
    await db.dataSource.query(TABLE);
  });
  beforeEach(async () => {
    await db.dataSource.manager.clear(Leaf);
    await db.dataSource.manager.clear(CountBucket);
    clock = new MovedClock();
    ids = new IdGenerator(clock);
    blocks = new CountBuckets(Leaf, 'leaves', db.transactions, clock);
  });
  afterAll(() => db.close());

  const leaf = (id: Id): Leaf =>
    Object.assign(new Leaf(), { id, version: 1, createdAt: clock.now(), updatedAt: clock.now() });

  /** Adds rows as many as asked for, three a millisecond. @returns their ids, oldest first */
  async function grow(count: number): Promise<Id[]> {
    const grown: Id[] = [];
    for (let at = 0; at < count; at += 1) {
      if (at % 3 === 0) clock.move(1);
      grown.push(ids.next());
    }
    for (let at = 0; at < count; at += 500) await db.insert(Leaf, grown.slice(at, at + 500).map(leaf));
    return grown;
  }

  const add = (id: Id): Promise<void> =>
    db.transactions.run(async (tx) => {
      await tx.insert(Leaf, leaf(id));
      await blocks.inserted(tx, id);
    });

  const remove = (id: Id): Promise<void> =>
    db.transactions.run(async (tx) => {
      await tx.remove(await tx.findOneByOrFail(Leaf, { id }));
      await blocks.removed(tx, id);
    });

  async function page(order: 'asc' | 'desc', offset: number, limit = 5): Promise<{ total: number; ids: Id[] }> {
    const found = await blocks.page(db.transactions.manager, {
      limit,
      offset,
      sort: 'created_at',
      order,
      filters: {},
      strict: false,
    });
    return { total: found.total, ids: found.rows.map(({ id }) => id) };
  }

  /** Seals all rows that are old enough. */
  async function seal(): Promise<void> {
    await page('desc', 0);
    await blocks.settled();
  }

  const held = async (): Promise<number[]> =>
    (await db.dataSource.manager.find(CountBucket, { order: { lastId: 'ASC' } })).map((block) => block.held);

  /** Compares pages all along the list, and around every thousandth row, with a plain query of all of it. */
  async function expectExactPages(): Promise<void> {
    const rows = await db.dataSource.manager.find(Leaf, { select: { id: true }, order: { id: 'ASC' } });
    const all = rows.map(({ id }) => id);
    const steps = Array.from({ length: Math.ceil(all.length / 211) }, (_, at) => at * 211);
    const bounds = [1, 2, 3, 4].flatMap((block) => [-1, 0, 1].map((by) => block * 1000 + by));
    const fromEnd = [...bounds, 6, 5, 1, 0, -1, -7].map((offset) => all.length - offset);
    const offsets = [...new Set([...steps, ...bounds, ...fromEnd])].filter((offset) => offset >= 0);
    for (const [order, sorted] of [
      ['asc', all],
      ['desc', all.toReversed()],
    ] as const) {
      for (const offset of offsets) {
        const expected = { offset, order, total: all.length, ids: sorted.slice(offset, offset + 5) };
        expect({ offset, order, ...(await page(order, offset)) }).toEqual(expected);
      }
    }
    await blocks.settled();
  }

  it('seals nothing that is younger than a minute, and then in thousands', async () => {
    await grow(2500);
    await seal();
    expect(await held()).toEqual([]);
    await expectExactPages();
    clock.move(MINUTE);
    await seal();
    expect(await held()).toEqual([1000, 1000]);
    await expectExactPages();
  });

  it('seals no further block once it is stopped', async () => {
    await grow(5000);
    clock.move(MINUTE);
    await page('desc', 0);
    await blocks.stop();
    expect(await held()).toEqual([1000]);
  });

  it('does not seal a list that is short', async () => {
    await grow(1999);
    clock.move(MINUTE);
    await seal();
    expect(await held()).toEqual([]);
    await grow(1);
    await seal();
    expect(await held()).toEqual([1000]);
  });

  it('is exact on an empty list', async () => {
    expect(await page('desc', 0)).toEqual({ total: 0, ids: [] });
    expect(await page('asc', 3)).toEqual({ total: 0, ids: [] });
  });

  it('keeps totals and pages exact over removals, of single rows and of a whole block', async () => {
    const grown = await grow(3500);
    clock.move(MINUTE);
    await seal();
    expect(await held()).toEqual([1000, 1000, 1000]);
    const scattered = grown.filter((_, at) => at % 3 === 1 && at < 150);
    for (const id of [...scattered, ...grown.slice(999, 1002), ...grown.slice(2998, 3003)]) await remove(id);
    expect(await held()).toEqual([949, 998, 998]);
    await expectExactPages();
    for (const id of grown.slice(1002, 2000)) await remove(id);
    expect(await held()).toEqual([949, 0, 998]);
    await expectExactPages();
  });

  it('counts a row that comes in long after its id was drawn', async () => {
    const early = ids.next();
    const grown = await grow(1500);
    const middle = ids.next();
    await grow(1000);
    clock.move(MINUTE);
    const youngest = ids.next();
    await seal();
    expect(await held()).toEqual([1000, 1000]);
    await add(early);
    await add(middle);
    await add(youngest);
    clock.move(MINUTE);
    await add(ids.next());
    expect(await held()).toEqual([1001, 1001]);
    await expectExactPages();
    await remove(early);
    await remove(grown[0] ?? '');
    expect(await held()).toEqual([999, 1001]);
    await expectExactPages();
  });

  it('leaves a removal or a late row that was rolled back uncounted', async () => {
    const early = ids.next();
    const grown = await grow(2000);
    clock.move(MINUTE);
    await seal();
    const failed = db.transactions.run(async (tx) => {
      await tx.remove(await tx.findOneByOrFail(Leaf, { id: grown[5] }));
      await blocks.removed(tx, grown[5] ?? '');
      await tx.insert(Leaf, leaf(early));
      await blocks.inserted(tx, early);
      await blocks.inserted(tx, early);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await held()).toEqual([1000]);
  });

  it('answers the page it was asked for while older rows are being sealed', async () => {
    const first = await grow(2000);
    clock.move(MINUTE);
    await seal();
    expect(await held()).toEqual([1000]);
    const second = await grow(2500);
    clock.move(MINUTE);
    const all = [...first, ...second].reverse();
    // The first of these begins the sealing of three more blocks; its own page lies in the first block.
    expect(await page('desc', 3700)).toEqual({ total: 4500, ids: all.slice(3700, 3705) });
    await blocks.settled();
    expect(await held()).toEqual([1000, 1000, 1000, 1000]);
    expect(await page('desc', 3700)).toEqual({ total: 4500, ids: all.slice(3700, 3705) });
  });

  it('is sealed once when two processes seal at the same time', async () => {
    await grow(4100);
    clock.move(MINUTE);
    const other = new CountBuckets(Leaf, 'leaves', db.transactions, clock);
    await Promise.all([
      page('desc', 0),
      other.page(db.transactions.manager, {
        limit: 1,
        offset: 0,
        sort: 'id',
        order: 'desc',
        filters: {},
        strict: false,
      }),
    ]);
    await Promise.all([blocks.settled(), other.settled()]);
    expect(await held()).toEqual([1000, 1000, 1000, 1000]);
    await expectExactPages();
  });

  if (engine.name !== 'sqlite') {
    /** Resolves when some transaction waits for a row lock of another. */
    async function someoneWaits(): Promise<void> {
      const deadline = performance.now() + 10_000;
      while (!(await isRowLockAwaited(db.dataSource))) {
        if (performance.now() > deadline) throw new Error('nobody waits for a lock');
      }
    }

    // Made before any transaction is open, so that what runs in it joins none.
    const outside = AsyncResource.bind((work: () => Promise<void>) => work());

    it('waits for a removal and a late row that are under way while it seals', async () => {
      const early = ids.next();
      const grown = await grow(2000);
      clock.move(MINUTE);
      await db.dataSource.transaction(async (tx) => {
        await tx.remove(await tx.findOneByOrFail(Leaf, { id: grown[5] }));
        await tx.insert(Leaf, leaf(early));
        await page('desc', 0);
        await someoneWaits();
      });
      await blocks.settled();
      expect(await held()).toEqual([1000]);
      await expectExactPages();
    });

    it.each(['before', 'after'] as const)('counts a late row that comes in %s the block is written', async (moment) => {
      const early = ids.next();
      await grow(2000);
      clock.move(MINUTE);
      let late: Promise<void> | undefined;
      const transactions = new Transactions(db.dataSource);
      const run = transactions.run.bind(transactions);
      jest.spyOn(transactions, 'run').mockImplementation((work) =>
        run((tx) => {
          const insert = tx.insert.bind(tx);
          jest.spyOn(tx, 'insert').mockImplementation(async (target, values) => {
            const isBlock = target === CountBucket && late === undefined;
            if (isBlock) late = moment === 'before' ? outside(() => add(early)) : undefined;
            await late;
            const result = await insert(target, values);
            if (isBlock && moment === 'after') {
              late = outside(() => add(early));
              await someoneWaits();
            }
            return result;
          });
          return work(tx);
        }),
      );
      const sealing = new CountBuckets(Leaf, 'leaves', transactions, clock);
      await sealing.page(transactions.manager, {
        limit: 1,
        offset: 0,
        sort: 'id',
        order: 'desc',
        filters: {},
        strict: false,
      });
      await sealing.settled();
      await late;
      expect((await held()).length).toBe(1);
      expect((await page('desc', 0)).total).toBe(2001);
      await expectExactPages();
    });

    it('stays exact while rows come and go', async () => {
      const grown = await grow(3000);
      clock.move(MINUTE);
      const gone = grown.filter((_, at) => at % 100 === 7);
      await Promise.all([seal(), ...gone.map(remove), ...Array.from({ length: 30 }, () => add(ids.next())), seal()]);
      await seal();
      expect((await held()).length).toBeGreaterThan(0);
      await expectExactPages();
    });
  }
});
