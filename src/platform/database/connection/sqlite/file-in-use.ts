import { existsSync } from 'node:fs';
import { DatabaseNotOpened } from '../open-database';
import { SqliteConnection } from './sqlite-connection';

/**
 * Whether another process has the file of a SQLite database open, such as a store that runs. False for a server.
 * @throws DatabaseNotOpened when the file is no database
 */
export function isFileInUse(databaseUrl: string): boolean {
  const path = databaseUrl.slice('sqlite:'.length);
  if (!databaseUrl.startsWith('sqlite:') || !existsSync(path)) return false;
  let database: SqliteConnection | undefined;
  try {
    database = new SqliteConnection(path);
    // An open database with a log keeps a shared lock, also while it does nothing.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return true;
    throw new DatabaseNotOpened(path, error);
  } finally {
    database?.close();
  }
}
