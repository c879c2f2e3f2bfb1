import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { DatabaseUnavailable } from './database.errors';
import { duplicateField, isTransient, isUnreachable } from './driver-faults';

/** How often one transaction is run before its deadlock, lost certification or duplicate id reaches the caller. */
const TRIES = 8;

interface OpenTransaction {
  readonly tx: EntityManager;
  isOpen: boolean;
}

/**
 * Opens transactions. A service passes `tx` on to whatever joins it. The only transaction that is joined without being
 * passed is the one an Idempotency-Key opens around a whole request, so that the answer is stored with its effect.
 */
@Injectable()
export class Transactions {
  private readonly current = new AsyncLocalStorage<OpenTransaction>();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** For single reads: the request's own transaction when one is open, else a connection of the pool. */
  get manager(): EntityManager {
    const open = this.current.getStore();
    return open?.isOpen ? open.tx : this.dataSource.manager;
  }

  /** Whether the database is the embedded one, whose transactions take turns and need no row locks. */
  get isEmbedded(): boolean {
    return this.dataSource.options.type === 'better-sqlite3';
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: committed when it returns, rolled back when it throws. Deadlocks and
   * ids that were taken are rolled back and run again, so `work` may be called more than once and keeps no state outside.
   * @throws ValidationFailed `<field> must be unique` when a unique key of a chosen field is hit
   * @throws DatabaseUnavailable when the database cannot be reached
   */
  async run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const open = this.current.getStore();
    if (open?.isOpen) return work(open.tx);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(work);
      } catch (error) {
        if (!isTransient(error)) throw this.translated(error);
        if (attempt === TRIES) throw new DatabaseUnavailable();
        await pause(randomInt(1, 5 * 2 ** attempt));
      }
    }
  }

  private once<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (tx) => {
      const open: OpenTransaction = { tx, isOpen: true };
      try {
        return await this.current.run(open, () => work(tx));
      } finally {
        // What the work left running must not join a transaction that is over.
        open.isOpen = false;
      }
    });
  }

  private translated(error: unknown): unknown {
    const field = duplicateField(error, this.dataSource);
    if (field !== undefined) return ValidationFailed.of(field, 'must be unique');
    return isUnreachable(error) ? new DatabaseUnavailable() : error;
  }
}
