import { Between, type EntityManager, MoreThan, MoreThanOrEqual } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { firstIdAt, type Id } from '../../../kernel/ids';
import { rowLock } from '../connection/dialect';
import { isDuplicate } from '../connection/driver-faults';
import { type Transactions } from '../connection/transactions';
import { ROW } from '../rows/row-reader';
import { type VersionedRow } from '../rows/store-object';
import { addCounts } from './added-counts';
import { BucketValueCount } from './bucket-value-count.entity';
import { after } from './bucket-reader';
import { CountBucket } from './count-bucket.entity';
import { CountedFields } from './counted-fields.entity';
import { type CountedList, countedNames, countedProperties, countedValues } from './counted-list';
import { valuesReferred } from './references';

/** Rows of a bucket when it is sealed: the most that a page at any depth steps over. */
const BUCKET_ROWS = 1000;
/** Only ids this old are sealed: nobody draws such an id any more. */
const SEAL_AFTER_MS = 60_000;
/** A row inserted this long after its id was drawn (its process was frozen) may belong to a sealed bucket. */
export const LATE_MS = SEAL_AFTER_MS / 2;

/** Another process sealed some of the same rows. */
class SealedElsewhere extends Error {}

/** Counts rows into buckets, one bucket in a transaction: closed ranges of ids, and buckets whose values were not counted yet. */
export class BucketSealer<T extends VersionedRow> {
  private sealing: Promise<void> | undefined;
  private isStopped = false;
  private mayCount = false;

  constructor(
    private readonly list: CountedList<T>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Seals in the background, one at a time, once there are rows enough; a failure leaves more to count and is tried again by the next list.
   * @param fresh rows that are in no bucket
   */
  sealLater(fresh: number): void {
    if (fresh < 2 * BUCKET_ROWS) return;
    this.sealing ??= this.sealAll()
      .catch(() => undefined)
      .finally(() => {
        this.sealing = undefined;
      });
  }

  /** Waits for sealing under way, to the last bucket. */
  async settled(): Promise<void> {
    await this.sealing;
  }

  /** Seals no further bucket, and waits for the one under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.sealing;
  }

  private async sealAll(): Promise<void> {
    while (!this.isStopped && (await this.sealOne()));
  }

  private async sealOne(): Promise<boolean> {
    const names = await this.namesToCount();
    try {
      return await this.transactions.run(async (tx) => {
        const bucket = await this.nextBucket(tx, names);
        if (bucket === undefined) return false;
        await this.fill(tx, bucket, names);
        return true;
      });
    } catch (error) {
      if (error instanceof SealedElsewhere || isDuplicate(error)) return true;
      throw error;
    }
  }

  /** The fields to be counted by now; null while processes may run that do not keep such counts right. */
  private async namesToCount(): Promise<string | null> {
    const names = countedNames(this.list);
    if (names === null || this.mayCount) return names;
    const { manager } = this.transactions;
    const fields = await manager.findOneBy(CountedFields, { listed: this.list.listed, fields: names });
    this.mayCount = fields !== null && fields.since <= this.clock.now();
    return this.mayCount ? names : null;
  }

  /** The next bucket, locked: the oldest one that does not count these fields, else a new one. */
  private async nextBucket(tx: EntityManager, names: string | null): Promise<CountBucket | undefined> {
    const { listed } = this.list;
    const order = { lastId: 'DESC' } as const;
    if (names !== null) {
      const counted = await tx.findOne(CountBucket, { where: { listed, counted: names }, order });
      const where = { listed, lastId: MoreThan(counted?.lastId ?? '0') };
      const open = await tx.findOne(CountBucket, { where, order: { lastId: 'ASC' }, lock: rowLock(tx) });
      if (open?.counted === names) throw new SealedElsewhere();
      if (open !== null) return open;
    }
    const last = await tx.findOne(CountBucket, { where: { listed }, order });
    return this.newBucket(tx, after(last?.lastId ?? '0'), names);
  }

  /** Writes a bucket before its rows are counted: a late row either is seen by the count or waits for the bucket. */
  private async newBucket(tx: EntityManager, firstId: Id, names: string | null): Promise<CountBucket | undefined> {
    const { listed, entity } = this.list;
    const limit = firstIdAt(new Date(this.clock.now().getTime() - SEAL_AFTER_MS));
    const next = tx
      .createQueryBuilder(entity, ROW)
      .select(`${ROW}.id`, 'id')
      .where({ id: Between(firstId, limit) });
    const ids = await next.orderBy(`${ROW}.id`, 'ASC').limit(BUCKET_ROWS).getRawMany<{ id: string | number }>();
    const last = ids.at(-1);
    if (ids.length < BUCKET_ROWS || last === undefined) return undefined;
    const bucket = { listed, firstId, lastId: String(last.id), held: ids.length, counted: names };
    await tx.insert(CountBucket, bucket);
    // Another process that saw a row more or less seals to another id. Both see both here: one of them gives way.
    const where = { listed, lastId: MoreThanOrEqual(firstId) };
    if ((await tx.find(CountBucket, { where, lock: rowLock(tx) })).length > 1) throw new SealedElsewhere();
    return bucket;
  }

  /** Counts the rows of a bucket under their locks: waits for inserts, changes and removals that are not committed yet. */
  private async fill(
    tx: EntityManager,
    { listed, firstId, lastId, ...bucket }: CountBucket,
    names: string | null,
  ): Promise<void> {
    const rows = await this.lockedRows(tx, { firstId, lastId });
    const now = { held: rows.length, counted: names };
    if (bucket.held !== now.held || bucket.counted !== now.counted)
      await tx.update(CountBucket, { listed, lastId }, now);
    if (names === null) return;
    // Before the first one, what somebody left by removing buckets alone.
    if (firstId === '1') await tx.delete(BucketValueCount, { listed });
    const counts = [...this.countsOf(rows), ...(await this.countsOfOthers(tx, { from: firstId, to: lastId }))];
    await addCounts(tx, { listed, names, id: lastId }, counts);
  }

  /** Counts what other tables give to the rows of a range. The lock of a row covers them. */
  private async countsOfOthers(tx: EntityManager, range: { from: Id; to: Id }): Promise<[string, number][]> {
    const counts: [string, number][] = [];
    for (const [field, index] of Object.entries(this.list.references ?? {})) {
      for (const [value, held] of await valuesReferred(tx, index, range)) counts.push([`${field}=${value}`, held]);
    }
    return counts;
  }

  private async lockedRows(tx: EntityManager, { firstId, lastId }: { firstId: Id; lastId: Id }): Promise<T[]> {
    const rows = tx
      .createQueryBuilder(this.list.entity, ROW)
      .select(['id', ...countedProperties(this.list)].map((property) => `${ROW}.${property}`))
      .where({ id: Between(firstId, lastId) });
    if (!this.transactions.isEmbedded) rows.setLock('pessimistic_write');
    return rows.getMany();
  }

  private countsOf(rows: readonly T[]): [string, number][] {
    const counts = new Map<string, number>();
    for (const row of rows) {
      for (const value of countedValues(this.list, row)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [...counts];
  }
}
