import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Makes a database file that only its owner can read, and takes the rights of others away from one that is there, with
 * the log and the index beside it. SQLite gives those two the rights of the file when it makes them.
 */
export function keepPrivate(path: string): void {
  // Only a file that does not exist: closing it would end all locks of this process on it (POSIX), and another process would take the
  // store for one that has ended.
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) restrict(file);
}

function restrict(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & OTHERS) === 0 || process.platform === 'win32') return;
  chmodSync(file, OWNER_ONLY);
}
