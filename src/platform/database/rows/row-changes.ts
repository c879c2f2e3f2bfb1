import { type EntityManager } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { preparedRow } from './row-reader';
import { type VersionedRow } from './store-object';

/**
 * Remembers a store object as it is now. The returned function writes the columns that were changed since, or nothing if
 * none were. It works like TypeORM's `save`, subscribers included, but does not read the row again: the row is locked, so
 * what was read under the lock is what the database has.
 * @param tx the manager of the transaction that holds the lock
 */
export function trackChanges<T extends VersionedRow>(
  tx: EntityManager,
  entity: new () => T,
  row: T,
): () => Promise<boolean> {
  const before = preparedRow(tx, entity, row);
  const was = Object.assign(new entity(), row);
  const { columns, tableName } = tx.dataSource.getMetadata(entity);
  const changed = (): [ColumnMetadata, unknown][] => {
    const now = preparedRow(tx, entity, row);
    return columns.flatMap((column, at) => (isSame(before[at], now[at]) ? [] : [[column, now[at]]]));
  };
  return async () => {
    if (tx.queryRunner === undefined) throw new TypeError('a store object is changed in a transaction');
    const updated = changed().map(([column]) => column);
    if (updated.length === 0) return false;
    const { broadcaster } = tx.queryRunner;
    const metadata = tx.dataSource.getMetadata(entity);
    await broadcaster.broadcast('BeforeUpdate', metadata, row, was, updated, []);
    // With what a subscriber has set.
    const values = changed();
    const { driver } = tx.dataSource;
    const set = values.map(([{ databaseName }]) => `${driver.escape(databaseName)} = ?`).join(', ');
    const sql = `UPDATE ${driver.escape(tableName)} SET ${set} WHERE ${driver.escape('id')} = ?`;
    await tx.query(sql, [...values.map(([, value]) => value), row.id]);
    await broadcaster.broadcast('AfterUpdate', metadata, row, was, updated, []);
    return true;
  };
}

/** Returns whether two prepared values are the same in the database. */
function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
