import { type EntityManager, type FindOptionsWhere, type SelectQueryBuilder } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { type StoreError } from '../../../kernel/errors';
import { type IdGenerator, isId } from '../../../kernel/ids';
import { rowLock } from '../connection/dialect';
import { type IfMatch, requireMatch } from '../rows/entity-tag';
import {
  conditionsOf,
  type FilterCondition,
  type Listing,
  listingFor,
  type ListQuery,
  type Page,
  requireSort,
} from './listing';
import { matching, readPage, readReferred } from './page-reader';
import { soleReferences } from './references';
import { type CountBuckets } from './count-buckets';
import { trackChanges } from '../rows/row-changes';
import { MAX_SUMMED } from '../rows/exact-sum';
import { insertStoreObjects, readById } from '../rows/row-reader';
import { type VersionedRow } from '../rows/store-object';

/** Describes a collection: its entity, its lists and its records. `R` is the record of the API. */
export interface CollectionKind<T extends VersionedRow, R> {
  readonly entity: new () => T;
  readonly listing: Listing<T>;
  /** Records of rows, in their order; one call for a page, so that related rows are read once. */
  readonly records: (manager: EntityManager, rows: readonly T[]) => Promise<R[]>;
  readonly notFound: () => StoreError;
  /** The part of a record that its ETag is made of; left out: all of it. The controller tags its responses with the same part. */
  readonly tagged?: (record: R) => object;
  /** Form of its ids; missing: decimal numbers. */
  readonly ids?: IdForm;
  /** For lists without end: counts rows and finds pages by age. */
  readonly buckets?: CountBuckets<T>;
  /** Called after each change, within its transaction. */
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

/** Sums over the rows that a list would show on all its pages. */
export interface Sums<S> {
  readonly count: number;
  /** Undefined: there are more rows than one request sums up. */
  readonly sums: readonly S[] | undefined;
}

/**
 * Creates, reads, lists, changes and removes one kind of store object. Services own one and add their rules: they open the
 * transaction and pass it; for reads outside one they pass `transactions.manager`.
 */
export class Collection<T extends VersionedRow, R> {
  private readonly form: IdForm;

  constructor(
    private readonly kind: CollectionKind<T, R>,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {
    this.form = kind.ids ?? NUMERIC;
  }

  /** @throws the kind's notFound */
  async get(manager: EntityManager, id: string, within?: FindOptionsWhere<T>): Promise<R> {
    return this.record(manager, await this.row(manager, id, within));
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
  async page(manager: EntityManager, list: ListQuery, within?: FindOptionsWhere<T>): Promise<Page<R>> {
    requireSort(this.kind.listing, list);
    const conditions = conditionsOf(listingFor(this.kind.listing, list), list.filters, list.isSearch);
    if (conditions === undefined) return { rows: [], total: 0 };
    const all = within === undefined ? conditions : [within, ...conditions];
    const page = await this.rows(manager, list, all, within === undefined);
    return { total: page.total, rows: await this.kind.records(manager, page.rows) };
  }

  /**
   * Sums up all rows that match every filter, at most {@link MAX_SUMMED}.
   * @param sum gets the query of these rows, in no order
   */
  async sums<S>(
    manager: EntityManager,
    list: ListQuery,
    sum: (query: SelectQueryBuilder<T>) => Promise<readonly S[]>,
  ): Promise<Sums<S>> {
    const { entity, listing, buckets } = this.kind;
    const conditions = conditionsOf(listingFor(listing, list), list.filters);
    if (conditions === undefined) return { count: 0, sums: [] };
    const query = matching(manager, entity, conditions);
    const rows = buckets?.covered(listing, list);
    const isCounted = buckets !== undefined && rows !== undefined;
    const count = await (isCounted ? buckets.total(manager, query, rows) : query.getCount());
    return { count, sums: count > MAX_SUMMED ? undefined : await sum(query) };
  }

  private rows(
    manager: EntityManager,
    list: ListQuery,
    conditions: readonly FilterCondition<T>[],
    isOfAll: boolean,
  ): Promise<Page<T>> {
    const { entity, listing, buckets } = this.kind;
    const query = matching(manager, entity, conditions);
    const rows = isOfAll ? buckets?.covered(listing, list) : undefined;
    const isByAge = list.sort === 'created_at' || list.sort === 'id';
    if (buckets === undefined || rows === undefined) {
      const references = isOfAll && isByAge ? soleReferences(listing, list) : undefined;
      return references === undefined
        ? readPage(manager, query, listing, list)
        : readReferred(manager, query, references, list);
    }
    if (isByAge) return buckets.page(manager, list, query, rows);
    return readPage(manager, query, listing, list, () => buckets.total(manager, query, rows));
  }

  /**
   * Adds a row: version and times are given here, and the id unless its values depend on it.
   * @returns `values` itself if it is a row of the entity
   */
  async insert(tx: EntityManager, values: NewRow<T>, id: string = this.form.next(this.ids)): Promise<T> {
    const now = this.clock.now();
    const { entity } = this.kind;
    const row = Object.assign(values instanceof entity ? values : Object.assign(new entity(), values), {
      id,
      version: 1,
      createdAt: now,
      updatedAt: now,
    });
    await insertStoreObjects(tx, entity, [row]);
    await this.kind.changed?.(tx);
    return row;
  }

  /** {@link insert}. @returns the record */
  async create(tx: EntityManager, values: NewRow<T>): Promise<R> {
    return this.record(tx, await this.insert(tx, values));
  }

  /**
   * Changes a row under its lock. A change that changes nothing writes nothing.
   * @throws the kind's notFound, StaleRecord
   */
  async change(
    tx: EntityManager,
    id: string,
    ifMatch: IfMatch,
    change: (row: T) => void | Promise<void>,
    within?: FindOptionsWhere<T>,
  ): Promise<R> {
    const row = await this.lock(tx, id, within);
    if (ifMatch !== undefined) requireMatch(ifMatch, this.tagged(await this.record(tx, row)));
    const save = trackChanges(tx, this.kind.entity, row);
    await change(row);
    if (await save()) await this.kind.changed?.(tx);
    return this.record(tx, row);
  }

  /** Removes a row; `before` may refuse. @throws the kind's notFound, StaleRecord */
  async remove(
    tx: EntityManager,
    id: string,
    ifMatch: IfMatch,
    before?: (row: T) => void | Promise<void>,
    within?: FindOptionsWhere<T>,
  ): Promise<void> {
    const row = await this.lock(tx, id, within);
    if (ifMatch !== undefined) requireMatch(ifMatch, this.tagged(await this.record(tx, row)));
    await before?.(row);
    await tx.remove(row);
    await this.kind.changed?.(tx);
  }

  private whereId(id: string, within: FindOptionsWhere<T> | undefined): FindOptionsWhere<T> {
    return { ...within, id } as FindOptionsWhere<T>;
  }

  private tagged(record: R): unknown {
    return this.kind.tagged === undefined ? record : this.kind.tagged(record);
  }

  private async record(manager: EntityManager, row: T): Promise<R> {
    const [record] = await this.kind.records(manager, [row]);
    if (record === undefined) throw new TypeError('records() returned fewer records than rows');
    return record;
  }
}
