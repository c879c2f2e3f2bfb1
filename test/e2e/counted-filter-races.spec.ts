import { AsyncResource } from 'node:async_hooks';
import { type EntityManager } from 'typeorm';
import { type Id } from '../../src/kernel/ids';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { CountBucket } from '../../src/platform/database/lists/count-bucket.entity';
import { readById } from '../../src/platform/database/rows/row-reader';
import { Leaf, Leaves, MINUTE } from '../builders/leaves.builder';
import { onEachEngine } from '../support/engines';
import { rowLockAwaited } from '../support/row-locks';

const COLOURS = ['red', 'green', 'blue', null] as const;
type Colour = (typeof COLOURS)[number];
const FILTERS = ['red', 'green', 'blue', '', 'red,blue', 'red,green,blue', undefined] as const;
const colourOf = (at: number): Colour => COLOURS[at % COLOURS.length] ?? null;
const finds = (filter: string | undefined, colour: Colour): boolean =>
  filter === undefined || filter.split(',').includes(colour ?? '');

/** The totals that are possible of a filter while a list is read. */
interface Reading {
  readonly filter: string | undefined;
  least: number;
  most: number;
}

/** The bounds of the numbers of rows while many write: what is committed for certain, and what is under way. */
class Books {
  private readonly committed = new Map<string | undefined, number>();
  private readonly underWay = new Set<ReadonlyMap<string | undefined, number>>();
  private readonly readings = new Set<Reading>();

  constructor(colours: readonly Colour[]) {
    for (const filter of FILTERS) this.committed.set(filter, colours.filter((colour) => finds(filter, colour)).length);
  }

  /** Notes a write from one colour to another; undefined: no row. */
  async write(from: Colour | undefined, to: Colour | undefined, work: () => Promise<unknown>): Promise<void> {
    const has = (filter: string | undefined, colour: Colour | undefined): number =>
      colour !== undefined && finds(filter, colour) ? 1 : 0;
    const change = new Map(FILTERS.map((filter) => [filter, has(filter, to) - has(filter, from)]));
    for (const reading of this.readings) widen(reading, change);
    this.underWay.add(change);
    await work();
    this.underWay.delete(change);
    for (const [filter, by] of change) this.committed.set(filter, (this.committed.get(filter) ?? 0) + by);
  }

  /** Reads a total. @returns it, and between which it was true at some moment meanwhile */
  async read(filter: string | undefined, work: () => Promise<number>): Promise<Reading & { readonly total: number }> {
    const now = this.committed.get(filter) ?? 0;
    const reading: Reading = { filter, least: now, most: now };
    for (const change of this.underWay) widen(reading, change);
    this.readings.add(reading);
    const total = await work();
    this.readings.delete(reading);
    return { ...reading, total };
  }
}

function widen(reading: Reading, change: ReadonlyMap<string | undefined, number>): void {
  const by = change.get(reading.filter) ?? 0;
  reading.least += Math.min(by, 0);
  reading.most += Math.max(by, 0);
}

onEachEngine('counts of values while many write (ADR 17)', (engine) => {
  let leaves: Leaves;

  beforeAll(async () => (leaves = await Leaves.open(engine.databaseUrl)));
  beforeEach(() => leaves.clear());
  afterAll(() => leaves.close());

  /** Compares each total with a count of the rows. */
  async function expectExactTotals(): Promise<void> {
    await leaves.blocks.settled();
    const rows = await leaves.db.dataSource.manager.find(Leaf);
    for (const filter of FILTERS) {
      const total = rows.filter(({ colour }) => finds(filter, colour as Colour)).length;
      expect({ filter, total: (await leaves.page({ colour: filter })).total }).toEqual({ filter, total });
    }
  }

  /** Reads lists until the work is done. */
  async function whileReading(read: (round: number) => Promise<void>, work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const readers = [0, 1, 2].map(async (reader) => {
      for (let round = reader; !isDone; round += 3) await read(round);
    });
    await work.finally(() => (isDone = true));
    await Promise.all(readers);
  }

  it('are of one moment: rows that swap their colours leave every total as it is', async () => {
    const grown = await leaves.grow(4200, colourOf);
    leaves.clock.move(MINUTE);
    const before = new Map(FILTERS.map((filter) => [filter, countOf(filter, grown.length)]));
    // A red row of the first block and a green one of any place, or of no block.
    const swap = (at: number): Promise<void> => {
      const pair = [grown[(at * 4) % 1000] ?? '', grown[(at * 4 * 37 + 1) % 4200] ?? ''];
      return leaves.db.transactions.run((tx) => swapColours(tx, pair));
    };
    const writers = [0, 1, 2, 3, 4, 5, 6, 7].map(async (writer) => {
      for (let round = 0; round < 25; round += 1) await swap(round * 8 + writer);
    });
    await whileReading(async (round) => {
      const filter = FILTERS[round % FILTERS.length];
      const { total } = await leaves.page({ colour: filter, offset: (round * 311) % 3000 });
      expect({ filter, total }).toEqual({ filter, total: before.get(filter) });
    }, Promise.all(writers));
    expect(await leaves.held()).toEqual([1000, 1000, 1000, 1000]);
    await expectExactTotals();
  });

  it('are always a total that was true, and exact at the end: of rows that change, come, come late and go', async () => {
    const early = Array.from({ length: 60 }, () => leaves.ids.next());
    const grown = await leaves.grow(3300, colourOf);
    leaves.clock.move(MINUTE);
    const colours = new Map<Id, Colour>(grown.map((id, at) => [id, colourOf(at)]));
    const books = new Books([...colours.values()]);
    const WRITERS = 10;
    /** Each writer has rows of its own, of one block mostly. */
    const act = async (writer: number, round: number): Promise<void> => {
      const at = ((round * 13) % 97) * WRITERS + writer + (round % 5 === 0 ? 1500 : 0);
      const id = grown[at] ?? '';
      const from = colours.get(id);
      if (round % 7 === 3) {
        const late = early.pop() ?? leaves.ids.next();
        await books.write(undefined, colourOf(round), () => leaves.add(late, colourOf(round)));
      }
      if (from === undefined) return;
      if (round % 9 === 4) {
        colours.delete(id);
        return books.write(from, undefined, () => leaves.remove(id));
      }
      const to = colourOf(COLOURS.indexOf(from) + 1 + (round % 3));
      colours.set(id, to);
      return books.write(from, to, () => leaves.paint([id], () => to));
    };
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let round = 0; round < 30; round += 1) await act(writer, round);
    });
    await whileReading(async (round) => {
      const filter = FILTERS[round % FILTERS.length];
      const page = { colour: filter, offset: (round * 311) % 2500 };
      const read = await books.read(filter, async () => (await leaves.page(page)).total);
      expect({ ...read, isTrue: read.least <= read.total && read.total <= read.most }).toEqual({
        ...read,
        isTrue: true,
      });
    }, Promise.all(writers));
    expect((await leaves.held()).length).toBe(3);
    await expectExactTotals();
  });

  if (engine.name !== 'sqlite') {
    const someoneWaits = (): Promise<void> => rowLockAwaited(leaves.db.dataSource);
    // Made before any transaction is open, so that what runs in it joins none.
    const outside = AsyncResource.bind((work: () => Promise<unknown>) => work());

    /** Blocks of a process whose transactions stop at a statement, once. */
    function stopping(at: (sql: string) => boolean, stop: () => Promise<void>): Transactions {
      const transactions = new Transactions(leaves.db.dataSource);
      const run = transactions.run.bind(transactions);
      let isStopped = false;
      jest.spyOn(transactions, 'run').mockImplementation((work) =>
        run((tx) => {
          const query = tx.query.bind(tx);
          tx.query = async (sql: string, parameters?: unknown[]) => {
            if (!isStopped && at(sql)) {
              isStopped = true;
              await stop();
            }
            return query(sql, parameters) as never;
          };
          return work(tx);
        }),
      );
      return transactions;
    }

    it('wait for a change that is under way while a block is sealed', async () => {
      const grown = await leaves.grow(2000, colourOf);
      leaves.clock.move(MINUTE);
      await leaves.db.transactions.run(async (tx) => {
        const row = await readById(tx, Leaf, grown[4] ?? '', { lock: true });
        await tx.save(Object.assign(row ?? {}, { colour: 'blue' }));
        await outside(() => leaves.page({}));
        await someoneWaits();
      });
      await leaves.blocks.settled();
      expect(await leaves.counts()).toEqual([{ '': 250, blue: 251, green: 250, red: 249 }]);
      await expectExactTotals();
    });

    it('have a change wait that comes while a block is sealed', async () => {
      const grown = await leaves.grow(2000, colourOf);
      leaves.clock.move(MINUTE);
      let change: Promise<unknown> = Promise.resolve();
      const transactions = stopping(
        (sql) => sql.startsWith('INSERT INTO list_block_counts'),
        async () => {
          change = outside(() => leaves.paint([grown[4] ?? ''], () => 'blue'));
          await someoneWaits();
        },
      );
      const sealing = leaves.elsewhere(transactions);
      await leaves.page({}, sealing);
      await sealing.settled();
      await change;
      expect(await leaves.counts()).toEqual([{ '': 250, blue: 251, green: 250, red: 249 }]);
      await expectExactTotals();
    });

    it('do not overlap when two processes seal and a row goes between', async () => {
      const grown = await leaves.grow(2500, colourOf);
      leaves.clock.move(MINUTE);
      const other = leaves.elsewhere(leaves.db.transactions);
      let isRead = false;
      const transactions = new Transactions(leaves.db.dataSource);
      const run = transactions.run.bind(transactions);
      jest.spyOn(transactions, 'run').mockImplementation((work) =>
        run((tx) => {
          const insert = tx.insert.bind(tx);
          jest.spyOn(tx, 'insert').mockImplementation(async (target, values) => {
            if (target === CountBucket && !isRead) {
              isRead = true;
              await outside(async () => {
                await leaves.remove(grown[10] ?? '');
                await leaves.page({}, other);
                await other.settled();
              });
            }
            return insert(target, values);
          });
          return work(tx);
        }),
      );
      const sealing = leaves.elsewhere(transactions);
      await leaves.page({}, sealing);
      await sealing.settled();
      const blocks = await leaves.db.dataSource.manager.find(CountBucket, { order: { lastId: 'ASC' } });
      expect(blocks.map(({ firstId, lastId, held }) => [firstId, lastId, held])).toEqual([
        ['1', grown[1000], 1000],
        [String(BigInt(grown[1000] ?? 0) + 1n), grown[2000], 1000],
      ]);
      await expectExactTotals();
    });
  }
});

function countOf(filter: string | undefined, rows: number): number {
  return Array.from({ length: rows }, (_, at) => colourOf(at)).filter((colour) => finds(filter, colour)).length;
}

async function swapColours(tx: EntityManager, pair: readonly Id[]): Promise<void> {
  // In one order: two swaps do not wait for each other.
  const rows: Leaf[] = [];
  for (const id of pair.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const row = await readById(tx, Leaf, id, { lock: true });
    if (row !== null) rows.push(row);
  }
  const colours = rows.map(({ colour }) => colour).reverse();
  for (const [at, row] of rows.entries()) await tx.save(Object.assign(row, { colour: colours[at] }));
}
