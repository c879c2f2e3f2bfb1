import { type EntityManager } from 'typeorm';
import { hydrated, PLAIN } from './hydrated';
import { ROW, selectionOf } from './row-reader';

/** Groups of rows to read the first ones of. */
export interface RowGroups<T> {
  /** The property whose values make the groups. */
  readonly by: keyof T & string;
  /** At most a page of them. */
  readonly values: readonly string[];
  /** The property that orders each group, ascending; with `by` it has an index. */
  readonly order: keyof T & string;
  /** Rows of a group that are read at most. */
  readonly most: number;
}

/**
 * The first rows of each group, in one statement however many groups there are. Rows are numbered by their keys along an
 * index and only those wanted are read: MariaDB would put whole rows with their texts into a table on disk.
 */
export async function firstRows<T extends object>(
  manager: EntityManager,
  entity: new () => T,
  { by, values, order, most }: RowGroups<T>,
): Promise<ReadonlyMap<string, T[]>> {
  const groups = new Map<string, T[]>(values.map((value) => [value, []]));
  if (values.length === 0) return groups;
  const metadata = manager.dataSource.getMetadata(entity);
  const { driver } = manager.dataSource;
  const nameOf = (property: string): string => {
    const column = metadata.findColumnWithPropertyName(property);
    if (column === undefined) throw new TypeError(`no column of ${metadata.name}: ${property}`);
    return driver.escape(column.databaseName);
  };
  const keys = metadata.primaryColumns.map(({ databaseName }) => driver.escape(databaseName));
  const [group, place, row] = [nameOf(by), nameOf(order), driver.escape(ROW)];
  const numbered = `SELECT ${keys.join(', ')}, ROW_NUMBER() OVER (PARTITION BY ${group} ORDER BY ${place}) AS place
    FROM ${driver.escape(metadata.tableName)} WHERE ${group} IN (${values.map(() => '?').join(', ')})`;
  const joined = keys.map((key) => `${row}.${key} = numbered.${key}`).join(' AND ');
  const sql = `${selectionOf(manager, metadata)} JOIN (${numbered}) numbered ON ${joined} WHERE numbered.place <= ?`;
  const raws = await manager.query<Record<string, unknown>[]>(sql, [...values, most]);
  for (const found of raws.map((raw) => hydrated<T>(metadata, raw, PLAIN))) groups.get(String(found[by]))?.push(found);
  for (const rows of groups.values()) rows.sort((a, b) => compare(a[order], b[order]));
  return groups;
}

/** Numbers and ids, which are decimal text without leading zeros. */
function compare(one: unknown, other: unknown): number {
  const [a, b] = [BigInt(String(one)), BigInt(String(other))];
  return a < b ? -1 : a > b ? 1 : 0;
}
