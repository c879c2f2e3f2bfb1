import { type EntityManager } from 'typeorm';
import { removeRows } from '../database/rows/row-removal';
import { type Transactions } from '../database/connection/transactions';
import { type Batch, type RetentionTask } from './retention-task';

const ROW = 'row';
/** Removing a row costs little: one of 500 takes a few milliseconds on either engine. */
const LARGEST_BATCH = 500;

/** Describes which rows of a table are old and how they are removed. */
export interface OldRows<T extends { id: string }> {
  /** The name of the table. */
  readonly kind: string;
  readonly entity: new () => T;
  /** An indexed property that rises with age: rows are removed in its order, and those with a smaller value than `until` are old. */
  readonly by: keyof T & string;
  readonly until: () => string | Date;
  /** As in {@link RetentionTask}. */
  readonly keptSeconds: number;
  readonly largestBatch?: number;
  /** Removes those of the rows that may go. Default: all that are still old. @returns how many it removed */
  readonly remove?: (tx: EntityManager, ids: readonly string[]) => Promise<number>;
}

interface Found {
  readonly id: string | number;
  readonly age: string | number | Date;
}

/** Returns a text that differs for different ages; the text of a date has no milliseconds. */
function ageKey(age: Found['age'] | undefined): string {
  return String(age instanceof Date ? age.getTime() : age);
}

/**
 * Removes the old rows of a table along an index, the oldest first. It reads ids without a lock, removes them by id, and
 * begins the next batch where the last one ended: neither rows that stay nor the remains of removed ones, which MariaDB
 * clears away later, are stepped over again.
 */
export class OldRowsTask<T extends { id: string }> implements RetentionTask {
  readonly kind: string;
  readonly largestBatch: number;
  readonly keptSeconds: number;
  private from: Found['age'] | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly rows: OldRows<T>,
  ) {
    this.kind = rows.kind;
    this.keptSeconds = rows.keptSeconds;
    this.largestBatch = rows.largestBatch ?? LARGEST_BATCH;
  }

  async removeBatch(limit: number): Promise<Batch> {
    const from = this.from;
    const until = this.rows.until();
    const found = await this.next(until, limit);
    const ids = found.map(({ id }) => String(id));
    const rows = ids.length === 0 ? 0 : await this.transactions.run((tx) => this.remove(tx, ids, until));
    const last = found.at(-1)?.age;
    // A whole batch that stays, all of one age, would be found again for ever.
    const isOnward = rows > 0 || ageKey(last) !== ageKey(from);
    const isMore = found.length === limit && isOnward;
    this.from = isMore ? last : undefined;
    return { rows, isMore };
  }

  /** A row may have become young again since it was found: an idempotency key is used anew. */
  private remove(tx: EntityManager, ids: readonly string[], until: string | Date): Promise<number> {
    const { entity, by, remove } = this.rows;
    if (remove !== undefined) return remove(tx, ids);
    const column = tx.dataSource.getMetadata(entity).findColumnWithPropertyName(by)?.databaseName;
    const guard = until instanceof Date ? { sql: `${column} < ?`, instant: until } : undefined;
    return removeRows(tx, entity, { keys: ids, guard });
  }

  private next(until: string | Date, limit: number): Promise<Found[]> {
    const { entity, by } = this.rows;
    const query = this.transactions.manager
      .createQueryBuilder(entity, ROW)
      .select(`${ROW}.id`, 'id')
      .addSelect(`${ROW}.${by}`, 'age')
      .where(`${ROW}.${by} < :until`, { until });
    if (this.from !== undefined) query.andWhere(`${ROW}.${by} >= :from`, { from: this.from });
    return query.orderBy(`${ROW}.${by}`, 'ASC').limit(limit).getRawMany<Found>();
  }
}
