import { Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { type Id, IdGenerator } from '../../src/kernel/ids';
import { BucketValueCount } from '../../src/platform/database/lists/bucket-value-count.entity';
import { CountBucket } from '../../src/platform/database/lists/count-bucket.entity';
import { CountBuckets } from '../../src/platform/database/lists/count-buckets';
import { CountedFields } from '../../src/platform/database/lists/counted-fields.entity';
import { type CountedList } from '../../src/platform/database/lists/counted-list';
import { byWords } from '../../src/platform/database/lists/filters';
import { conditionsOf, type Listing } from '../../src/platform/database/lists/listing';
import { matching } from '../../src/platform/database/lists/page-reader';
import { byReference } from '../../src/platform/database/lists/references';
import { IdColumn, IdReference, StringColumn } from '../../src/platform/database/rows/columns';
import { trackChanges } from '../../src/platform/database/rows/row-changes';
import { insertRows, readBy, readById } from '../../src/platform/database/rows/row-reader';
import { StoreObject } from '../../src/platform/database/rows/store-object';
import { type Transactions } from '../../src/platform/database/connection/transactions';
import { openDatabase, type TestDatabase } from '../support/database';
import { MovedClock } from '../support/moved.clock';

/** A row of a list without end. */
@Entity('leaves')
export class Leaf extends StoreObject {
  @StringColumn(255, { nullable: true })
  colour!: string | null;
}

/** Gives a leaf a kind; several may give it the same. */
@Entity('veins')
class Vein {
  @IdColumn()
  leafId!: string;

  @PrimaryColumn({ type: 'int' })
  position!: number;

  @IdReference()
  kind!: string;
}

const veinsOf = (leafId: Id, kinds: readonly string[]): Vein[] =>
  kinds.map((kind, position) => Object.assign(new Vein(), { leafId, position, kind }));

const VEINS = `CREATE TABLE veins (leaf_id BIGINT NOT NULL, position INT NOT NULL, kind BIGINT NOT NULL, PRIMARY KEY (leaf_id, position))`;
const VEIN_INDEX = { table: 'veins', column: 'kind', id: 'leaf_id' };
/** @param colour the type of that column, which compares texts as the tables of the store do */
const tableOf = (colour: string): string => `CREATE TABLE leaves (id BIGINT NOT NULL PRIMARY KEY, version INT NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, colour ${colour})`;
const WARM = ['red', 'brown'];
const LISTING: Listing<Leaf> = {
  filters: {
    colour: byWords<Leaf>('colour', 'colour'),
    vein: byReference<Leaf>(VEIN_INDEX),
    warm: Object.assign(() => WARM.map((colour) => ({ colour })), { values: () => ['1'] }),
  },
  sorts: { id: 'id' },
};
const LEAVES: CountedList<Leaf> = {
  entity: Leaf,
  listed: 'leaves',
  fields: {
    colour: 'colour',
    warm: { of: ['colour'], value: ({ colour }) => (WARM.includes(colour ?? '') ? '1' : undefined) },
  },
  references: { vein: VEIN_INDEX },
};
/** The fields of leaves that blocks count. */
export const LEAF_FIELDS = 'colour,vein,warm';

/** After this every row is old enough to be sealed. */
export const MINUTE = 60_000;

/** A page: its total, and the ids of its rows. */
export interface Found {
  readonly total: number;
  readonly ids: readonly Id[];
}

/** A page by age, of all leaves or those of a filter as it is sent. */
export interface Asked {
  readonly order?: 'asc' | 'desc';
  readonly offset?: number;
  readonly limit?: number;
  readonly colour?: string;
  /** `1`: red and brown ones. */
  readonly warm?: string;
  /** A kind of veins. */
  readonly vein?: string;
}

/** A table of leaves, whose rows and colours are counted by block. */
export class Leaves {
  clock = new MovedClock();
  ids = new IdGenerator(this.clock);

  private constructor(
    readonly db: TestDatabase,
    public blocks: CountBuckets<Leaf>,
  ) {}

  static async open(url: string): Promise<Leaves> {
    const db = await openDatabase(url, { entities: [Leaf, Vein] });
    const { isEmbedded } = db.transactions;
    await db.dataSource.query(
      tableOf(isEmbedded ? 'VARCHAR(255)' : 'VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'),
    );
    await db.dataSource.query(`CREATE INDEX ix_leaves__colour ON leaves (colour${isEmbedded ? '' : '(64)'}, id)`);
    await db.dataSource.query(VEINS);
    await db.dataSource.query('CREATE INDEX ix_veins__kind ON veins (kind, leaf_id)');
    const leaves = new Leaves(db, undefined as never);
    await leaves.clear();
    return leaves;
  }

  /** Removes all leaves and blocks, and begins anew. @param since when colours are counted from, milliseconds from now */
  async clear(since = 0): Promise<void> {
    const { manager } = this.db.dataSource;
    for (const entity of [Leaf, Vein, CountBucket, BucketValueCount]) await manager.clear(entity);
    await manager.delete(CountedFields, { listed: 'leaves' });
    // Those of before hear of nothing any more.
    this.db.dataSource.subscribers.splice(1);
    this.clock = new MovedClock();
    this.ids = new IdGenerator(this.clock);
    this.blocks = new CountBuckets(LEAVES, this.db.transactions, this.clock);
    const start = new Date(this.clock.now().getTime() + since);
    await manager.insert(CountedFields, { listed: 'leaves', fields: LEAF_FIELDS, since: start });
  }

  /** The blocks of another process, which does not hear what this one writes. */
  elsewhere(transactions: Transactions): CountBuckets<Leaf> {
    const other = new CountBuckets(LEAVES, transactions, this.clock);
    this.db.dataSource.subscribers.pop();
    return other;
  }

  leaf(id: Id, colour: string | null = null): Leaf {
    const at = this.clock.now();
    return Object.assign(new Leaf(), { id, colour, version: 1, createdAt: at, updatedAt: at });
  }

  /** Adds rows as many as asked for, three a millisecond. @returns their ids, oldest first */
  async grow(
    count: number,
    colourOf: (at: number) => string | null = () => null,
    kindsOf: (at: number) => readonly string[] = () => [],
  ): Promise<Id[]> {
    const rows: Leaf[] = [];
    for (let at = 0; at < count; at += 1) {
      if (at % 3 === 0) this.clock.move(1);
      rows.push(this.leaf(this.ids.next(), colourOf(at)));
    }
    const veins = rows.flatMap(({ id }, at) => veinsOf(id, kindsOf(at)));
    for (let at = 0; at < count; at += 500) await this.db.insert(Leaf, rows.slice(at, at + 500));
    await insertRows(this.db.dataSource.manager, Vein, veins);
    return rows.map(({ id }) => id);
  }

  add(id: Id, colour: string | null = null, kinds: readonly string[] = []): Promise<void> {
    return this.db.transactions.run(async (tx) => {
      await tx.insert(Leaf, this.leaf(id, colour));
      await this.grain(tx, id, kinds);
    });
  }

  remove(id: Id): Promise<void> {
    return this.db.transactions.run(async (tx) => {
      const row = await readById(tx, Leaf, id, { lock: true });
      if (row === null) return;
      await tx.remove(row);
      await this.grain(tx, id, []);
    });
  }

  /** Gives a leaf whose lock the transaction holds other veins. */
  async grain(tx: EntityManager, id: Id, kinds: readonly string[]): Promise<void> {
    const was = await readBy(tx, Vein, 'leafId', [id]);
    await tx.delete(Vein, { leafId: id });
    await insertRows(tx, Vein, veinsOf(id, kinds));
    this.blocks.refer(tx, id, 'vein', { was: was.map(({ kind }) => kind), is: kinds });
  }

  /** Paints leaves in one transaction: each gets the colour that is told for what it has. */
  paint(ids: readonly Id[], colourOf: (was: string | null) => string | null): Promise<void> {
    return this.db.transactions.run(async (tx) => {
      for (const id of ids) {
        const row = await readById(tx, Leaf, id, { lock: true });
        if (row === null) continue;
        const save = trackChanges(tx, Leaf, row);
        row.colour = colourOf(row.colour);
        await save();
      }
    });
  }

  async page({ order = 'desc', offset = 0, limit = 5, ...asked }: Asked, of = this.blocks): Promise<Found> {
    const sent = Object.entries(asked).filter((one): one is [string, string] => one[1] !== undefined);
    const filters = Object.fromEntries(sent);
    const list = { limit, offset, sort: 'created_at', order, filters, strict: false };
    const { manager } = this.db.transactions;
    const rows = of.covered(LISTING, list);
    if (rows === undefined) throw new TypeError('not counted');
    const page = await of.page(manager, list, matching(manager, Leaf, conditionsOf(LISTING, filters) ?? []), rows);
    return { total: page.total, ids: page.rows.map(({ id }) => id) };
  }

  /** Reads pages all along the list of a filter, each with what it must be. @param all leaves of the list, oldest first */
  async pages(filter: Asked, all: readonly Id[]): Promise<{ read: Found[]; expected: Found[] }> {
    const [read, expected]: [Found[], Found[]] = [[], []];
    const offsets = [0, 3, Math.floor(all.length / 3), Math.floor(all.length * 0.7), all.length - 1, all.length - 30];
    for (const [at, offset] of [...new Set(offsets)].filter((one) => one >= 0).entries()) {
      for (const order of ['asc', 'desc'] as const) {
        const asked = { ...filter, order, offset, limit: at % 2 === 0 ? 5 : 100 };
        const sorted = order === 'asc' ? all : all.toReversed();
        read.push({ ...asked, ...(await this.page(asked)) });
        expected.push({ ...asked, total: all.length, ids: sorted.slice(offset, offset + asked.limit) });
      }
    }
    return { read, expected };
  }

  /** Seals all rows that are old enough. */
  async seal(): Promise<void> {
    await this.page({});
    await this.blocks.settled();
  }

  /** The number of rows that each block counts, oldest first. */
  async held(): Promise<number[]> {
    return (await this.db.dataSource.manager.find(CountBucket, { order: { lastId: 'ASC' } })).map(({ held }) => held);
  }

  /** The counts of the blocks for each value, oldest block first; without those that no row of the block has any more. */
  async counts(field = 'colour'): Promise<Record<string, number>[]> {
    const { manager } = this.db.dataSource;
    const blocks = await manager.find(CountBucket, { order: { lastId: 'ASC' } });
    const counts = await manager.find(BucketValueCount, { where: { field }, order: { value: 'ASC' } });
    return blocks.map(({ lastId }) =>
      Object.fromEntries(
        counts.filter((of) => of.lastId === lastId && of.held !== 0).map(({ value, held }) => [value, held]),
      ),
    );
  }

  /** The ids of all leaves, oldest first; of some colours only. */
  async all(colours?: readonly (string | null)[]): Promise<Id[]> {
    const rows = await this.db.dataSource.manager.find(Leaf, { order: { id: 'ASC' } });
    return rows.filter(({ colour }) => colours === undefined || colours.includes(colour)).map(({ id }) => id);
  }

  /** The ids of the leaves that have a vein of a kind, oldest first. */
  async veined(kind: string): Promise<Id[]> {
    const veins = await this.db.dataSource.manager.find(Vein, { where: { kind }, order: { leafId: 'ASC' } });
    return [...new Set(veins.map(({ leafId }) => leafId))];
  }

  /** The statements that are sent meanwhile, without those that open and end transactions. */
  async statements(work: () => Promise<unknown>): Promise<string[]> {
    const sent: string[] = [];
    const spy = jest.spyOn(this.db.dataSource.logger, 'logQuery').mockImplementation((sql) => void sent.push(sql));
    await work();
    spy.mockRestore();
    return sent.filter((sql) => !/^(?:BEGIN|COMMIT|START|SET)\b/.test(sql));
  }

  close(): Promise<void> {
    return this.db.close();
  }
}
