import { type EntityManager, type EntityMetadata } from 'typeorm';
import { hydrated } from '../../../platform/database/rows/hydrated';
import { ROW } from '../../../platform/database/rows/row-reader';
import { Brand } from './brand.entity';
import { Category } from './category.entity';
import { ProductCollection } from './product-collection.entity';

/** The brands, categories and collections that a page of products is sorted into, by id. */
export interface Shelves {
  readonly brands: ReadonlyMap<string, Brand>;
  readonly collections: ReadonlyMap<string, ProductCollection>;
  /** With all those above them. */
  readonly categories: ReadonlyMap<string, Category>;
}

type Raw = Record<string, unknown>;

/**
 * The brands, categories and collections of products in one statement, however many there are. UNION drops a row that is there already,
 * so it ends even if categories lay in a circle.
 * @param ids at most a page of each; null: none
 */
export async function shelvesOf(
  manager: EntityManager,
  ids: Readonly<Record<keyof Shelves, readonly (string | null)[]>>,
): Promise<Shelves> {
  const wanted = {
    categories: distinct(ids.categories),
    brands: distinct(ids.brands),
    collections: distinct(ids.collections),
  };
  const { dataSource } = manager;
  const metadata = {
    categories: dataSource.getMetadata(Category),
    brands: dataSource.getMetadata(Brand),
    collections: dataSource.getMetadata(ProductCollection),
  };
  const selections = [
    ...(wanted.categories.length > 0 ? [ofCategories(metadata.categories)] : []),
    ...(wanted.brands.length > 0 ? [ofOthers('brands', metadata, wanted.brands.length)] : []),
    ...(wanted.collections.length > 0 ? [ofOthers('collections', metadata, wanted.collections.length)] : []),
  ];
  if (selections.length === 0) return { brands: new Map(), categories: new Map(), collections: new Map() };
  const above = wanted.categories.length > 0 ? `${categoriesAbove(wanted.categories.length)} ` : '';
  const sql = above + selections.join(' UNION ALL ');
  const rows = await manager.query<Raw[]>(sql, [...wanted.categories, ...wanted.brands, ...wanted.collections]);
  const read = <T extends { id: string }>(shelf: keyof Shelves): Map<string, T> => {
    const found = rows.filter((row) => row['shelf'] === shelf);
    return new Map(found.map((row) => hydrated<T>(metadata[shelf], row, ROW)).map((row) => [row.id, row]));
  };
  return { brands: read('brands'), categories: read('categories'), collections: read('collections') };
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null);
}

const places = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** The ids alone: the rows, which may be wide, are compared with nothing. */
function categoriesAbove(count: number): string {
  return `WITH RECURSIVE above (id, parent) AS (
    SELECT id, parent FROM categories WHERE id IN (${places(count)})
    UNION
    SELECT categories.id, categories.parent FROM categories INNER JOIN above ON categories.id = above.parent
  )`;
}

function ofCategories(category: EntityMetadata): string {
  const columns = namesOf(category).map((name) => `${name} AS ${ROW}_${name}`);
  return `SELECT 'categories' AS shelf, ${columns.join(', ')} FROM categories WHERE id IN (SELECT id FROM above)`;
}

/** With the columns of categories, in their order: brands and collections have no others. */
function ofOthers(
  shelf: 'brands' | 'collections',
  metadata: Readonly<Record<keyof Shelves, EntityMetadata>>,
  count: number,
): string {
  const own = new Set(namesOf(metadata[shelf]));
  const columns = namesOf(metadata.categories).map((name) => `${own.has(name) ? name : 'NULL'} AS ${ROW}_${name}`);
  return `SELECT '${shelf}' AS shelf, ${columns.join(', ')} FROM ${shelf} WHERE id IN (${places(count)})`;
}

function namesOf({ columns }: EntityMetadata): string[] {
  return columns.map(({ databaseName }) => databaseName);
}
