import { type EntityMetadata } from 'typeorm';
import { type ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';

/** The alias of columns that have their own names in a result. */
export const PLAIN = '';

/** Columns with the names that they have in a result. */
type NamedColumns = readonly (readonly [name: string, column: ColumnMetadata])[];
const namedColumns = new WeakMap<EntityMetadata, Map<string, NamedColumns>>();

/** The columns of a result. Others are left undefined, so that a save of the row leaves them as they are. */
function columnsOf(metadata: EntityMetadata, alias: string): NamedColumns {
  const byAlias = namedColumns.get(metadata) ?? new Map<string, NamedColumns>();
  namedColumns.set(metadata, byAlias);
  const known = byAlias.get(alias);
  if (known !== undefined) return known;
  const prefix = alias === PLAIN ? '' : `${alias}_`;
  const columns = metadata.columns.filter(({ isSelect }) => isSelect);
  const named = columns.map((column) => [`${prefix}${column.databaseName}`, column] as const);
  byAlias.set(alias, named);
  return named;
}

/**
 * Returns the entity of a raw row.
 * @param alias of the entity in a SELECT as TypeORM writes it, or {@link PLAIN}
 */
export function hydrated<T extends object>(metadata: EntityMetadata, raw: Record<string, unknown>, alias: string): T {
  const { driver } = metadata.dataSource;
  const row = metadata.create() as Record<string, unknown>;
  for (const [name, column] of columnsOf(metadata, alias)) {
    row[column.propertyName] = driver.prepareHydratedValue(raw[name], column) as unknown;
  }
  return row as T;
}
