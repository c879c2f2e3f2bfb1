import { type EntityManager, type EntityTarget, LessThanOrEqual, MoreThan, MoreThanOrEqual, Between } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { firstIdAt, type Id, instantOf } from '../../../kernel/ids';
import { rowLock } from '../connection/dialect';
import { isDuplicate } from '../connection/driver-faults';
import { CountBucket } from './count-bucket.entity';
import { type ListQuery, type Page } from './listing';
import { readRows, ROW } from '../rows/row-reader';
import { type VersionedRow } from '../rows/store-object';
import { type Transactions } from '../connection/transactions';

/** Rows of a block when it is sealed: the most that a page at any depth steps over. */
const BLOCK_ROWS = 1000;
/** Only ids this old are sealed: nobody draws such an id any more. */
const SEAL_AFTER_MS = 60_000;
/** A row inserted this long after its id was drawn (its process was frozen) may belong to a sealed block. */
const LATE_MS = SEAL_AFTER_MS / 2;

interface Sealed {
  readonly held: number;
  /** Greatest id that is counted by a block; `0` without blocks. */
  readonly until: Id;
}

/**
 * Exact totals and quick deep pages for a table that grows without end. Ids rise with time, so old id ranges can only
 * lose rows. Each range is counted once, after a list request; later removals correct it in their own transaction.
 * Creating a row writes nothing here. Rows newer than the last block are counted on each request.
 */
export class CountBuckets<T extends VersionedRow> {
  private sealing: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly entity: EntityTarget<T>,
    private readonly listed: string,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** A page of all rows by age, newest or oldest first. */
  async page(manager: EntityManager, list: ListQuery): Promise<Page<T>> {
    const { sealed, fresh } = await this.counted(manager);
    const total = sealed.held + fresh;
    const rows = list.offset >= total ? [] : await this.rows(manager, list, sealed, fresh);
    this.sealLater(fresh);
    return { rows, total };
  }

  /** The number of all rows. */
  async total(manager: EntityManager): Promise<number> {
    const { sealed, fresh } = await this.counted(manager);
    this.sealLater(fresh);
    return sealed.held + fresh;
  }

  /** Call it after each insert, in its transaction. */
  async inserted(tx: EntityManager, id: Id): Promise<void> {
    if (this.clock.now().getTime() - instantOf(id).getTime() < LATE_MS) return;
    await this.adjust(tx, id, 1);
  }

  /** Call it after each removal, in its transaction. */
  async removed(tx: EntityManager, id: Id): Promise<void> {
    await this.adjust(tx, id, -1);
  }

  /** Waits for sealing under way, to the last block. */
  async settled(): Promise<void> {
    await this.sealing;
  }

  /** Seals no further block, and waits for the one under way; a closing process calls it before its connections end. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.sealing;
  }

  /**
   * Looks for the block under a lock: an UPDATE at READ COMMITTED would pass over one that is being sealed right now.
   */
  private async adjust(tx: EntityManager, id: Id, by: 1 | -1): Promise<void> {
    const block = await tx.findOne(CountBucket, {
      where: { listed: this.listed, lastId: MoreThanOrEqual(id) },
      order: { lastId: 'ASC' },
      lock: rowLock(tx),
    });
    if (block === null) return;
    await tx.increment(CountBucket, { listed: this.listed, lastId: block.lastId }, 'held', by);
  }

  /** Reads the blocks and counts the rows after them. */
  private async counted(manager: EntityManager): Promise<{ readonly sealed: Sealed; readonly fresh: number }> {
    const sealed = await this.sealed(manager);
    const fresh = await this.countAfter(manager, sealed.until);
    return { sealed, fresh };
  }

  private async sealed(manager: EntityManager): Promise<Sealed> {
    const sql = 'SELECT SUM(held) AS held, MAX(last_id) AS until FROM list_blocks WHERE listed = ?';
    const [row] = await manager.query<[{ held: string | number | null; until: string | number | null }]>(sql, [
      this.listed,
    ]);
    return { held: Number(row.held ?? 0), until: String(row.until ?? 0) };
  }

  private countAfter(manager: EntityManager, id: Id): Promise<number> {
    return manager
      .createQueryBuilder(this.entity, ROW)
      .where({ id: MoreThan(id) })
      .getCount();
  }

  private rows(manager: EntityManager, list: ListQuery, sealed: Sealed, fresh: number): Promise<T[]> {
    return list.order === 'desc' ? this.newest(manager, list, sealed, fresh) : this.oldest(manager, list, sealed);
  }

  private async newest(manager: EntityManager, list: ListQuery, sealed: Sealed, fresh: number): Promise<T[]> {
    const rows = manager.createQueryBuilder(this.entity, ROW).orderBy(`${ROW}.id`, 'DESC').limit(list.limit);
    if (list.offset < fresh) return readRows(rows.offset(list.offset));
    const start = await this.locate(manager, sealed, list.offset - fresh, 'DESC');
    if (start === undefined) return [];
    return readRows(rows.where({ id: LessThanOrEqual(start.lastId) }).offset(start.rest));
  }

  private async oldest(manager: EntityManager, list: ListQuery, sealed: Sealed): Promise<T[]> {
    const rows = manager.createQueryBuilder(this.entity, ROW).orderBy(`${ROW}.id`, 'ASC').limit(list.limit);
    if (list.offset >= sealed.held) {
      return readRows(rows.where({ id: MoreThan(sealed.until) }).offset(list.offset - sealed.held));
    }
    const start = await this.locate(manager, sealed, list.offset, 'ASC');
    if (start === undefined) return [];
    return readRows(rows.where({ id: MoreThanOrEqual(start.firstId) }).offset(start.rest));
  }

  /**
   * The block in which the row after `skip` sealed rows lies, and how many of its rows come before. Blocks that were
   * sealed since the rows were counted are none: their rows are among the fresh ones.
   */
  private async locate(
    manager: EntityManager,
    { until }: Sealed,
    skip: number,
    direction: 'ASC' | 'DESC',
  ): Promise<{ firstId: Id; lastId: Id; rest: number } | undefined> {
    const sql = `SELECT first_id, last_id, before_it FROM (
        SELECT first_id, last_id, held, SUM(held) OVER (ORDER BY last_id ${direction}) - held AS before_it
        FROM list_blocks WHERE listed = ? AND last_id <= ?) AS block
      WHERE before_it <= ? AND before_it + held > ?`;
    const found = await manager.query<
      { first_id: string | number; last_id: string | number; before_it: string | number }[]
    >(sql, [this.listed, until, skip, skip]);
    const block = found[0];
    // Blocks may have shrunk between two statements: the page lies past the last of them.
    if (block === undefined) return undefined;
    return { firstId: String(block.first_id), lastId: String(block.last_id), rest: skip - Number(block.before_it) };
  }

  /**
   * Seals in the background, one at a time, once there are rows enough; a failure leaves more to count and is tried again by the next list.
   * @param fresh rows that are in no block
   */
  private sealLater(fresh: number): void {
    if (fresh < 2 * BLOCK_ROWS) return;
    this.sealing ??= this.sealAll()
      .catch(() => undefined)
      .finally(() => {
        this.sealing = undefined;
      });
  }

  private async sealAll(): Promise<void> {
    while (!this.isStopped && (await this.sealOne()));
  }

  private async sealOne(): Promise<boolean> {
    const limit = firstIdAt(new Date(this.clock.now().getTime() - SEAL_AFTER_MS));
    try {
      return await this.transactions.run(async (tx) => {
        const { until } = await this.sealed(tx);
        const next = tx
          .createQueryBuilder(this.entity, ROW)
          .select(`${ROW}.id`, 'id')
          .where({ id: Between(nextId(until), limit) });
        const ids = await next.orderBy(`${ROW}.id`, 'ASC').limit(BLOCK_ROWS).getRawMany<{ id: string | number }>();
        const last = ids.at(-1);
        if (ids.length < BLOCK_ROWS || last === undefined) return false;
        const range = { firstId: nextId(until), lastId: String(last.id) };
        // Written before it is counted: a late row either is seen by the count or waits for the block.
        await tx.insert(CountBucket, { listed: this.listed, ...range, held: 0 });
        const key = { listed: this.listed, lastId: range.lastId };
        await tx.update(CountBucket, key, { held: await this.countLocked(tx, range) });
        return true;
      });
    } catch (error) {
      // Another process sealed the same range.
      if (isDuplicate(error)) return true;
      throw error;
    }
  }

  /** Counts under row locks: waits for inserts and removals that are not committed yet. */
  private async countLocked(tx: EntityManager, range: { firstId: Id; lastId: Id }): Promise<number> {
    const rows = tx
      .createQueryBuilder(this.entity, ROW)
      .select(`${ROW}.id`, 'id')
      .where({ id: Between(range.firstId, range.lastId) });
    if (!this.transactions.isEmbedded) rows.setLock('pessimistic_write');
    return (await rows.getRawMany()).length;
  }
}

function nextId(id: Id): Id {
  return String(BigInt(id) + 1n);
}
