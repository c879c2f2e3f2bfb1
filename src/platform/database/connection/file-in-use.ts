import { existsSync } from 'node:fs';
import { SqliteConnection } from './sqlite-connection';

/** Whether another process has the file of a SQLite database open, such as a store that runs. False for a server. */
export function isFileInUse(databaseUrl: string): boolean {
  const path = databaseUrl.slice('sqlite:'.length);
  if (!databaseUrl.startsWith('sqlite:') || !existsSync(path)) return false;
  const database = new SqliteConnection(path);
  try {
    // An open database with a log keeps a shared lock, also while it does nothing.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    database.close();
  }
}
