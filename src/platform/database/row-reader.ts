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
