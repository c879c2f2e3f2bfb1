import { Between, type EntityManager, MoreThanOrEqual, type SelectQueryBuilder } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { type Id } from '../../../kernel/ids';
import { type Transactions } from '../connection/transactions';
import { ROW } from '../rows/row-reader';
import { type VersionedRow } from '../rows/store-object';
import { BucketChanges } from './bucket-changes';
import { BucketReader, type Selection, type Span } from './bucket-reader';
import { BucketSealer, LATE_MS } from './bucket-sealer';
import { type CountedList, type CountedRows, countedRows } from './counted-list';
import { type Listing, type ListQuery, type Page } from './listing';
import { readReferredSlice, readSlice } from './page-reader';

/**
 * Exact totals and quick deep pages for a table that grows without end, of all rows and of those that have a counted value. Ids rise
 * with time, so old id ranges get no rows. Each range is counted once, after a list request; later changes and removals correct it
 * in their own transaction. Creating a row writes nothing here. Rows newer than the last bucket are counted on each request (ADR 1).
 */
export class CountBuckets<T extends VersionedRow> {
  private readonly reader: BucketReader<T>;
  private readonly sealer: BucketSealer<T>;
  private readonly changes: BucketChanges<T>;

  constructor(
    private readonly list: CountedList<T>,
    transactions: Transactions,
    clock: Clock,
  ) {
    this.reader = new BucketReader(list);
    this.sealer = new BucketSealer(list, transactions, clock);
    this.changes = new BucketChanges(list, clock, LATE_MS);
    transactions.manager.dataSource.subscribers.push(this.changes);
  }

  /**
   * Notes that rows of another table give a row other values of a counted field: within the transaction that writes them and holds the
   * lock of the row.
   */
  refer(tx: EntityManager, id: Id, field: string, { was, is }: Record<'was' | 'is', readonly string[]>): void {
    const named = (values: readonly string[]): string[] => [...new Set(values)].map((value) => `${field}=${value}`);
    this.changes.refer(tx, id, { was: named(was), is: named(is) });
  }

  /** Returns which rows of the buckets a list asks for; undefined: they do not count them. */
  covered(listing: Listing<T>, { filters }: Pick<ListQuery, 'filters'>): CountedRows | 'all' | undefined {
    return countedRows(this.list, listing, filters);
  }

  /** A page by age, newest or oldest first. @param query of all rows, in no order @param rows the same rows as buckets count them */
  async page(
    manager: EntityManager,
    list: ListQuery,
    query: SelectQueryBuilder<T>,
    rows: CountedRows | 'all',
  ): Promise<Page<T>> {
    const counted = await this.reader.count(manager, query, rows);
    const total = counted.held + counted.fresh;
    const span = list.offset < total ? await this.reader.span(manager, list, counted, rows) : undefined;
    const found = span === undefined ? [] : await this.rowsOf(manager, query, list, span, rows);
    this.sealer.sealLater(counted.fresh);
    return { rows: found, total };
  }

  /** The number of rows. See {@link page}. */
  async total(manager: EntityManager, query: SelectQueryBuilder<T>, rows: CountedRows | 'all'): Promise<number> {
    const [total = 0] = await this.totals(manager, [{ query, rows }]);
    return total;
  }

  /** The numbers of rows of several selections at one moment. */
  async totals(manager: EntityManager, selections: readonly Selection<T>[]): Promise<number[]> {
    const counted = await this.reader.countEach(manager, selections);
    this.sealer.sealLater(Math.max(0, ...counted.map(({ fresh }) => fresh)));
    return counted.map(({ held, fresh }) => held + fresh);
  }

  /** Waits for sealing under way, to the last bucket. */
  settled(): Promise<void> {
    return this.sealer.settled();
  }

  /** Seals no further bucket, and waits for the one under way; a closing process calls it before its connections end. */
  stop(): Promise<void> {
    return this.sealer.stop();
  }

  private rowsOf(
    manager: EntityManager,
    query: SelectQueryBuilder<T>,
    { order, limit }: ListQuery,
    { skip, ...range }: Span,
    rows: CountedRows | 'all',
  ): Promise<T[]> {
    const part = { order, offset: skip, limit };
    if (rows !== 'all' && rows.references !== undefined)
      return readReferredSlice(manager, query, rows.references, part, range);
    const { from, to } = range;
    const among = query.clone().andWhere({ id: to === undefined ? MoreThanOrEqual(from) : Between(from, to) });
    // No index has the ids of several values in order: the database sorts them, without their rows.
    const isFar = rows !== 'all' && (rows.values.length > 1 || typeof this.list.fields[rows.field] === 'object');
    const sorted = (direction: ListQuery['order']): SelectQueryBuilder<T> =>
      among.clone().orderBy(`${ROW}.id`, direction === 'asc' ? 'ASC' : 'DESC');
    return readSlice(manager, query, sorted, part, { rows: range.rows, isFar });
  }
}
