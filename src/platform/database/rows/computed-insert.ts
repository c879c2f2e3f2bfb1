import { type EntityManager } from 'typeorm';
import { insertionOf, type PreparedRow } from './row-reader';

/**
 * Adds one prepared row with columns that the database works out. By INSERT … SELECT: a subquery in VALUES would lock
 * the rows it reads on MySQL and MariaDB.
 * @param computed SQL by property, without anything from outside
 */
export async function insertComputed<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  row: PreparedRow,
  computed: Readonly<Record<string, string>>,
): Promise<void> {
  const metadata = manager.dataSource.getMetadata(entity);
  const sqlOf = metadata.columns.map(({ propertyName }) => computed[propertyName]);
  const { into } = insertionOf(metadata);
  const selected = sqlOf.map((sql) => sql ?? '?').join(', ');
  const values = row.filter((_, i) => sqlOf[i] === undefined);
  await manager.query(`${into} SELECT ${selected}`, values);
}

/** Returns the position of a property in a {@link PreparedRow}. */
export function preparedColumn<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  property: keyof T & string,
): number {
  return manager.dataSource.getMetadata(entity).columns.findIndex(({ propertyName }) => propertyName === property);
}
