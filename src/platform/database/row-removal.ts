import { type EntityManager, type EntityMetadata } from 'typeorm';
import { DateUtils } from 'typeorm/util/DateUtils';

/** Some rows of a table: those with one of these values in the first column of the primary key. */
export interface RowsByKey {
  /** Property of the entity. */
  readonly by: string;
  readonly values: readonly string[];
  /** What must still hold when the row is locked, over its columns; `?` in it is the instant. */
  readonly guard?: { readonly sql: string; readonly instant?: Date };
}

/**
 * Removes rows by their primary key and by nothing else: the rows it removes are the only ones it locks. Without the hint
 * MariaDB reads a small table from end to end, and waits there for rows that others have just written. No subscriber is
 * told: for store objects there is `StoreObjectRemoval`.
 * @param tx the transaction
 * @returns how many rows were removed
 */
export async function removeRows<T extends object>(
  tx: EntityManager,
  entity: new () => T,
  rows: RowsByKey,
): Promise<number> {
  if (rows.values.length === 0) return 0;
  if (tx.queryRunner === undefined) throw new TypeError('removeRows needs the manager of a transaction');
  const { table, where, parameters } = statementParts(tx, entity, rows);
  const from = isEmbedded(tx) ? table : `${table} FROM ${table} FORCE INDEX (PRIMARY)`;
  const sql = `DELETE ${isEmbedded(tx) ? 'FROM ' : ''}${from} WHERE ${where}`;
  const { affected } = await tx.queryRunner.query(sql, parameters, true);
  return affected ?? 0;
}

/**
 * Locks rows until the transaction ends, passing over those that somebody else has locked.
 * @returns the keys of those it has
 */
export async function lockFreeRows<T extends object>(
  tx: EntityManager,
  entity: new () => T,
  rows: RowsByKey,
): Promise<string[]> {
  if (rows.values.length === 0) return [];
  const { table, key, where, parameters } = statementParts(tx, entity, rows);
  const [hint, lock] = isEmbedded(tx) ? ['', ''] : [' FORCE INDEX (PRIMARY)', ' FOR UPDATE SKIP LOCKED'];
  const sql = `SELECT ${key} AS held FROM ${table}${hint} WHERE ${where}${lock}`;
  const found = await tx.query<{ held: string | number }[]>(sql, parameters);
  return found.map(({ held }) => String(held));
}

function statementParts(tx: EntityManager, entity: new () => object, { by, values, guard }: RowsByKey) {
  const metadata = tx.dataSource.getMetadata(entity);
  const key = keyColumn(metadata, by);
  const among = `${key} IN (${values.map(() => '?').join(', ')})`;
  const instant = guard?.instant === undefined ? [] : [stored(tx, guard.instant)];
  return {
    table: metadata.tableName,
    key,
    where: guard === undefined ? among : `${among} AND ${guard.sql}`,
    parameters: [...values, ...instant],
  };
}

function keyColumn({ primaryColumns }: EntityMetadata, property: string): string {
  const [first] = primaryColumns;
  if (first?.propertyName !== property) throw new TypeError(`${property} does not begin the primary key`);
  return first.databaseName;
}

/** An instant as the driver takes it in a statement of our own. */
function stored(tx: EntityManager, instant: Date): Date | string {
  return isEmbedded(tx) ? (DateUtils.mixedDateToUtcDatetimeString(instant) as string) : instant;
}

function isEmbedded({ dataSource }: EntityManager): boolean {
  return dataSource.options.type === 'better-sqlite3';
}
