import { type EntityManager, type EntityMetadata, EntityNotFoundError, type SelectQueryBuilder } from 'typeorm';
import { isEmbedded, sharedLock } from '../connection/dialect';
import { hydrated, PLAIN } from './hydrated';

/** Alias of the entity in every query read here. */
export const ROW = 'row';

/** `SELECT … FROM …` of an entity, worked out once for each entity and connection. */
const selections = new WeakMap<EntityMetadata, string>();

/** Options of a read by one column. */
export interface ReadOptions<T> {
  /** Ascending by this property. */
  readonly order?: keyof T & string;
  /**
   * Locks the rows until the transaction ends: true, for a change; `shared`, only against changes by others. The embedded
   * database has no such locks and needs none.
   */
  readonly lock?: boolean | 'shared';
}

/**
 * The rows whose property has one of these values, as TypeORM's `find` reads them, without building the query and the tree of
 * aliases again for each read, which cost a read of one row as much as the database did.
 * @param values not too many for one statement
 */
export async function readBy<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  property: keyof T & string,
  values: readonly unknown[],
  options: ReadOptions<T> = {},
): Promise<T[]> {
  const { metadata, raws } = await rawBy(manager, entity, property, values, options);
  return raws.map((raw) => hydrated<T>(metadata, raw, PLAIN));
}

/** Rows that could be read, and the ids of those whose columns hold something that is not of their type. */
export interface ReadableRows<T> {
  readonly rows: ReadonlyMap<string, T>;
  readonly unreadable: ReadonlySet<string>;
}

/** {@link readBy} for rows of which one that is damaged must not take the others along. @param ids not too many for one statement */
export async function readableById<T extends { id: string }>(
  manager: EntityManager,
  entity: new () => T,
  ids: readonly string[],
): Promise<ReadableRows<T>> {
  const { metadata, raws } = await rawBy(manager, entity, 'id', [...new Set(ids)], {});
  const rows = new Map<string, T>();
  const unreadable = new Set<string>();
  for (const raw of raws) {
    const id = String(raw['id']);
    try {
      rows.set(id, hydrated<T>(metadata, raw, PLAIN));
    } catch {
      unreadable.add(id);
    }
  }
  return { rows, unreadable };
}

async function rawBy<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  property: keyof T & string,
  values: readonly unknown[],
  { order, lock = false }: ReadOptions<T>,
): Promise<{ metadata: EntityMetadata; raws: Record<string, unknown>[] }> {
  const { driver } = manager.dataSource;
  const metadata = manager.dataSource.getMetadata(entity);
  if (values.length === 0) return { metadata, raws: [] };
  const place = (name: string): string => {
    const column = metadata.findColumnWithPropertyName(name);
    if (column === undefined) throw new TypeError(`no column of ${metadata.name}: ${name}`);
    return `${driver.escape(ROW)}.${driver.escape(column.databaseName)}`;
  };
  const wanted = values.length === 1 ? '= ?' : `IN (${values.map(() => '?').join(', ')})`;
  const ordered = order === undefined ? '' : ` ORDER BY ${place(order)} ASC`;
  const locked = lock === 'shared' ? sharedLock(manager) : lock && !isEmbedded(manager) ? ' FOR UPDATE' : '';
  const sql = `${selectionOf(manager, metadata)} WHERE ${place(property)} ${wanted}${ordered}${locked}`;
  return { metadata, raws: await manager.query<Record<string, unknown>[]>(sql, [...values]) };
}

/** A row by its id; null when there is none. See {@link readBy}. */
export async function readById<T extends { id: string }>(
  manager: EntityManager,
  entity: new () => T,
  id: string,
  options?: ReadOptions<T>,
): Promise<T | null> {
  const [row] = await readBy(manager, entity, 'id', [id], options);
  return row ?? null;
}

/** {@link readById} of a row that is always there. @throws EntityNotFoundError */
export async function requireById<T extends { id: string }>(
  manager: EntityManager,
  entity: new () => T,
  id: string,
  options?: ReadOptions<T>,
): Promise<T> {
  const row = await readById(manager, entity, id, options);
  if (row === null) throw new EntityNotFoundError(entity, { id });
  return row;
}

/**
 * `SELECT … FROM …` of an entity, its rows called {@link ROW} and its columns by their own names. Not as TypeORM names them
 * (`row_…`): driver and database read each character of a statement and of the names in its result, for each row that is read.
 */
export function selectionOf({ dataSource: { driver } }: EntityManager, metadata: EntityMetadata): string {
  const known = selections.get(metadata);
  if (known !== undefined) return known;
  const row = driver.escape(ROW);
  const columns = metadata.columns.filter(({ isSelect }) => isSelect);
  const names = columns.map(({ databaseName }) => `${row}.${driver.escape(databaseName)}`);
  const selection = `SELECT ${names.join(', ')} FROM ${driver.escape(metadata.tableName)} ${row}`;
  selections.set(metadata, selection);
  return selection;
}

/** Parts of the INSERT of an entity, made once for each entity and connection. */
interface Insertion {
  readonly into: string;
  readonly values: string;
}
const insertions = new WeakMap<EntityMetadata, Insertion>();
/** Rows of an INSERT: SQLite counts each value as a variable. */
const ROWS_AN_INSERT = 500;
/**
 * Characters of an INSERT, unless one row has more. MariaDB takes 16 MiB of a statement by default; quoted and in UTF-8 these
 * are 3 MiB at most.
 */
const TEXT_AN_INSERT = 2 ** 20;

/**
 * Adds whole rows of an entity without embedded ones, with TypeORM's types but without building the query again, and
 * without notifying subscribers: for rows that are written with every change.
 */
export async function insertRows<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  rows: readonly T[],
): Promise<void> {
  const { into, values } = insertionOf(manager.dataSource.getMetadata(entity));
  const prepared = rows.map((row) => preparedRow(manager, entity, row));
  for (const part of partsOf(prepared, ROWS_AN_INSERT))
    await manager.query(`${into} VALUES ${part.map(() => values).join(', ')}`, part.flat());
}

/** The values of a row as they are at this moment, in the order of its columns. */
export type PreparedRow = readonly unknown[];

/** Returns the values a row is inserted with: later changes of the object do not change them. */
export function preparedRow<T extends object>(manager: EntityManager, entity: new () => T, row: T): PreparedRow {
  const metadata = manager.dataSource.getMetadata(entity);
  const { driver } = manager.dataSource;
  return metadata.columns.map((column) => {
    const value: unknown = driver.preparePersistentValue(column.getEntityValue(row), column);
    return value ?? null;
  });
}

/** Rows of one statement each. @param limit the most of one statement */
export function* partsOf(rows: readonly PreparedRow[], limit: number): Generator<readonly PreparedRow[]> {
  let start = 0;
  let text = 0;
  for (const [at, row] of rows.entries()) {
    const more = textOf(row);
    if (at > start && (at - start === limit || text + more > TEXT_AN_INSERT)) {
      yield rows.slice(start, at);
      [start, text] = [at, 0];
    }
    text += more;
  }
  if (start < rows.length) yield rows.slice(start);
}

function textOf(row: PreparedRow): number {
  let length = 0;
  for (const value of row) if (typeof value === 'string') length += value.length;
  return length;
}

/** Returns the parts of an entity's INSERT: `INSERT INTO … (…)`, and the placeholders of one row. */
export function insertionOf(metadata: EntityMetadata): Insertion {
  const known = insertions.get(metadata);
  if (known !== undefined) return known;
  const { driver } = metadata.dataSource;
  const names = metadata.columns.map(({ databaseName }) => driver.escape(databaseName));
  const insertion = {
    into: `INSERT INTO ${driver.escape(metadata.tableName)} (${names.join(', ')})`,
    values: `(${names.map(() => '?').join(', ')})`,
  };
  insertions.set(metadata, insertion);
  return insertion;
}

/**
 * {@link insertRows} of store objects: TypeORM's subscribers are notified as for its own inserts.
 * @param tx the manager of a transaction
 */
export async function insertStoreObjects<T extends object>(
  tx: EntityManager,
  entity: new () => T,
  rows: readonly T[],
): Promise<void> {
  if (tx.queryRunner === undefined) throw new TypeError('a store object is inserted in a transaction');
  await insertRows(tx, entity, rows);
  const metadata = tx.dataSource.getMetadata(entity);
  for (const row of rows) await tx.queryRunner.broadcaster.broadcast('AfterInsert', metadata, row);
}

/**
 * The rows of a query over one entity, without joins. TypeORM writes its conditions only: the columns of a wide entity took longer to
 * write, for each read, than the database took to find them.
 */
export async function readRows<T extends { id: string }>(
  manager: EntityManager,
  query: SelectQueryBuilder<T>,
): Promise<T[]> {
  const metadata = query.expressionMap.mainAlias?.metadata;
  if (metadata === undefined) throw new TypeError('the query has no entity');
  const { driver } = manager.dataSource;
  const [sql, parameters] = query.clone().select(`${ROW}.id`, 'id').getQueryAndParameters() as [string, unknown[]];
  const [row, id] = [driver.escape(ROW), driver.escape('id')];
  const ids = `SELECT ${row}.${id} AS ${id} FROM ${driver.escape(metadata.tableName)} ${row}`;
  if (!sql.startsWith(ids)) throw new TypeError(`not a query of ${metadata.name} alone`);
  const whole = selectionOf(manager, metadata) + sql.slice(ids.length);
  const raws = await manager.query<Record<string, unknown>[]>(whole, parameters);
  return raws.map((raw) => hydrated<T>(metadata, raw, PLAIN));
}
