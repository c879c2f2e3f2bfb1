import { AsyncResource } from 'node:async_hooks';
import { beforeCommit } from '../../src/platform/database/connection/before-commit';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { CountBucket } from '../../src/platform/database/lists/count-bucket.entity';
import { Leaf, Leaves, MINUTE } from '../builders/leaves.builder';
import { onEachEngine } from '../support/engines';
import { rowLockAwaited } from '../support/row-locks';

onEachEngine('CountBuckets', (engine) => {
  let leaves: Leaves;

  beforeAll(async () => (leaves = await Leaves.open(engine.databaseUrl)));
  beforeEach(() => leaves.clear());
  afterAll(() => leaves.close());

  /** Compares pages all along the list, and around every thousandth row, with a plain query of all of it. */
  async function expectExactPages(): Promise<void> {
    const all = await leaves.all();
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
        expect({ offset, order, ...(await leaves.page({ order, offset })) }).toEqual(expected);
      }
    }
    await leaves.blocks.settled();
  }

  it('seals nothing that is younger than a minute, and then in thousands', async () => {
    await leaves.grow(2500);
    await leaves.seal();
    expect(await leaves.held()).toEqual([]);
    await expectExactPages();
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.held()).toEqual([1000, 1000]);
    await expectExactPages();
  });

  it('seals no further block once it is stopped', async () => {
    await leaves.grow(5000);
    leaves.clock.move(MINUTE);
    await leaves.page({});
    await leaves.blocks.stop();
    expect(await leaves.held()).toEqual([1000]);
  });

  it('does not seal a list that is short', async () => {
    await leaves.grow(1999);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.held()).toEqual([]);
    await leaves.grow(1);
    await leaves.seal();
    expect(await leaves.held()).toEqual([1000]);
  });

  it('is exact on an empty list', async () => {
    expect(await leaves.page({})).toEqual({ total: 0, ids: [] });
    expect(await leaves.page({ order: 'asc', offset: 3 })).toEqual({ total: 0, ids: [] });
  });

  it('keeps totals and pages exact over removals, of single rows and of a whole block', async () => {
    const grown = await leaves.grow(3500);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.held()).toEqual([1000, 1000, 1000]);
    const scattered = grown.filter((_, at) => at % 3 === 1 && at < 150);
    for (const id of [...scattered, ...grown.slice(999, 1002), ...grown.slice(2998, 3003)]) await leaves.remove(id);
    expect(await leaves.held()).toEqual([949, 998, 998]);
    await expectExactPages();
    for (const id of grown.slice(1002, 2000)) await leaves.remove(id);
    expect(await leaves.held()).toEqual([949, 0, 998]);
    await expectExactPages();
  });

  it('counts a row that comes in long after its id was drawn', async () => {
    const early = leaves.ids.next();
    const grown = await leaves.grow(1500);
    const middle = leaves.ids.next();
    await leaves.grow(1000);
    leaves.clock.move(MINUTE);
    const youngest = leaves.ids.next();
    await leaves.seal();
    expect(await leaves.held()).toEqual([1000, 1000]);
    await leaves.add(early);
    await leaves.add(middle);
    await leaves.add(youngest);
    leaves.clock.move(MINUTE);
    await leaves.add(leaves.ids.next());
    expect(await leaves.held()).toEqual([1001, 1001]);
    await expectExactPages();
    await leaves.remove(early);
    await leaves.remove(grown[0] ?? '');
    expect(await leaves.held()).toEqual([999, 1001]);
    await expectExactPages();
  });

  it('leaves a removal or a late row that was rolled back uncounted', async () => {
    const early = leaves.ids.next();
    const grown = await leaves.grow(2000);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const failed = leaves.db.transactions.run(async (tx) => {
      await tx.remove(await tx.findOneByOrFail(Leaf, { id: grown[5] }));
      await tx.insert(Leaf, leaves.leaf(early));
      // After the block was corrected.
      beforeCommit(tx, () => Promise.reject(new Error('rolled back')));
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await leaves.held()).toEqual([1000]);
  });

  it('answers the page it was asked for while older rows are being sealed', async () => {
    const first = await leaves.grow(2000);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.held()).toEqual([1000]);
    const second = await leaves.grow(2500);
    leaves.clock.move(MINUTE);
    const all = [...first, ...second].reverse();
    // The first of these begins the sealing of three more blocks; its own page lies in the first block.
    expect(await leaves.page({ offset: 3700 })).toEqual({ total: 4500, ids: all.slice(3700, 3705) });
    await leaves.blocks.settled();
    expect(await leaves.held()).toEqual([1000, 1000, 1000, 1000]);
    expect(await leaves.page({ offset: 3700 })).toEqual({ total: 4500, ids: all.slice(3700, 3705) });
  });

  it('is sealed once when two processes seal at the same time', async () => {
    await leaves.grow(4100);
    leaves.clock.move(MINUTE);
    const other = leaves.elsewhere(leaves.db.transactions);
    await Promise.all([leaves.page({}), leaves.page({}, other)]);
    await Promise.all([leaves.blocks.settled(), other.settled()]);
    expect(await leaves.held()).toEqual([1000, 1000, 1000, 1000]);
    await expectExactPages();
  });

  if (engine.name !== 'sqlite') {
    const someoneWaits = (): Promise<void> => rowLockAwaited(leaves.db.dataSource);
    // Made before any transaction is open, so that what runs in it joins none.
    const outside = AsyncResource.bind((work: () => Promise<unknown>) => work());

    it('waits for a removal and a late row that are under way while it seals', async () => {
      const early = leaves.ids.next();
      const grown = await leaves.grow(2000);
      leaves.clock.move(MINUTE);
      let isSealing = false;
      await leaves.db.transactions.run(async (tx) => {
        await tx.remove(await tx.findOneByOrFail(Leaf, { id: grown[5] }));
        await tx.insert(Leaf, leaves.leaf(early));
        // The late row waits for the block at last, and one of the two transactions is run again.
        if (isSealing) return;
        await outside(() => leaves.page({}));
        await someoneWaits();
        isSealing = true;
      });
      await leaves.blocks.settled();
      expect(await leaves.held()).toEqual([1000]);
      await expectExactPages();
    });

    it.each(['before', 'after'] as const)('counts a late row that comes in %s the block is written', async (moment) => {
      const early = leaves.ids.next();
      await leaves.grow(2000);
      leaves.clock.move(MINUTE);
      let late: Promise<unknown> | undefined;
      const transactions = new Transactions(leaves.db.dataSource);
      const run = transactions.run.bind(transactions);
      jest.spyOn(transactions, 'run').mockImplementation((work) =>
        run((tx) => {
          const insert = tx.insert.bind(tx);
          jest.spyOn(tx, 'insert').mockImplementation(async (target, values) => {
            const isBlock = target === CountBucket && late === undefined;
            if (isBlock) late = moment === 'before' ? outside(() => leaves.add(early)) : undefined;
            await late;
            const result = await insert(target, values);
            if (isBlock && moment === 'after') {
              late = outside(() => leaves.add(early));
              await someoneWaits();
            }
            return result;
          });
          return work(tx);
        }),
      );
      const sealing = leaves.elsewhere(transactions);
      await leaves.page({}, sealing);
      await sealing.settled();
      await late;
      expect((await leaves.held()).length).toBe(1);
      expect((await leaves.page({})).total).toBe(2001);
      await expectExactPages();
    });

    it('stays exact while rows come and go', async () => {
      const grown = await leaves.grow(3000);
      leaves.clock.move(MINUTE);
      const gone = grown.filter((_, at) => at % 100 === 7);
      await Promise.all([
        leaves.seal(),
        ...gone.map((id) => leaves.remove(id)),
        ...Array.from({ length: 30 }, () => leaves.add(leaves.ids.next())),
        leaves.seal(),
      ]);
      await leaves.seal();
      expect((await leaves.held()).length).toBeGreaterThan(0);
      await expectExactPages();
    });
  }
});
