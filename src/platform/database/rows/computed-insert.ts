import { type EntityManager } from 'typeorm';
import { insertionOf, type PreparedRow } from './row-reader';

/** Where columns of an inserted row come from that the database works out. */
export interface ComputedColumns {
  /** SQL by property, without anything from outside. */
  readonly computed: Readonly<Record<string, string>>;
  /** `FROM … WHERE …` that finds one row, or none: then the row is not inserted. */
  readonly from: string;
  /** For the places of `from`. */
  readonly values: readonly unknown[];
}

/**
 * Returns the statement that adds prepared rows with columns that the database works out. By INSERT … SELECT: a subquery in VALUES would lock
 * the rows it reads on MySQL and MariaDB.
 */
export function computedInsert<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  rows: readonly PreparedRow[],
  { computed, from, values }: ComputedColumns,
): { sql: string; values: unknown[] } {
  const metadata = manager.dataSource.getMetadata(entity);
  const sqlOf = metadata.columns.map(({ propertyName }) => computed[propertyName]);
  const { into } = insertionOf(metadata);
  const selected = sqlOf.map((sql) => sql ?? '?').join(', ');
  const own = rows.map((row) => row.filter((_, i) => sqlOf[i] === undefined));
  const sql = `${into} ${rows.map(() => `SELECT ${selected} ${from}`).join(' UNION ALL ')}`;
  return { sql, values: own.flatMap((row) => [...row, ...values]) };
}
