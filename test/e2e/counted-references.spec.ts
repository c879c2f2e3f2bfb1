import { AsyncResource } from 'node:async_hooks';
import { type Id } from '../../src/kernel/ids';
import { readById } from '../../src/platform/database/rows/row-reader';
import { Leaf, Leaves, MINUTE } from '../builders/leaves.builder';
import { onEachEngine } from '../support/engines';
import { rowLockAwaited } from '../support/row-locks';

const KINDS = ['7', '8', '9', '10'] as const;
/** Half of the leaves have 7, a third 8 and some twice, one in a hundred 9; 10 has none. */
const veins = (at: number): string[] => [
  ...(at % 2 === 0 ? ['7'] : []),
  ...(at % 3 === 0 ? ['8'] : []),
  ...(at % 100 === 9 ? ['9'] : []),
  ...(at % 9 === 0 ? ['8'] : []),
];

onEachEngine('counts of values that another table gives, by block (ADR 17)', (engine) => {
  let leaves: Leaves;

  beforeAll(async () => (leaves = await Leaves.open(engine.databaseUrl)));
  beforeEach(() => leaves.clear());
  afterAll(() => leaves.close());

  /** Compares pages all along the list of each kind with a plain query of all of it. */
  async function expectExactPages(): Promise<void> {
    for (const vein of KINDS) {
      const { read, expected } = await leaves.pages({ vein }, await leaves.veined(vein));
      expect(read).toEqual(expected);
    }
    await leaves.blocks.settled();
  }

  const change = (id: Id, kinds: readonly string[]): Promise<void> =>
    leaves.db.transactions.run(async (tx) => {
      await readById(tx, Leaf, id, { lock: true });
      await leaves.grain(tx, id, kinds);
    });

  it('give totals and pages of each value, before and after blocks are sealed', async () => {
    await leaves.grow(2600, undefined, veins);
    await expectExactPages();
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.counts('vein')).toEqual([
      { 7: 500, 8: 334, 9: 10 },
      { 7: 500, 8: 333, 9: 10 },
    ]);
    await expectExactPages();
  });

  it('follow a row that gets other values, comes late or goes', async () => {
    const [early = '', later = ''] = [leaves.ids.next(), leaves.ids.next()];
    const grown = await leaves.grow(2000, undefined, () => ['7']);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    expect(await leaves.counts('vein')).toEqual([{ 7: 1000 }]);
    await change(grown[0] ?? '', ['8', '8', '9']);
    await change(grown[1] ?? '', ['7', '9']);
    await change(grown[2] ?? '', []);
    await change(grown[1999] ?? '', ['9']);
    await leaves.add(early, null, ['7', '9']);
    await leaves.remove(grown[3] ?? '');
    await leaves.remove(grown[0] ?? '');
    expect([await leaves.held(), await leaves.counts('vein')]).toEqual([[999], [{ 7: 998, 9: 2 }]]);
    // All at once, of one row that comes and gets others.
    await leaves.db.transactions.run(async (tx) => {
      await tx.insert(Leaf, leaves.leaf(later));
      await leaves.grain(tx, later, ['8']);
      await leaves.grain(tx, later, ['9', '9']);
    });
    expect([await leaves.held(), await leaves.counts('vein')]).toEqual([[1000], [{ 7: 998, 9: 3 }]]);
    await expectExactPages();
  });

  it('cost one statement in a change of an old row, and none of a young one or of the same values', async () => {
    const grown = await leaves.grow(2000, undefined, () => ['7']);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const [young = ''] = await leaves.grow(1, undefined, () => ['7']);
    const of = async (id: Id, kinds: readonly string[]): Promise<number> =>
      (await leaves.statements(() => change(id, kinds))).length;
    const plain = await of(young, ['8']);
    expect([await of(grown[0] ?? '', ['8']), await of(grown[1] ?? '', ['7', '7'])]).toEqual([plain + 1, plain]);
    expect(await leaves.counts('vein')).toEqual([{ 7: 999, 8: 1 }]);
  });

  it('take three statements for a total and a page of it, and one more for a deep one', async () => {
    await leaves.grow(4000, undefined, veins);
    leaves.clock.move(MINUTE);
    await leaves.seal();
    const of = async (asked: Parameters<Leaves['page']>[0]): Promise<number> =>
      (await leaves.statements(() => leaves.page(asked))).length;
    const first = await of({ vein: '7' });
    const none = await of({ vein: '10' });
    const deep = await of({ vein: '7', offset: 1800 });
    expect({ first, none, deep }).toEqual({ first: 3, none: 1, deep: 4 });
  });

  it.each([{ vein: '7' }, { colour: 'red' }, { warm: '1' }, {}])(
    'are not needed to read a deep page from the nearer end: %j',
    async (filter) => {
      await leaves.grow(1000, () => 'red', veins);
      const { total } = await leaves.page(filter);
      const directions = async (order: 'asc' | 'desc', offset: number): Promise<string[]> => {
        const sent = await leaves.statements(() => leaves.page({ ...filter, order, offset }));
        return sent.flatMap((sql) => /ORDER BY \S+ (ASC|DESC)/.exec(sql)?.[1] ?? []);
      };
      expect(await directions('desc', total - 20)).toEqual(['ASC']);
      expect(await directions('asc', total - 20)).toEqual(['DESC']);
      expect(await directions('desc', 20)).toEqual(['DESC']);
      const { read, expected } = await leaves.pages(
        filter,
        'vein' in filter ? await leaves.veined('7') : await leaves.all(),
      );
      expect(read).toEqual(expected);
    },
  );

  it('are not taken for several values at once, which one row may have', async () => {
    await expect(leaves.page({ 'vein[0]': '7', 'vein[1]': '8' } as never)).rejects.toThrow('not counted');
  });

  if (engine.name !== 'sqlite') {
    const someoneWaits = (): Promise<void> => rowLockAwaited(leaves.db.dataSource);
    // Made before any transaction is open, so that what runs in it joins none.
    const outside = AsyncResource.bind((work: () => Promise<unknown>) => work());

    it('wait for a change that is under way while a block is sealed', async () => {
      const grown = await leaves.grow(2000, undefined, () => ['7']);
      leaves.clock.move(MINUTE);
      await leaves.db.transactions.run(async (tx) => {
        await readById(tx, Leaf, grown[4] ?? '', { lock: true });
        await leaves.grain(tx, grown[4] ?? '', ['8']);
        await outside(() => leaves.page({}));
        await someoneWaits();
      });
      await leaves.blocks.settled();
      expect(await leaves.counts('vein')).toEqual([{ 7: 999, 8: 1 }]);
      await expectExactPages();
    });
  }
});
