import { type DataSource } from 'typeorm';

/**
 * Returns whether a transaction on this MariaDB or MySQL server waits for a row lock. A counter of the server: the tables of
 * `information_schema` are cached for as long as somebody reads them in a loop.
 */
export async function isRowLockAwaited(source: DataSource): Promise<boolean> {
  const [row] = await source.query<{ Value: string }[]>("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'");
  return row !== undefined && row.Value !== '0';
}

/** Resolves when some transaction waits for a row lock of another. @throws Error after ten seconds */
export async function rowLockAwaited(source: DataSource): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await isRowLockAwaited(source))) {
    if (performance.now() > deadline) throw new Error('nobody waits for a lock');
  }
}
