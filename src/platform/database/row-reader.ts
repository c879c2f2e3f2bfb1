import { type EntityManager, type EntityMetadata, type SelectQueryBuilder } from 'typeorm';

/** Alias of the entity in every query read here. */
export const ROW = 'row';

/** The statement that reads a row by id, worked out once for each entity and connection. */
const statements = new WeakMap<EntityMetadata, string>();

/**
 * A row by its id; null when there is none. The same SQL and values as TypeORM's `findOneBy`, without building the
 * query and the tree of aliases again for each read, which cost a read of one row as much as the database did.
 */
export async function readById<T extends { id: string }>(
  manager: EntityManager,
  entity: new () => T,
  id: string,
): Promise<T | null> {
  const metadata = manager.dataSource.getMetadata(entity);
  let sql = statements.get(metadata);
  if (sql === undefined) {
    [sql] = manager.createQueryBuilder(entity, ROW).where(`${ROW}.id = :id`, { id }).getQueryAndParameters();
    statements.set(metadata, sql);
  }
  const [raw] = await manager.query<Record<string, unknown>[]>(sql, [id]);
  return raw === undefined ? null : hydrated<T>(metadata, raw);
}

/** Rows by their ids, each once and in no order. */
export async function readByIds<T extends { id: string }>(
  manager: EntityManager,
  entity: new () => T,
  ids: readonly string[],
): Promise<T[]> {
  if (ids.length === 0) return [];
  const query = manager.createQueryBuilder(entity, ROW);
  return readRows(query.where(`${ROW}.id IN (:...ids)`, { ids }));
}

/** How a row of an entity is added, worked out once for each entity and connection. */
interface Insertion {
  readonly head: string;
  readonly values: string;
}
const insertions = new WeakMap<EntityMetadata, Insertion>();
/** Rows of an INSERT: SQLite counts each value as a variable. */
const ROWS_AN_INSERT = 500;

/**
 * Adds whole rows of an entity without embedded ones, with TypeORM's types but without building the query again, and
 * without telling subscribers: for what is written with every change.
 */
export async function insertRows<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  rows: readonly T[],
): Promise<void> {
  const metadata = manager.dataSource.getMetadata(entity);
  const { head, values } = insertionOf(metadata);
  for (let i = 0; i < rows.length; i += ROWS_AN_INSERT) {
    const part = rows.slice(i, i + ROWS_AN_INSERT);
    const places = part.map(() => values).join(', ');
    await manager.query(
      head + places,
      part.flatMap((row) => valuesOf(metadata, row)),
    );
  }
}

function insertionOf(metadata: EntityMetadata): Insertion {
  const known = insertions.get(metadata);
  if (known !== undefined) return known;
  const { driver } = metadata.dataSource;
  const names = metadata.columns.map(({ databaseName }) => driver.escape(databaseName));
  const insertion = {
    head: `INSERT INTO ${driver.escape(metadata.tableName)} (${names.join(', ')}) VALUES `,
    values: `(${names.map(() => '?').join(', ')})`,
  };
  insertions.set(metadata, insertion);
  return insertion;
}

function valuesOf(metadata: EntityMetadata, row: object): unknown[] {
  const { driver } = metadata.dataSource;
  return metadata.columns.map((column) => {
    const value: unknown = driver.preparePersistentValue(column.getEntityValue(row), column);
    return value ?? null;
  });
}

/**
 * {@link insertRows} of a store object, of which TypeORM's subscribers are told as they are of its own inserts.
 * @param tx the manager of a transaction
 */
export async function insertStoreObject<T extends object>(
  tx: EntityManager,
  entity: new () => T,
  row: T,
): Promise<void> {
  if (tx.queryRunner === undefined) throw new TypeError('a store object is inserted in a transaction');
  await insertRows(tx, entity, [row]);
  await tx.queryRunner.broadcaster.broadcast('AfterInsert', tx.dataSource.getMetadata(entity), row);
}

/** The rows of a query over one entity, without joins. */
export async function readRows<T extends { id: string }>(query: SelectQueryBuilder<T>): Promise<T[]> {
  const metadata = query.expressionMap.mainAlias?.metadata;
  if (metadata === undefined) throw new TypeError('the query has no entity');
  const raws = await query.getRawMany<Record<string, unknown>>();
  return raws.map((raw) => hydrated<T>(metadata, raw));
}

function hydrated<T>(metadata: EntityMetadata, raw: Record<string, unknown>): T {
  const { driver } = metadata.dataSource;
  const row = metadata.create() as Record<string, unknown>;
  for (const column of metadata.columns) {
    row[column.propertyName] = driver.prepareHydratedValue(raw[`${ROW}_${column.databaseName}`], column) as unknown;
  }
  return row as T;
}
