import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ObjectLiteral, QueryResult } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { type IsolationLevel } from 'typeorm/driver/types/IsolationLevel';
import { monotonicMs } from '../../../kernel/clock';
import { failedQuery, isUnwatched } from './quick-query';
import { type Disk } from './sqlite/disk';
import { isLocked } from './driver-faults';
import { type FifoMutex } from './fifo-mutex';
import { type ReaderThread } from './reader-thread';
import { type SqliteStatements } from './sqlite/sqlite-statements';

/** Longest wait of a statement for SQLite's lock, while another process, such as a `store` command, has it. */
const BUSY_MS = 2_000;
/** Longest pause between two tries, milliseconds. */
const PAUSE_MS = 20;

/**
 * Replaces TypeORM's BEGIN. A plain BEGIN reads first and asks for the write lock later: when another
 * process (the `store` command) wrote in between, SQLite refuses the transaction, however long it would wait.
 */
const BEGIN: Readonly<Record<string, string>> = { 'BEGIN TRANSACTION': 'BEGIN IMMEDIATE' };

/** The connections of a SQLite file, shared by all runners. */
export interface SqliteFile {
  readonly mutex: FifoMutex;
  readonly disk: Disk;
  /** Statements of the connection that writes. */
  readonly writes: SqliteStatements;
  /** Statements of a connection that sees what is committed only. Missing: it is closed, or in memory, where there is one connection. */
  reads?: SqliteStatements | undefined;
  /** The same in a thread of its own. */
  aside?: ReaderThread | undefined;
}

/**
 * Reads outside a transaction, without a turn: no writer of SQLite's log delays a reader.
 * @returns undefined when it has to be asked in turn: it is no read, or the file is locked @throws QueryFailedError
 */
export function readAtOnce({ reads, disk }: SqliteFile, sql: string, parameters: unknown[]): QueryResult | undefined {
  if (reads === undefined || !sql.startsWith('SELECT')) return undefined;
  try {
    return reads.ask(sql, parameters);
  } catch (error) {
    if (isLocked(error)) return undefined;
    disk.noteFailure(error);
    throw error;
  }
}

/**
 * A query runner of its own for each user of the one SQLite connection that writes. TypeORM's driver shares a single runner, on
 * which concurrent transactions interleave; this one holds a lock for a statement, or from BEGIN to COMMIT.
 */
export class SerializedRunner extends BetterSqlite3QueryRunner {
  private held = false;

  constructor(
    driver: BetterSqlite3Driver,
    protected readonly file: SqliteFile,
  ) {
    super(driver);
  }

  override async query(sql: string, parameters: unknown[] | ObjectLiteral = [], structured = false): Promise<never> {
    if (!this.held) {
      const read = this.isQuick(parameters) ? readAtOnce(this.file, sql, parameters) : undefined;
      if (read !== undefined) return (structured ? read : read.raw) as never;
      const result = (await this.acquireFor(() => this.send(sql, parameters, structured))) as never;
      this.file.mutex.release();
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
      if (!this.isQuick(parameters)) return (await super.query(sql, parameters as never, structured)) as unknown;
      const result = this.file.writes.ask(sql, parameters, this);
      return structured ? result : result.raw;
    } catch (error) {
      this.file.disk.noteFailure(error);
      throw error;
    }
  }

  /** Whether a statement needs none of what TypeORM's own query does besides: it refuses named parameters and released runners. */
  private isQuick(parameters: unknown[] | ObjectLiteral): parameters is unknown[] {
    return Array.isArray(parameters) && !this.isReleased && isUnwatched(this.dataSource);
  }

  /**
   * Runs `begin` with the mutex, which stays acquired when it resolves and is free when it rejects. While another process
   * has SQLite's lock, `begin` has changed nothing: it runs again after a pause, in which other runners may read.
   * @throws SQLITE_BUSY after {@link BUSY_MS}
   */
  private async acquireFor<T>(begin: () => Promise<T>): Promise<T> {
    const until = monotonicMs() + BUSY_MS;
    for (;;) {
      await this.file.mutex.acquire();
      try {
        return await begin();
      } catch (error) {
        this.file.mutex.release();
        if (!isLocked(error) || monotonicMs() >= until) throw error;
      }
      await pause(randomInt(1, PAUSE_MS));
    }
  }

  private free(): void {
    if (!this.held) return;
    this.held = false;
    this.file.mutex.release();
  }
}

/** A query runner that reads in the thread of reads, where there is one, and does all else as every other. */
export class AsideRunner extends SerializedRunner {
  override async query(sql: string, parameters: unknown[] | ObjectLiteral = [], structured = false): Promise<never> {
    if (!sql.startsWith('SELECT') || !Array.isArray(parameters) || this.isReleased || !isUnwatched(this.dataSource))
      return super.query(sql, parameters, structured);
    const rows = await this.readAside(sql, parameters);
    if (rows === undefined) return super.query(sql, parameters, structured);
    const result = Object.assign(new QueryResult(), { records: rows, raw: rows });
    return (structured ? result : rows) as never;
  }

  /** @returns undefined when it has to be asked in turn: there is no thread, or the file is locked @throws QueryFailedError */
  private async readAside(sql: string, parameters: unknown[]): Promise<Record<string, unknown>[] | undefined> {
    const { aside, disk } = this.file;
    if (aside === undefined) return undefined;
    this.dataSource.logger.logQuery(sql, parameters, this);
    try {
      return await aside.ask(sql, parameters);
    } catch (error) {
      if (isLocked(error)) return undefined;
      const failed = failedQuery(this.dataSource, error, sql, parameters, this);
      disk.noteFailure(failed);
      throw failed;
    }
  }
}
