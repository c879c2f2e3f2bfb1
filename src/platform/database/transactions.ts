import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { isEmbedded } from './dialect';
import { DatabaseUnavailable } from './database.errors';
import { duplicateField, isCutOff, isDeadlock, isTransient, isUnreachable } from './driver-faults';

/** How often one transaction is run before its deadlock, lost certification or duplicate id reaches the caller. */
const TRIES = 8;

/** Told of each transaction that is about to be run again. */
export type OnRetry = (error: unknown) => void;

interface OpenTransaction {
  readonly tx: EntityManager;
  isOpen: boolean;
  /** What its tries have drawn, each for all of them. */
  readonly drawn: string[];
  /** How often this try has drawn. */
  draws: number;
}

/**
 * Opens transactions. A service passes `tx` on to whatever joins it. The only transaction that is joined without being
 * passed is the one an Idempotency-Key opens around a whole request, so that the answer is stored with its effect.
 */
@Injectable()
export class Transactions {
  private readonly current = new AsyncLocalStorage<OpenTransaction>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly onRetry: OnRetry = () => undefined,
  ) {}

  /** For single reads: the request's own transaction when one is open, else a connection of the pool. */
  get manager(): EntityManager {
    const open = this.current.getStore();
    return open?.isOpen ? open.tx : this.dataSource.manager;
  }

  /** Whether the database is the embedded one, whose transactions take turns and need no row locks. */
  get isEmbedded(): boolean {
    return isEmbedded(this.dataSource.manager);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. Deadlocks, lost
   * certifications, ids that were taken and connections lost before COMMIT are run again, so `work` may be called more
   * than once and keeps no state outside; see {@link drawOnce}. A connection lost during COMMIT is not: it may have been carried out.
   * @throws ValidationFailed `<field> must be unique` when a unique key of a chosen field is hit
   * @throws DatabaseUnavailable when the database cannot be reached
   */
  async run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const open = this.current.getStore();
    if (open?.isOpen) return work(open.tx);
    const drawn: string[] = [];
    return this.again(
      () => this.once(work, drawn),
      (error) => isTransient(error) || isCutOff(error),
    );
  }

  /**
   * A drawn id that stays the same when the transaction is run again: for what is told to others, who cannot roll back.
   * The first draw of a try is the first of the one before, the second its second: draw in the same order each time.
   */
  drawOnce(draw: () => string): string {
    const open = this.current.getStore();
    if (open?.isOpen !== true) throw new TypeError('drawOnce needs an open transaction');
    const at = open.draws++;
    return (open.drawn[at] ??= draw());
  }

  /**
   * Runs one statement that may be carried out twice, committed by itself: tried again as transactions are. Within an
   * open transaction it is part of that.
   * @param statement told how often it has been tried: from the second time on it may have been carried out before
   * @throws DatabaseUnavailable when the database cannot be reached; the driver's error when a primary key is hit
   */
  async repeatable<T>(statement: (manager: EntityManager, attempt: number) => Promise<T>): Promise<T> {
    const open = this.current.getStore();
    if (open?.isOpen) return statement(open.tx, 1);
    return this.again(
      (attempt) => statement(this.dataSource.manager, attempt),
      (error) => isDeadlock(error) || isCutOff(error),
    );
  }

  private async again<T>(act: (attempt: number) => Promise<T>, mayHelp: (error: unknown) => boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await act(attempt);
      } catch (error) {
        if (!mayHelp(error)) throw this.translated(error);
        if (attempt === TRIES) throw new DatabaseUnavailable();
        this.onRetry(error);
        await pause(randomInt(1, 5 * 2 ** attempt));
      }
    }
  }

  private async once<T>(work: (tx: EntityManager) => Promise<T>, drawn: string[]): Promise<T> {
    let isCommitting = false;
    try {
      return await this.dataSource.transaction(async (tx) => {
        const open: OpenTransaction = { tx, isOpen: true, drawn, draws: 0 };
        try {
          const result = await this.current.run(open, () => work(tx));
          isCommitting = true;
          return result;
        } finally {
          // What the work left running must not join a transaction that is over.
          open.isOpen = false;
        }
      });
    } catch (error) {
      throw isCommitting && isCutOff(error) ? new DatabaseUnavailable() : error;
    }
  }

  private translated(error: unknown): unknown {
    const field = duplicateField(error, this.dataSource);
    if (field !== undefined) return ValidationFailed.of(field, 'must be unique');
    return isUnreachable(error) ? new DatabaseUnavailable() : error;
  }
}
