import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { DatabaseReadOnly, DatabaseUnavailable } from './database.errors';
import { Disk } from './sqlite/disk';
import { isReadOnly, NO_WRITE } from './driver-faults';
import { FifoMutex } from './fifo-mutex';
import { ask, isUnwatched, QuickRunner } from './quick-query';
import { openThread, ReaderThread } from './reader-thread';
import { AsideRunner, readAtOnce, SerializedRunner, type SqliteFile } from './serialized-runner';
import { type ServerPool } from './server-pool';
import { readerOf, type SqliteConnection } from './sqlite/sqlite-connection';
import { SqliteStatements } from './sqlite/sqlite-statements';

/** Longest wait of a statement for its turn on SQLite. */
const LOCK_TIMEOUT_MS = 10_000;

/** Pages in SQLite's log from which a commit folds it into the file: SQLite's own default, 4 MB. */
const CHECKPOINT_PAGES = 1_000;

/** @throws DatabaseReadOnly, the error itself when it is another */
function refused(error: unknown): never {
  throw isReadOnly(error) ? new DatabaseReadOnly(error) : error;
}

/** Statements that were prepared keep the file open after its connection is closed: SQLite would not fold the log. */
function foldLog(driver: BetterSqlite3Driver): void {
  (driver.databaseConnection as SqliteConnection).pragma('wal_checkpoint(TRUNCATE)');
}

/** TypeORM's data source, on SQLite with turns. What MySQL needs to keep the same promises, its connections have. */
export class StoreDataSource extends DataSource {
  private file: SqliteFile | undefined;
  private isOwner = false;

  constructor(options: DataSourceOptions) {
    super(options);
    if (options.type === 'better-sqlite3') this.takeTurns(this.driver as BetterSqlite3Driver);
    else this.askQuickly(this.driver as MysqlDriver);
  }

  /** A single statement outside a transaction needs no query runner: the pool lends a connection and takes it back. */
  override async query<T = unknown>(sql: string, parameters?: unknown[], runner?: QueryRunner): Promise<T> {
    if (runner !== undefined || !isUnwatched(this)) return super.query<T>(sql, parameters, runner);
    if (this.file !== undefined) {
      const read = readAtOnce(this.file, sql, parameters ?? []);
      return read === undefined ? super.query<T>(sql, parameters) : (read.raw as T);
    }
    return (await ask(this, (this.driver as MysqlDriver).pool as ServerPool, sql, parameters)) as T;
  }

  /**
   * Resolves when the database takes writes.
   * @throws DatabaseUnavailable when its disk takes none
   * @throws DatabaseReadOnly when its server takes none; the driver's error when it cannot be asked
   */
  async checkWritable(): Promise<void> {
    if (this.file === undefined) await this.query(NO_WRITE).catch(refused);
    else if (!(await this.file.disk.isWritable())) throw new DatabaseUnavailable(this.file.disk.refusal);
  }

  /**
   * Makes this process the one that folds SQLite's log into the file, as it grows and at the end: the store that serves.
   * Others, such as `store` commands, only append to the log. (SQLite folds it when the last of all processes has ended.)
   */
  async ownFile(): Promise<void> {
    this.isOwner = true;
    await this.query(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  }

  /** A runner for reads that may take long, on SQLite; undefined: the server works for itself. */
  asideRunner(): QueryRunner | undefined {
    return this.file && new AsideRunner(this.driver as BetterSqlite3Driver, this.file);
  }

  private askQuickly(driver: MysqlDriver): void {
    driver.createQueryRunner = () => new QuickRunner(driver);
  }

  private takeTurns(driver: BetterSqlite3Driver): void {
    // SQLite gives any name with TEXT in it text affinity; without this TypeORM would refuse the type MySQL needs.
    driver.supportedDataTypes.push('mediumtext');
    const path = driver.options.database;
    const file: SqliteFile = {
      mutex: new FifoMutex(LOCK_TIMEOUT_MS),
      disk: new Disk(path),
      writes: new SqliteStatements(this, () => driver.databaseConnection as SqliteConnection),
    };
    this.file = file;
    driver.createQueryRunner = (): QueryRunner => new SerializedRunner(driver, file);
    let reader: SqliteConnection | undefined;
    const [connect, disconnect] = [driver.connect.bind(driver), driver.disconnect.bind(driver)];
    driver.connect = async () => {
      await connect();
      const opened = path === ':memory:' ? undefined : readerOf(path);
      reader = opened;
      file.reads = opened && new SqliteStatements(this, () => opened);
      file.aside = opened && openThread && new ReaderThread(path, openThread);
    };
    driver.disconnect = async () => {
      file.reads = undefined;
      const { aside } = file;
      // First: nobody may ask a thread that ends.
      file.aside = undefined;
      await aside?.close();
      reader?.close();
      file.writes.clear();
      if (this.isOwner) foldLog(driver);
      await disconnect();
    };
  }
}
