import { type ObjectLiteral } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { type IsolationLevel } from 'typeorm/driver/types/IsolationLevel';
import { type FifoMutex } from './fifo-mutex';

/**
 * What is sent in place of TypeORM's own word. A plain BEGIN reads first and asks for the write lock later: when another
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
    statements: Map<string, unknown>,
  ) {
    super(driver);
    // Prepared statements belong to the connection, not to this short-lived runner.
    (this as unknown as { stmtCache: Map<string, unknown> }).stmtCache = statements;
  }

  override async query(sql: string, parameters: unknown[] | ObjectLiteral = [], structured = false): Promise<never> {
    if (!this.held) {
      await this.mutex.acquire();
      try {
        return (await super.query(sql, parameters, structured)) as never;
      } finally {
        this.mutex.release();
      }
    }
    try {
      const result = (await super.query(BEGIN[sql] ?? sql, parameters, structured)) as never;
      // Freed before the after-commit subscribers run: they may use other runners.
      if (sql === 'COMMIT') this.free();
      return result;
    } finally {
      // A refused COMMIT leaves the transaction open: nobody may come in before the ROLLBACK that follows it.
      if (sql === 'ROLLBACK') this.free();
    }
  }

  override async startTransaction(isolation?: IsolationLevel): Promise<void> {
    const outer = !this.isTransactionActive;
    if (outer) {
      await this.mutex.acquire();
      this.held = true;
    }
    try {
      await super.startTransaction(isolation);
    } catch (error) {
      if (outer) this.free();
      throw error;
    }
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

  private free(): void {
    if (!this.held) return;
    this.held = false;
    this.mutex.release();
  }
}
