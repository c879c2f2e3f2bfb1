import { beforeCommit } from '../../src/platform/database/connection/before-commit';
import { BucketValueCount } from '../../src/platform/database/lists/bucket-value-count.entity';
import { CountBucket } from '../../src/platform/database/lists/count-bucket.entity';
import { CountedFields } from '../../src/platform/database/lists/counted-fields.entity';
import { type Asked, Leaf, LEAF_FIELDS, Leaves, MINUTE } from '../builders/leaves.builder';
import { onEachEngine } from '../support/engines';

const HOUR = 60 * MINUTE;
/** Half of the leaves are red; one in a hundred is blue. */
const mixed = (at: number): string | null =>
  at % 100 === 7 ? 'blue' : at % 2 === 0 ? 'red' : at % 3 === 0 ? null : 'green';

onEachEngine('counts of values by block (ADR 17)', (engine) => {
  let leaves: Leaves;

  beforeAll(async () => (leaves = await Leaves.open(engine.databaseUrl)));
  beforeEach(() => leaves.clear());
  afterAll(() => leaves.close());

  /** Filters as they are sent, with the colours that they find. */
  const FILTERS: readonly (readonly [Asked, readonly (string | null)[]])[] = [
    [{ colour: 'red' }, ['red']],
    [{ colour: 'blue' }, ['blue']],
    [{ colour: '' }, [null]],
    [{ colour: 'blue,green' }, ['blue', 'green']],
    [{ colour: 'red,red,,nowhere' }, ['red']],
    [{ colour: 'nowhere' }, []],
    [{ warm: '1' }, ['red', 'brown']],
  ];

  /** Compares pages all along each filtered list with a plain query of all of it. */
  async function expectExactPages(): Promise<void> {
    for (const [filter, colours] of FILTERS) {
      const { read, expected } = await leaves.pages(filter, await leaves.all(colours));
      expect(read).toEqual(expected);
    }
    await leaves.blocks.settled();
  }

  it('give totals and pages of each value, of several and of none', async () => {
    await leaves.grow(2600, mixed);
    await expectExactPages();
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const counted = { '': 164, blue: 10, green: 326, red: 500 };
    const [first, second] = await leaves.counts();
    expect(first).toEqual(counted);
    expect(Object.values(second ?? {}).reduce((sum, held) => sum + held)).toBe(1000);
    await expectExactPages();
  });

  it('follow a row that changes, comes late or goes, and new values of a block', async () => {
    const early = [leaves.ids.next(), leaves.ids.next()];
    const grown = await leaves.grow(2000, () => 'red');
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.counts()).toEqual([{ red: 1000 }]);
    await leaves.paint(grown.slice(0, 3), () => 'blue');
    await leaves.paint(grown.slice(1, 2), () => null);
    await leaves.paint(grown.slice(2, 3), () => 'red');
    await leaves.add(early[0] ?? '', 'green');
    await leaves.remove(grown[0] ?? '');
    await leaves.remove(grown[7] ?? '');
    expect([await leaves.held(), await leaves.counts()]).toEqual([[999], [{ '': 1, green: 1, red: 997 }]]);
    await leaves.paint(grown.slice(1, 2), () => 'brown');
    await leaves.paint(grown.slice(8, 9), () => 'brown');
    expect(await leaves.counts('warm')).toEqual([{ 1: 998 }]);
    await leaves.paint(grown.slice(1, 2), () => null);
    await leaves.paint(grown.slice(8, 9), () => 'red');
    expect(await leaves.counts('warm')).toEqual([{ 1: 997 }]);
    // All at once, of one row, and of a row that no block has.
    await leaves.db.transactions.run(async (tx) => {
      await tx.insert(Leaf, leaves.leaf(early[1] ?? '', 'red'));
      const row = await tx.findOneByOrFail(Leaf, { id: early[1] });
      await tx.save(Object.assign(row, { colour: 'blue' }));
      await tx.save(Object.assign(row, { colour: 'green' }));
    });
    await leaves.paint(grown.slice(1990), () => 'blue');
    expect([await leaves.held(), await leaves.counts()]).toEqual([[1000], [{ '': 1, green: 2, red: 997 }]]);
    await expectExactPages();
  });

  it('stay as they are when a change is rolled back', async () => {
    const grown = await leaves.grow(2000, () => 'red');
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const failed = leaves.db.transactions.run(async (tx) => {
      const row = await tx.findOneByOrFail(Leaf, { id: grown[5] });
      await tx.save(Object.assign(row, { colour: 'blue' }));
      // After the block was corrected.
      beforeCommit(tx, () => Promise.reject(new Error('rolled back')));
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await leaves.counts()).toEqual([{ red: 1000 }]);
    await expectExactPages();
  });

  it('cost one statement in a change of an old row, and none of a young one or of another field', async () => {
    const grown = await leaves.grow(2000, () => 'red');
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const [young = ''] = await leaves.grow(1, () => 'red');
    leaves.clock.move(MINUTE / 2 - 1);
    const of = async (id: string, change: (row: Leaf) => void): Promise<string[]> => {
      const sent = await leaves.statements(() =>
        leaves.db.transactions.run(async (tx) => {
          const row = await tx.findOneByOrFail(Leaf, { id });
          change(row);
          await tx.save(row);
        }),
      );
      return sent.map((sql) => /^(SELECT|INSERT INTO|UPDATE) ?\W?(\w*)/.exec(sql)?.slice(1, 3).join(' ') ?? sql);
    };
    const paint = (colour: string) => (row: Leaf) => void Object.assign(row, { colour });
    const plain = await of(young, paint('blue'));
    expect(plain.filter((sql) => !sql.startsWith('SELECT'))).toEqual(['UPDATE leaves']);
    expect(await of(grown[0] ?? '', paint('blue'))).toEqual([...plain, 'INSERT INTO list_block_counts']);
    expect(await of(grown[0] ?? '', (row) => void (row.version += 1))).toEqual(plain);
    expect(await leaves.counts()).toEqual([{ blue: 1, red: 999 }]);
  });

  it('take two statements for a total and a page of it, three for a deep one and two more for its ids', async () => {
    await leaves.grow(4000, mixed);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const of = async (asked: Parameters<Leaves['page']>[0]): Promise<number> =>
      (await leaves.statements(() => leaves.page(asked))).length;
    const first = await of({ colour: 'red' });
    const short = await of({ colour: 'nowhere' });
    const deep = await of({ colour: 'red', offset: 1800 });
    const several = await of({ colour: 'red,green', offset: 2500 });
    expect({ first, short, deep, several }).toEqual({ first: 2, short: 1, deep: 4, several: 4 });
  });

  it('begin only when every process keeps them right, and then with the blocks there are', async () => {
    await leaves.clear(HOUR);
    const grown = await leaves.grow(3500, mixed);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    // A process of the version before changes rows, removes some and seals others.
    await leaves.db.dataSource.query('UPDATE leaves SET colour = ? WHERE id = ?', ['blue', grown[0]]);
    await leaves.paint(grown.slice(1, 2), () => 'blue');
    expect([await leaves.held(), await leaves.counts()]).toEqual([
      [1000, 1000, 1000],
      [{}, {}, {}],
    ]);
    await expectExactPages();
    leaves.clock.move(HOUR);
    await expectExactPages();
    // A list of few reds finds nothing to count; one of many does.
    await leaves.page({ colour: 'red,green' });
    await leaves.blocks.settled();
    expect((await leaves.counts()).map(({ blue }) => blue)).toEqual([12, 10, 10]);
    const { manager } = leaves.db.dataSource;
    expect(await manager.countBy(CountBucket, { counted: LEAF_FIELDS })).toBe(3);
    await expectExactPages();
  });

  it('do without a word of when they begin: nothing is counted by them', async () => {
    await leaves.db.dataSource.manager.delete(CountedFields, { listed: 'leaves' });
    await leaves.grow(2500, mixed);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect([await leaves.held(), await leaves.counts()]).toEqual([
      [1000, 1000],
      [{}, {}],
    ]);
    await expectExactPages();
  });

  it('come again by themselves after somebody removed the blocks, without those of before', async () => {
    const grown = await leaves.grow(2500, mixed);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const { manager } = leaves.db.dataSource;
    await manager.query('DELETE FROM leaves WHERE id <= ?', [grown[300]]);
    await manager.delete(CountBucket, { listed: 'leaves' });
    await expectExactPages();
    await leaves.seal();
    expect([await leaves.held(), (await manager.find(BucketValueCount)).every(({ held }) => held > 0)]).toEqual([
      [1000, 1000],
      true,
    ]);
    await expectExactPages();
  });

  it('are no more than the values that rows have', async () => {
    await leaves.grow(2000, (at) => (at % 2 === 0 ? `colour ${at}` : 'Straße=ß'));
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.db.dataSource.manager.count(BucketValueCount)).toBe(501);
    for (const [colour, total] of [
      ['colour 4', 1],
      ['Straße=ß', 1000],
      ['strasse=ß', 0],
    ] as const) {
      expect({ colour, total: (await leaves.page({ colour })).total }).toEqual({ colour, total });
    }
  });
});
