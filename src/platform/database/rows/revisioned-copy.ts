import { type EntityManager } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { type IdGenerator } from '../../../kernel/ids';
import { isOfReplica } from '../connection/replica-runner';
import { afterCommit } from '../connection/after-commit';
import { assumeRevision, confirmRevisions } from '../connection/assumed-revisions';
import { REVISION_ROW, type RevisionRow } from './revision-row';
import { readById, requireById } from './row-reader';

/** The rows that are held, and where their revision is. */
export interface RevisionedRows<T> {
  readonly revision: new () => RevisionRow;
  /** Reads the rows. All callers share the result: freeze it, or return only what cannot be changed. */
  readonly read: (manager: EntityManager) => Promise<T>;
}

interface Held<T> {
  readonly value: T;
  readonly revision: string;
  /** When the revision was read, in milliseconds of the clock. */
  readonly checkedAt: number;
}

/** When a copy was read that is known to be out of date, or may be. */
const EXPIRED = Number.NEGATIVE_INFINITY;

/**
 * A copy in memory of rows that are few, seldom changed and read by nearly every request. Each transaction that changes
 * one, in any process, calls {@link changed}. One row, the revision, says whether the copy is as current as the database
 * (ADR 5): it is read before the copy is used, or, in a transaction, afterwards (ADR 19). It grows with the rows it copies and
 * holds one value at a time.
 */
export class RevisionedCopy<T> {
  private held: Held<T> | undefined;
  /** The copy each open transaction has read, so that it reads once. */
  private readonly seen = new WeakMap<EntityManager, T>();
  /** Transactions that have changed a row: what they see nobody else has. */
  private readonly changers = new WeakSet<EntityManager>();
  /** Changes that this process has committed. */
  private changes = 0;

  constructor(
    private readonly rows: RevisionedRows<T>,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** The rows as they are within a transaction, or right now. */
  async within(manager: EntityManager): Promise<T> {
    // All would take rows of a replica for current.
    if (isOfReplica(manager)) return this.within(manager.dataSource.manager);
    const seen = this.seen.get(manager);
    if (seen !== undefined) return seen;
    const { held } = this;
    const isTrusted = held !== undefined && held.checkedAt !== EXPIRED && !this.changers.has(manager);
    return isTrusted && isInTransaction(manager) ? this.assume(manager, held) : this.look(manager);
  }

  /** Reads the revision, and the rows if they are others than those held. */
  private async look(manager: EntityManager): Promise<T> {
    const checkedAt = this.clock.now().getTime();
    const { held, changes } = this;
    const { revision } = await requireById(manager, this.rows.revision, REVISION_ROW);
    // The rows are read after the revision: never older than it says, and read again if they are newer. Callers do not
    // wait for one another's reads: on SQLite one of them may hold the connection that the other waits for.
    const isKnown = held?.revision === revision;
    const value = isKnown ? held.value : await this.rows.read(manager);
    const hold = (): void => this.hold({ value, revision, checkedAt }, held, changes);
    if (isInTransaction(manager)) this.seen.set(manager, value);
    // A transaction sees its own changes, at first under the revision of before: nobody else may until they are committed.
    if (isInTransaction(manager) && !isKnown) afterCommit(manager, hold);
    else hold();
    return value;
  }

  /** The rows as they were at most `ms` milliseconds ago: without a statement while the copy is younger. */
  async recent(manager: EntityManager, ms: number): Promise<T> {
    const { held } = this;
    // A clock that was set back makes an age negative; it is trusted no longer than one that goes on.
    const isRecent = held !== undefined && Math.abs(this.clock.now().getTime() - held.checkedAt) < ms;
    return isRecent ? held.value : this.within(manager);
  }

  /** Called in the transaction of every change. This process sees the change with its commit, others at their next look. */
  async changed(tx: EntityManager): Promise<void> {
    // Before this transaction writes a revision of its own, which it would take for that of another.
    await confirmRevisions(tx);
    this.changers.add(tx);
    this.seen.delete(tx);
    await tx.update<RevisionRow>(this.rows.revision, { id: REVISION_ROW }, { revision: this.ids.nextUuid() });
    afterCommit(tx, () => this.expire());
  }

  /** Locks the revision until the transaction ends: others that lock it or change a row wait, those that only read do not. */
  async lock(tx: EntityManager): Promise<void> {
    await readById(tx, this.rows.revision, REVISION_ROW, { lock: true });
  }

  /** Makes the next reader check the revision, even if the copy is young. */
  expire(): void {
    this.changes += 1;
    if (this.held) this.held = { ...this.held, checkedAt: EXPIRED };
  }

  /** Goes by the copy now and has its revision read later: if it is another by then, the transaction runs again and reads it first. */
  private assume(tx: EntityManager, { value, revision }: Held<T>): T {
    const outdated = (): void => {
      if (this.held?.revision === revision) this.expire();
    };
    assumeRevision(tx, { table: tx.dataSource.getMetadata(this.rows.revision).tableName, revision, outdated });
    this.seen.set(tx, value);
    return value;
  }

  /** Keeps a copy for others only when no change of this process, and no other read, came after it was begun. */
  private hold(read: Held<T>, before: Held<T> | undefined, changes: number): void {
    const isLatest = this.held === before || (this.held?.checkedAt ?? 0) <= read.checkedAt;
    if (isLatest && changes === this.changes) this.held = read;
  }
}

function isInTransaction({ queryRunner }: EntityManager): boolean {
  return queryRunner?.isTransactionActive === true;
}
