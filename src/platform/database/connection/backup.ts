import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseNotOpened, reasonOf } from './open-database';
import { SqliteConnection } from './sqlite/sqlite-connection';

/** A backup that cannot be made as asked; nothing was written. The message says what to do instead. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}

/**
 * Writes a consistent copy of the SQLite database while the store runs: readable by its owner only,
 * checked, and synced to disk. It reads through a connection of its own, which takes no lock that a writer would wait for.
 * @throws BackupRefused on another engine, without a database or one that has no tables, and when the file cannot be made or is there already;
 * DatabaseNotOpened when the file of the database is none
 */
export function backUp(databaseUrl: string, file: string): void {
  if (!databaseUrl.startsWith('sqlite:')) {
    throw new BackupRefused('This store is on a database server: back it up with mariadb-dump or mysqldump.');
  }
  const path = databaseUrl.slice('sqlite:'.length);
  // A path that is wrong by a letter is often an empty file that an earlier command made.
  if (!existsSync(path) || !hasTables(path)) throw new BackupRefused(`There is no database at ${path}.`);
  makeEmpty(file);
  try {
    withDatabase(path, (database) => database.prepare('VACUUM INTO ?').run(file));
    withDatabase(file, requireWhole);
    sync(file);
  } catch (error) {
    rmSync(file, { force: true });
    // A full disk, or a database that is damaged.
    const isOfSqlite = (error as { code?: string }).code?.startsWith('SQLITE_') === true;
    throw isOfSqlite ? new BackupRefused(`${file} cannot be made: ${reasonOf(error)}`) : error;
  }
}

interface Database {
  prepare(sql: string): { all(): unknown[]; run(...parameters: unknown[]): unknown };
}

function hasTables(path: string): boolean {
  try {
    return withDatabase(path, (database) => database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all().length > 0);
  } catch (error) {
    throw new DatabaseNotOpened(path, error);
  }
}

function withDatabase<T>(path: string, work: (database: Database) => T): T {
  const database = new SqliteConnection(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** SQLite would make the file readable to everybody; it takes one that is there as long as it is empty. */
function makeEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new BackupRefused(`${file} exists already: name another file`);
    throw new BackupRefused(`${file} cannot be made: ${code === 'ENOENT' ? 'its folder does not exist' : code}`);
  }
}

function requireWhole(copy: Database): void {
  const check = JSON.stringify(copy.prepare('PRAGMA integrity_check').all());
  if (check !== '[{"integrity_check":"ok"}]') throw new BackupRefused(`The database is damaged: ${check}`);
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
