import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { type DatabaseServers } from './database-servers';
import { FifoMutex } from './fifo-mutex';
import { ask, isUnwatched, QuickRunner } from './quick-query';
import { SerializedRunner } from './serialized-runner';

/** How long a statement waits for its turn on SQLite before it fails. */
const LOCK_TIMEOUT_MS = 10_000;

/** libsql leaves the log beside the file: a stopped store is one file that can be copied. */
function foldLog(driver: BetterSqlite3Driver): void {
  try {
    (driver.databaseConnection as { pragma(text: string): void }).pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // A statement was left half read: the log stays, and the next start reads it.
  }
}

/** TypeORM's data source, on SQLite with turns. What MySQL needs to keep the same promises, its connections have. */
export class StoreDataSource extends DataSource {
  constructor(options: DataSourceOptions) {
    super(options);
    if (options.type === 'better-sqlite3') this.takeTurns(this.driver as BetterSqlite3Driver);
    else this.askQuickly(this.driver as MysqlDriver);
  }

  /** A single statement outside a transaction needs no query runner: the pool lends a connection and takes it back. */
  override async query<T = unknown>(sql: string, parameters?: unknown[], runner?: QueryRunner): Promise<T> {
    if (runner !== undefined || this.options.type === 'better-sqlite3' || !isUnwatched(this)) {
      return super.query<T>(sql, parameters, runner);
    }
    return (await ask(this, (this.driver as MysqlDriver).pool as DatabaseServers, sql, parameters)) as T;
  }

  private askQuickly(driver: MysqlDriver): void {
    driver.createQueryRunner = () => new QuickRunner(driver);
  }

  private takeTurns(driver: BetterSqlite3Driver): void {
    const mutex = new FifoMutex(LOCK_TIMEOUT_MS);
    const statements = new Map<string, unknown>();
    // SQLite gives any name with TEXT in it text affinity; without this TypeORM would refuse the type MySQL needs.
    driver.supportedDataTypes.push('mediumtext');
    driver.createQueryRunner = (): QueryRunner => new SerializedRunner(driver, mutex, statements);
    const disconnect = driver.disconnect.bind(driver);
    driver.disconnect = async () => {
      statements.clear();
      foldLog(driver);
      await disconnect();
    };
  }
}
