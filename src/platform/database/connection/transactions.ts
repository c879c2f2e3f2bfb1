import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { StoreError, ValidationFailed } from '../../../kernel/errors';
import { confirmRevisions, CopyOutdated } from './assumed-revisions';
import { type LaggingRead, type LaggingReads } from './lagging-reads';
import { isEmbedded } from './dialect';
import { StoreDataSource } from './store-data-source';
import { DatabaseReadOnly, DatabaseUnavailable } from './database.errors';
import { duplicateField, isCutOff, isDeadlock, isReadOnly, isTransient, isUnreachable } from './driver-faults';

/** Runs of a transaction before its deadlock, lost certification or duplicate id reaches the caller. */
const TRIES = 8;

/** Called before each transaction that is run again. */
export type OnRetry = (error: unknown) => void;

interface OpenTransaction {
  readonly tx: EntityManager;
  isOpen: boolean;
  /** Whether {@link Transactions.run} may join it: only the transaction of an Idempotency-Key. */
  readonly isAmbient: boolean;
  readonly of: Transactions;
}

/** One for all: on Node.js 20 each promise of a process visits each storage that was ever used, also those of closed stores. */
const current = new AsyncLocalStorage<OpenTransaction>();

/** The ids that the tries of one transaction have drawn. */
interface Draws {
  /** The same list for each try. */
  readonly drawn: string[];
  /** Number of ids that this try has drawn. */
  count: number;
}

/**
 * Opens transactions. Services open them and pass `tx` to what takes part (ARCHITECTURE.md, decision 4). The only transaction
 * that is joined without being passed is the one of an Idempotency-Key, so that the response is stored with its effect
 * (ADR 2). Asking for a second transaction, or for a connection outside of it, while one is open is a fault of the code:
 * on SQLite a write would wait for itself, and a read would not see what the transaction wrote.
 */
@Injectable()
export class Transactions {
  private readonly draws = new WeakMap<EntityManager, Draws>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly onRetry: OnRetry = () => undefined,
    private readonly replicas?: LaggingReads,
  ) {}

  /**
   * For reads outside a transaction: that of the request's Idempotency-Key when there is one, else a connection of the pool.
   * @throws TypeError in a transaction: pass its `tx`
   */
  get manager(): EntityManager {
    return this.joinable('manager')?.tx ?? this.dataSource.manager;
  }

  /**
   * Runs `work`, which only reads and whose rows may be some seconds old: on a replica if one may answer, else where {@link manager}
   * reads. It may be called once for each (ADR 18).
   * @param work gets the milliseconds by which its rows lag at most: 0 on the primary @param onPrimary in place of `work` on the primary: for what needs a lock there, and has a snapshot on a replica
   * @throws TypeError in a transaction: pass its `tx`
   */
  async readLagging<T>(
    work: LaggingRead<T>,
    onPrimary: () => Promise<T> = () => this.readAside((manager) => work(manager, 0)),
  ): Promise<T> {
    const isAlone = this.joinable('readLagging') === undefined;
    const read = isAlone ? await this.replicas?.read(work) : undefined;
    return read === undefined ? onPrimary() : read.result;
  }

  /**
   * Runs `work`, which only reads and may take long, where {@link manager} reads: on SQLite in a thread of its own, so that meanwhile
   * others are served (ADR 24).
   * @throws TypeError in a transaction: pass its `tx`
   */
  async readAside<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const { dataSource } = this;
    const isAlone = this.joinable('readAside') === undefined;
    const runner = isAlone && dataSource instanceof StoreDataSource ? dataSource.asideRunner() : undefined;
    if (runner === undefined) return work(this.manager);
    try {
      return await work(dataSource.createEntityManager(runner));
    } finally {
      await runner.release();
    }
  }

  /**
   * Called before a client is told that work has ended which wrote for it elsewhere: {@link readLagging} shows it what that wrote.
   * @throws DatabaseUnavailable when the database cannot be reached
   */
  tell(): Promise<void> {
    return this.noteFor('told');
  }

  /** Whether the database is the embedded one, whose transactions run one at a time and need no row locks. */
  get isEmbedded(): boolean {
    return isEmbedded(this.dataSource.manager);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. Deadlocks, lost
   * certifications, ids that were taken, copies in memory that were out of date and connections lost before COMMIT are run
   * again, at most 8 times in all, so `work` may be called more than once and keeps no state outside; see {@link drawOnce}. A
   * connection lost during COMMIT is not tried again: the commit may have been carried out.
   * @throws TypeError in a transaction: pass its `tx`
   * @throws ValidationFailed `<field> must be unique` when a unique key of a chosen field is hit
   * @throws DatabaseUnavailable when the database cannot be reached
   */
  async run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const ambient = this.joinable('run');
    if (ambient === undefined) return this.open(work, false);
    return this.within({ tx: ambient.tx, isAmbient: false, isOpen: true, of: this }, work);
  }

  /** {@link run}, for the one transaction that {@link run} and {@link manager} join: that of an Idempotency-Key (ADR 2). */
  async runAmbient<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    if (this.joinable('runAmbient') !== undefined) throw opened('runAmbient');
    return this.open(work, true);
  }

  /**
   * A drawn id that stays the same when the transaction is run again: for ids that are sent to others, who cannot roll
   * back. The n-th draw of a try is the n-th of the one before: draw in the same order each time.
   */
  drawOnce(tx: EntityManager, draw: () => string): string {
    const draws = this.draws.get(tx);
    if (draws === undefined) throw new TypeError('drawOnce needs the tx of an open transaction');
    const at = draws.count++;
    return (draws.drawn[at] ??= draw());
  }

  /**
   * Runs one statement that may be carried out twice, committed by itself: tried again as transactions are.
   * @param statement told how often it has been tried: from the second time on it may have been carried out before
   * @throws TypeError in a transaction: use its `tx`
   * @throws DatabaseUnavailable when the database cannot be reached; the driver's error when a primary key is hit
   */
  async repeatable<T>(statement: (manager: EntityManager, attempt: number) => Promise<T>): Promise<T> {
    if (this.joinable('repeatable') !== undefined) throw opened('repeatable');
    return this.again(
      (attempt) => statement(this.dataSource.manager, attempt),
      (error) => isDeadlock(error) || isCutOff(error),
    );
  }

  /** The open ambient transaction, if any. @throws TypeError in any other open transaction */
  private joinable(method: string): OpenTransaction | undefined {
    const open = current.getStore();
    if (open?.of !== this || !open.isOpen) return undefined;
    if (!open.isAmbient) throw opened(method);
    return open;
  }

  private async open<T>(work: (tx: EntityManager) => Promise<T>, isAmbient: boolean): Promise<T> {
    const drawn: string[] = [];
    const result = await this.again(
      () => this.once(work, drawn, isAmbient),
      (error) => isTransient(error) || isCutOff(error) || error instanceof CopyOutdated,
    );
    await this.noteFor('wrote');
    return result;
  }

  /** Before the client gets its response, so that its next request finds it. The statements may be carried out twice. */
  private async noteFor(what: 'wrote' | 'told'): Promise<void> {
    const { replicas } = this;
    if (replicas === undefined) return;
    await this.again(
      () => replicas[what](),
      (error) => isDeadlock(error) || isCutOff(error),
    );
  }

  private async again<T>(act: (attempt: number) => Promise<T>, mayHelp: (error: unknown) => boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await act(attempt);
      } catch (error) {
        if (!mayHelp(error)) throw this.translated(error);
        if (attempt === TRIES) throw isReadOnly(error) ? new DatabaseReadOnly(error) : new DatabaseUnavailable(error);
        this.onRetry(error);
        await pause(randomInt(1, 5 * 2 ** attempt));
      }
    }
  }

  private async once<T>(work: (tx: EntityManager) => Promise<T>, drawn: string[], isAmbient: boolean): Promise<T> {
    let isCommitting = false;
    try {
      return await this.dataSource.transaction(async (tx) => {
        this.draws.set(tx, { drawn, count: 0 });
        const result = await this.judged(tx, () => this.within({ tx, isAmbient, isOpen: true, of: this }, work));
        isCommitting = true;
        return result;
      });
    } catch (error) {
      throw isCommitting && isCutOff(error) ? new DatabaseUnavailable(error) : error;
    }
  }

  /** A refusal by a copy that is out of date is none. @throws CopyOutdated */
  private async judged<T>(tx: EntityManager, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError) await confirmRevisions(tx);
      throw error;
    }
  }

  private async within<T>(open: OpenTransaction, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await current.run(open, () => work(open.tx));
    } finally {
      // Work left running must not join a transaction that is over.
      open.isOpen = false;
    }
  }

  private translated(error: unknown): unknown {
    const field = duplicateField(error, this.dataSource);
    if (field !== undefined) return ValidationFailed.of(field, 'must be unique');
    if (isReadOnly(error)) return new DatabaseReadOnly(error);
    return isUnreachable(error) ? new DatabaseUnavailable(error) : error;
  }
}

function opened(method: string): TypeError {
  return new TypeError(`Transactions.${method} in an open transaction: pass its tx`);
}
