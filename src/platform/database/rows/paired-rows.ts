import { type EntityManager, type EntityMetadata } from 'typeorm';
import { isEmbedded } from '../connection/dialect';
import { hydrated } from './hydrated';
import { ROW } from './row-reader';

/** Alias of the entity beside the one that is read. */
const OTHER = 'other';

/** A row, with the row of another entity that has its id; undefined: there is none. */
export type RowPair<T, U> = readonly [T, U | undefined];

/** An entity, and the property that has the id of a row of the first. */
export interface OtherEntity<U> {
  readonly entity: new () => U;
  readonly key: keyof U & string;
}

/** The rows to read. */
export interface PairsAsked<T> {
  readonly property: keyof T & string;
  /** Not too many for one statement. */
  readonly values: readonly unknown[];
  /** Locks the rows of both for a change, until the transaction ends. The embedded database needs no such locks. */
  readonly lock?: boolean;
}

/** The columns of an entity for a SELECT, as {@link hydrated} reads them by the same alias. */
export function columnsOf({ columns, dataSource }: EntityMetadata, alias: string): string {
  const { driver } = dataSource;
  const names = columns.filter(({ isSelect }) => isSelect).map(({ databaseName }) => databaseName);
  return names
    .map((name) => `${driver.escape(alias)}.${driver.escape(name)} AS ${driver.escape(`${alias}_${name}`)}`)
    .join(', ');
}

/**
 * Reads rows with those of another entity beside them, each at most one, in one statement. Name the whole key of the other: a part
 * of one would lock rows of others.
 */
export async function readPairs<T extends { id: string }, U extends object>(
  manager: EntityManager,
  entity: new () => T,
  { property, values, lock = false }: PairsAsked<T>,
  other: OtherEntity<U>,
): Promise<RowPair<T, U>[]> {
  if (values.length === 0) return [];
  const { dataSource } = manager;
  const [own, beside] = [dataSource.getMetadata(entity), dataSource.getMetadata(other.entity)];
  const place = (alias: string, metadata: EntityMetadata, name: string): string => {
    const column = metadata.findColumnWithPropertyName(name);
    if (column === undefined) throw new TypeError(`no column of ${metadata.name}: ${name}`);
    return [alias, column.databaseName].map((part) => dataSource.driver.escape(part)).join('.');
  };
  const key = place(OTHER, beside, other.key);
  const table = ({ tableName }: EntityMetadata, alias: string): string =>
    [tableName, alias].map((name) => dataSource.driver.escape(name)).join(' ');
  const sql = `SELECT ${columnsOf(own, ROW)}, ${columnsOf(beside, OTHER)} FROM ${table(own, ROW)}
    LEFT JOIN ${table(beside, OTHER)} ON ${key} = ${place(ROW, own, 'id')}
    WHERE ${place(ROW, own, property)} IN (${values.map(() => '?').join(', ')})${lock && !isEmbedded(manager) ? ' FOR UPDATE' : ''}`;
  const raws = await manager.query<Record<string, unknown>[]>(sql, [...values]);
  const keyName = `${OTHER}_${beside.findColumnWithPropertyName(other.key)?.databaseName ?? ''}`;
  return raws.map((raw) => [
    hydrated<T>(own, raw, ROW),
    raw[keyName] === null ? undefined : hydrated<U>(beside, raw, OTHER),
  ]);
}
