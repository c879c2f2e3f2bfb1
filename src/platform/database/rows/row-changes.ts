import { type EntityManager } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { type PreparedRow, preparedRow } from './row-reader';
import { type VersionedRow } from './store-object';

/** A row as it was read or written last: its values as the database gets them, and the row itself. */
interface StoredRow {
  readonly values: PreparedRow;
  readonly row: object;
}

/**
 * Remembers a store object as it is now, unless the transaction does already. The returned function is {@link saveChanges} of it.
 * @param tx the manager of the transaction that holds the lock
 */
export function trackChanges<T extends VersionedRow>(
  tx: EntityManager,
  entity: new () => T,
  row: T,
): () => Promise<boolean> {
  row.stored ??= storedNow(tx, entity, row);
  return () => saveChanges(tx, entity, row);
}

/**
 * Writes the columns of a tracked store object that were changed since they were read or written. It works like TypeORM's `save`, subscribers
 * included, but does not read the row again: the row is locked, so what was read under the lock is what the database has.
 * @returns whether there were any
 */
export async function saveChanges<T extends VersionedRow>(
  tx: EntityManager,
  entity: new () => T,
  row: T,
): Promise<boolean> {
  const stored = row.stored as StoredRow | undefined;
  if (tx.queryRunner === undefined) throw new TypeError('a store object is changed in a transaction');
  if (stored === undefined) throw new TypeError('a store object is tracked before it is changed');
  const metadata = tx.dataSource.getMetadata(entity);
  const changed = (): [ColumnMetadata, unknown][] => {
    const now = preparedRow(tx, entity, row);
    return metadata.columns.flatMap((column, at) => (isSame(stored.values[at], now[at]) ? [] : [[column, now[at]]]));
  };
  const updated = changed().map(([column]) => column);
  if (updated.length === 0) return false;
  const { broadcaster } = tx.queryRunner;
  await broadcaster.broadcast('BeforeUpdate', metadata, row, stored.row, updated, []);
  // With what a subscriber has set.
  const values = changed();
  const { driver } = tx.dataSource;
  const set = values.map(([{ databaseName }]) => `${driver.escape(databaseName)} = ?`).join(', ');
  const sql = `UPDATE ${driver.escape(metadata.tableName)} SET ${set} WHERE ${driver.escape('id')} = ?`;
  await tx.query(sql, [...values.map(([, value]) => value), row.id]);
  await broadcaster.broadcast('AfterUpdate', metadata, row, stored.row, updated, []);
  row.stored = storedNow(tx, entity, row);
  return true;
}

function storedNow<T extends VersionedRow>(tx: EntityManager, entity: new () => T, row: T): StoredRow {
  return { values: preparedRow(tx, entity, row), row: Object.assign(new entity(), row) };
}

/** Returns whether two prepared values are the same in the database. */
function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
