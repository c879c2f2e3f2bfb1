import {
  type EntityManager,
  type EntitySubscriberInterface,
  type InsertEvent,
  type QueryRunner,
  type RemoveEvent,
  type UpdateEvent,
} from 'typeorm';
import { MoreThanOrEqual } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { type Id, instantOf } from '../../../kernel/ids';
import { beforeCommit } from '../connection/before-commit';
import { rowLock } from '../connection/dialect';
import { type VersionedRow } from '../rows/store-object';
import { addCounts } from './added-counts';
import { CountBucket } from './count-bucket.entity';
import { type CountedList, countedNames, countedValues } from './counted-list';

/** The changes of a transaction to one row. */
interface Change {
  /** 1: it was added, -1: removed. */
  held: number;
  /** By a value as {@link countedValues} has them: how many rows more have it. */
  readonly values: Map<string, number>;
}

type Changes = Map<Id, Change>;

/**
 * Keeps the buckets of a list right: hears of every write of a row, as the writer of events does, and through {@link refer} of values
 * that other tables give it. Corrects the bucket of the row right before the commit.
 */
export class BucketChanges<T extends VersionedRow> implements EntitySubscriberInterface<T> {
  private readonly open = new WeakMap<QueryRunner, Changes>();
  private readonly names: string | null;

  /** @param youngMs rows whose ids are younger are in no bucket */
  constructor(
    private readonly list: CountedList<T>,
    private readonly clock: Clock,
    private readonly youngMs: number,
  ) {
    this.names = countedNames(list);
  }

  listenTo(): new () => T {
    return this.list.entity;
  }

  afterInsert({ manager, entity }: InsertEvent<T>): void {
    this.note(manager, entity.id, 1, undefined, entity);
  }

  afterUpdate({ manager, entity, databaseEntity }: UpdateEvent<T>): void {
    const was = databaseEntity as T | undefined;
    if (entity === undefined || was === undefined) throw new TypeError('a counted row is changed without what it was');
    this.note(manager, was.id, 0, was, entity as T);
  }

  afterRemove({ manager, databaseEntity }: RemoveEvent<T>): void {
    // TypeORM takes the id off a removed entity.
    const was = databaseEntity as T | undefined;
    if (was === undefined) throw new TypeError('a counted row is removed without what it was');
    this.note(manager, was.id, -1, was, undefined);
  }

  /**
   * Notes that other rows give a row other values than before, within the transaction that holds its lock.
   * @param values as {@link countedValues} has them, each once
   */
  refer(
    tx: EntityManager,
    id: Id,
    { was, is }: { readonly was: readonly string[]; readonly is: readonly string[] },
  ): void {
    if (!this.isYoung(id)) add(this.changeOf(tx, id), was, is);
  }

  private note(tx: EntityManager, id: Id, held: number, was: T | undefined, is: T | undefined): void {
    if (this.isYoung(id)) return;
    const change = this.changeOf(tx, id);
    change.held += held;
    const valuesOf = (row: T | undefined): string[] => (row === undefined ? [] : countedValues(this.list, row));
    add(change, valuesOf(was), valuesOf(is));
  }

  private isYoung(id: Id): boolean {
    return this.clock.now().getTime() - instantOf(id).getTime() < this.youngMs;
  }

  private changeOf(tx: EntityManager, id: Id): Change {
    const { queryRunner } = tx;
    if (queryRunner === undefined) throw new TypeError('a counted row is written in a transaction');
    const changes: Changes = this.open.get(queryRunner) ?? new Map<Id, Change>();
    if (changes.size === 0) {
      beforeCommit(tx, () => this.write(tx, queryRunner));
      this.open.set(queryRunner, changes);
    }
    const change = changes.get(id) ?? { held: 0, values: new Map<string, number>() };
    changes.set(id, change);
    return change;
  }

  /** In the order of their ids, as every transaction does: two that change the same buckets do not wait for each other. */
  private async write(tx: EntityManager, queryRunner: QueryRunner): Promise<void> {
    const changes = [...(this.open.get(queryRunner) ?? [])];
    this.open.delete(queryRunner);
    changes.sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1));
    for (const [id, { held, values }] of changes) {
      if (held !== 0) await this.addRow(tx, id, held);
      const counts = [...values].filter(([, by]) => by !== 0);
      if (this.names !== null) await addCounts(tx, { listed: this.list.listed, names: this.names, id }, counts);
    }
  }

  /**
   * A row that was added late looks for its bucket under a lock: one that is being sealed right now may not have counted it. Sealing
   * waits for a row that is removed or changed, so that a bucket that others do not see yet will count it as it is then.
   */
  private async addRow(tx: EntityManager, id: Id, held: number): Promise<void> {
    const { listed } = this.list;
    const bucket = await tx.findOne(CountBucket, {
      where: { listed, lastId: MoreThanOrEqual(id) },
      order: { lastId: 'ASC' },
      ...(held > 0 ? { lock: rowLock(tx) } : {}),
    });
    if (bucket !== null) await tx.increment(CountBucket, { listed, lastId: bucket.lastId }, 'held', held);
  }
}

function add({ values }: Change, was: readonly string[], is: readonly string[]): void {
  for (const value of was) values.set(value, (values.get(value) ?? 0) - 1);
  for (const value of is) values.set(value, (values.get(value) ?? 0) + 1);
}
