import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ObjectLiteral } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { type IsolationLevel } from 'typeorm/driver/types/IsolationLevel';
import { monotonicMs } from '../../../kernel/clock';
import { type Disk } from './disk';
import { isLocked } from './driver-faults';
import { type FifoMutex } from './fifo-mutex';

/** Longest wait of a statement for SQLite's lock, while another process, such as a `store` command, has it. */
const BUSY_MS = 2_000;
/** Longest pause between two tries, milliseconds. */
const PAUSE_MS = 20;

/**
 * Replaces TypeORM's BEGIN. A plain BEGIN reads first and asks for the write lock later: when another
 * process (the `store` command) wrote in between, SQLite refuses the transaction, however long it would wait.
 */
const BEGIN: Readonly<Record<string, string>> = { 'BEGIN TRANSACTION': 'BEGIN IMMEDIATE' };

/**
 * A query runner of its own for each user of the one SQLite connection. TypeORM's driver shares a single runner, on
 * which concurrent transactions interleave; this one holds a lock for a statement, or from BEGIN to COMMIT.
 */
export class SerializedRunner extends BetterSqlite3QueryRunner {
  private held = false;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly mutex: FifoMutex,
    private readonly disk: Disk,
    statements: Map<string, unknown>,
  ) {
    super(driver);
    // Prepared statements belong to the connection, not to this short-lived runner.
    (this as unknown as { stmtCache: Map<string, unknown> }).stmtCache = statements;
  }

  override async query(sql: string, parameters: unknown[] | ObjectLiteral = [], structured = false): Promise<never> {
    if (!this.held) {
      const result = (await this.acquireFor(() => this.send(sql, parameters, structured))) as never;
      this.mutex.release();
      return result;
    }
    try {
      const result = (await this.send(BEGIN[sql] ?? sql, parameters, structured)) as never;
      // Freed before the after-commit subscribers run: they may use other runners.
      if (sql === 'COMMIT') this.free();
      return result;
    } finally {
      // A refused COMMIT leaves the transaction open: nobody may come in before the ROLLBACK that follows it.
      if (sql === 'ROLLBACK') this.free();
    }
  }

  override async startTransaction(isolation?: IsolationLevel): Promise<void> {
    if (this.isTransactionActive) return super.startTransaction(isolation);
    await this.acquireFor(async () => {
      this.held = true;
      try {
        await super.startTransaction(isolation);
      } catch (error) {
        this.held = false;
        throw error;
      }
    });
  }

  override async release(): Promise<void> {
    if (this.held) {
      try {
        await this.rollbackTransaction();
      } catch {
        this.free();
      }
    }
    await super.release();
  }

  private async send(sql: string, parameters: unknown[] | ObjectLiteral, structured: boolean): Promise<unknown> {
    try {
      return (await super.query(sql, parameters as never, structured)) as unknown;
    } catch (error) {
      this.disk.noteFailure(error);
      throw error;
    }
  }

  /**
   * Runs `begin` with the mutex, which stays acquired when it resolves and is free when it rejects. While another process
   * has SQLite's lock, `begin` has changed nothing: it runs again after a pause, in which other runners may read.
   * @throws SQLITE_BUSY after {@link BUSY_MS}
   */
  private async acquireFor<T>(begin: () => Promise<T>): Promise<T> {
    const until = monotonicMs() + BUSY_MS;
    for (;;) {
      await this.mutex.acquire();
      try {
        return await begin();
      } catch (error) {
        this.mutex.release();
        if (!isLocked(error) || monotonicMs() >= until) throw error;
      }
      await pause(randomInt(1, PAUSE_MS));
    }
  }

  private free(): void {
    if (!this.held) return;
    this.held = false;
    this.mutex.release();
  }
}
