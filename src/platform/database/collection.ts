import { type EntityManager, type FindOptionsWhere } from 'typeorm';
import { type Clock } from '../../kernel/clock';
import { type StoreError } from '../../kernel/errors';
import { type IdGenerator, isId } from '../../kernel/ids';
import { rowLock } from './dialect';
import { type IfMatch, requireMatch } from './entity-tag';
import { conditionsOf, type Listing, type ListQuery, matching, type Page, readPage, requireSort } from './listing';
import { type ListBlocks } from './list-blocks';
import { trackChanges } from './row-changes';
import { insertStoreObjects, readById } from './row-reader';
import { type VersionedRow } from './store-object';
import { type Transactions } from './transactions';

/** What a collection holds and how it answers. `R` is the record of the API. */
export interface CollectionKind<T extends VersionedRow, R> {
  readonly entity: new () => T;
  readonly listing: Listing<T>;
  /** Records of rows, in their order; one call for a page, so that related rows are read once. */
  readonly records: (rows: readonly T[], manager: EntityManager) => Promise<R[]>;
  readonly notFound: () => StoreError;
  /** Of what form its ids are; left out: numeric-looking ones. */
  readonly ids?: IdForm;
  /** For lists without end: counts and finds pages of the unfiltered list. */
  readonly blocks?: ListBlocks<T>;
  /** Told after each change, within its transaction. */
  readonly changed?: (tx: EntityManager) => Promise<void>;
}

/** Another form of id than the numeric-looking one. */
export interface IdForm {
  isId(text: string): boolean;
  next(ids: IdGenerator): string;
}

const NUMERIC: IdForm = { isId, next: (ids) => ids.next() };

/** Values of a new row: everything but what every store object has. */
export type NewRow<T extends VersionedRow> = Omit<T, keyof VersionedRow>;

/** The create, read, list, change and remove of one kind of store object; services own one and add their rules. */
export class Collection<T extends VersionedRow, R> {
  private readonly form: IdForm;

  constructor(
    private readonly kind: CollectionKind<T, R>,
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {
    this.form = kind.ids ?? NUMERIC;
  }

  /** @throws the kind's notFound */
  async get(id: string, within?: FindOptionsWhere<T>): Promise<R> {
    const { manager } = this.transactions;
    return this.record(await this.row(manager, id, within), manager);
  }

  /** A row by id, unlocked. @throws the kind's notFound */
  async row(manager: EntityManager, id: string, within?: FindOptionsWhere<T>): Promise<T> {
    if (!this.form.isId(id)) throw this.kind.notFound();
    const row =
      within === undefined
        ? await readById(manager, this.kind.entity, id)
        : await manager.findOneBy(this.kind.entity, this.whereId(id, within));
    if (row === null) throw this.kind.notFound();
    return row;
  }

  /** A row by id, locked until the transaction ends. @throws the kind's notFound */
  async lock(tx: EntityManager, id: string, within?: FindOptionsWhere<T>): Promise<T> {
    if (!this.form.isId(id)) throw this.kind.notFound();
    const row =
      within === undefined
        ? await readById(tx, this.kind.entity, id, { lock: true })
        : await tx.findOne(this.kind.entity, { where: this.whereId(id, within), lock: rowLock(tx) });
    if (row === null) throw this.kind.notFound();
    return row;
  }

  /** Rows that match every filter; a filter that cannot match leaves an empty page. */
  async page(list: ListQuery, within?: FindOptionsWhere<T>): Promise<Page<R>> {
    const { manager } = this.transactions;
    requireSort(this.kind.listing, list);
    const conditions = conditionsOf(this.kind.listing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const all = within === undefined ? conditions : [within, ...conditions];
    const isByAge = all.length === 0 && (list.sort === 'created_at' || list.sort === 'id');
    const page =
      isByAge && this.kind.blocks !== undefined
        ? await this.kind.blocks.page(list)
        : await readPage(matching(manager, this.kind.entity, all), this.kind.listing, list);
    return { total: page.total, rows: await this.kind.records(page.rows, manager) };
  }

  /** Adds a row: version and times are given here, and the id unless its values depend on it. */
  async insert(tx: EntityManager, values: NewRow<T>, id: string = this.form.next(this.ids)): Promise<T> {
    const now = this.clock.now();
    const row = Object.assign(new this.kind.entity(), values, {
      id,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    await insertStoreObjects(tx, this.kind.entity, [row]);
    await this.kind.blocks?.inserted(tx, row.id);
    await this.kind.changed?.(tx);
    return row;
  }

  /** {@link insert} in a transaction of its own. */
  async create(values: (tx: EntityManager) => NewRow<T> | Promise<NewRow<T>>): Promise<R> {
    return this.transactions.run(async (tx) => this.record(await this.insert(tx, await values(tx)), tx));
  }

  /**
   * Changes a row under its lock. A change that changes nothing writes nothing.
   * @throws the kind's notFound, StaleRecord
   */
  async change(
    id: string,
    ifMatch: IfMatch,
    change: (row: T, tx: EntityManager) => void | Promise<void>,
    within?: FindOptionsWhere<T>,
  ): Promise<R> {
    return this.transactions.run(async (tx) => {
      const row = await this.lock(tx, id, within);
      if (ifMatch !== undefined) requireMatch(ifMatch, await this.record(row, tx));
      const save = trackChanges(tx, this.kind.entity, row);
      await change(row, tx);
      await save();
      await this.kind.changed?.(tx);
      return this.record(row, tx);
    });
  }

  /** Removes a row; `before` may refuse. @throws the kind's notFound, StaleRecord */
  async remove(
    id: string,
    ifMatch: IfMatch,
    before?: (row: T, tx: EntityManager) => void | Promise<void>,
    within?: FindOptionsWhere<T>,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const row = await this.lock(tx, id, within);
      if (ifMatch !== undefined) requireMatch(ifMatch, await this.record(row, tx));
      await before?.(row, tx);
      await tx.remove(row);
      await this.kind.blocks?.removed(tx, id);
      await this.kind.changed?.(tx);
    });
  }

  private whereId(id: string, within: FindOptionsWhere<T> | undefined): FindOptionsWhere<T> {
    return { ...within, id } as FindOptionsWhere<T>;
  }

  private async record(row: T, manager: EntityManager): Promise<R> {
    const [record] = await this.kind.records([row], manager);
    if (record === undefined) throw new TypeError('records() answered fewer records than rows');
    return record;
  }
}
