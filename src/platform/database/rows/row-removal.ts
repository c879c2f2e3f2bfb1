import { type EntityManager } from 'typeorm';
import { isEmbedded } from '../connection/dialect';
import { changedRows } from './changed-rows';
import { storedTime } from './stored-time';

/** Rows of a table by their whole primary keys. */
export interface RowsByKey {
  /** In the order of the key's columns; a key of one column may stand alone. */
  readonly keys: readonly (string | readonly string[])[];
  /** SQL condition over the row's columns, checked again when the row is locked; `?` stands for the instant. */
  readonly guard?: { readonly sql: string; readonly instant?: Date };
}

/**
 * Removes rows by their primary key and by nothing else: the rows it removes are the only ones it locks. Without the hint
 * MariaDB reads a small table from end to end, and by a part of the key it reads on to the row after: both wait for what
 * others have just written. Subscribers are not notified: for store objects use `StoreObjectRemoval`.
 * @param tx the transaction
 * @returns how many rows were removed
 */
export async function removeRows<T extends object>(
  tx: EntityManager,
  entity: new () => T,
  rows: RowsByKey,
): Promise<number> {
  if (rows.keys.length === 0) return 0;
  const { table, where, parameters } = statementParts(tx, entity, rows);
  const from = isEmbedded(tx) ? table : `${table} FROM ${table} FORCE INDEX (PRIMARY)`;
  const sql = `DELETE ${isEmbedded(tx) ? 'FROM ' : ''}${from} WHERE ${where}`;
  return changedRows(tx, sql, parameters);
}

/**
 * Locks rows until the transaction ends, skipping those that another transaction has locked.
 * @returns the first column of the keys of those it has
 */
export async function lockFreeRows<T extends object>(
  tx: EntityManager,
  entity: new () => T,
  rows: RowsByKey,
): Promise<string[]> {
  if (rows.keys.length === 0) return [];
  const { table, key, where, parameters } = statementParts(tx, entity, rows);
  const [hint, lock] = isEmbedded(tx) ? ['', ''] : [' FORCE INDEX (PRIMARY)', ' FOR UPDATE SKIP LOCKED'];
  const sql = `SELECT ${key} AS held FROM ${table}${hint} WHERE ${where}${lock}`;
  const found = await tx.query<{ held: string | number }[]>(sql, parameters);
  return found.map(({ held }) => String(held));
}

function statementParts(tx: EntityManager, entity: new () => object, { keys, guard }: RowsByKey) {
  const { tableName, primaryColumns } = tx.dataSource.getMetadata(entity);
  const columns = primaryColumns.map(({ databaseName }) => databaseName);
  const values = keys.flat();
  if (values.length !== keys.length * columns.length)
    throw new TypeError(`a key of ${tableName} has ${columns.join()}`);
  const [key = ''] = columns;
  const one = `(${columns.map((column) => `${column} = ?`).join(' AND ')})`;
  const among =
    columns.length > 1 ? `(${keys.map(() => one).join(' OR ')})` : `${key} IN (${keys.map(() => '?').join()})`;
  const instant = guard?.instant === undefined ? [] : [storedTime(tx, guard.instant)];
  return {
    table: tableName,
    key,
    where: guard === undefined ? among : `${among} AND ${guard.sql}`,
    parameters: [...values, ...instant],
  };
}
