import { type EntityManager } from 'typeorm';
import { hydrated, readBy } from '../../../platform/database/rows/row-reader';
import { ProductModifier } from './product-modifier.entity';
import { type ProductStock } from './product-stock.entity';
import { type Product } from './product.entity';
import { ProductVariation } from './product-variation.entity';
import { stockOf } from './stock.queries';

/** The level of a stock counter, and the level at which it is low. */
export type Stock = Pick<ProductStock, 'level' | 'lowStock'>;

/** A variation with its own stock; undefined: it is sold from the product's. */
export interface VariationRow {
  readonly variation: ProductVariation;
  readonly stock: Stock | undefined;
}

/** A modifier with its variations, the oldest first. */
export interface ModifierRow {
  readonly modifier: ProductModifier;
  readonly variations: readonly VariationRow[];
}

/** Stock and modifiers of a page of products, by product id. */
export interface Offers {
  readonly stocks: ReadonlyMap<string, Stock>;
  /** The oldest first. */
  readonly modifiers: ReadonlyMap<string, readonly ModifierRow[]>;
}

/** The stock and the modifiers of products: one statement, two where a product has modifiers. @param products at most a page */
export async function offersOf(
  manager: EntityManager,
  products: readonly Pick<Product, 'id' | 'modifierRevision'>[],
): Promise<Offers> {
  const modified = products.filter(({ modifierRevision }) => modifierRevision !== null).map(({ id }) => id);
  const ids = products.map(({ id }) => id);
  if (modified.length === 0) return { stocks: await stockOf(manager, ids), modifiers: new Map() };
  const modifiers = await readBy(manager, ProductModifier, 'productId', modified, { order: 'id' });
  const { stocks, variations } = await variationsOf(manager, ids);
  const rows = modifiers.map((modifier) => ({ modifier, variations: variations.get(modifier.id) ?? [] }));
  return { stocks, modifiers: grouped(rows, ({ modifier }) => modifier.productId) };
}

/** A product's stock beside each of its variations, or beside none. */
interface StockedRaw extends Record<string, unknown> {
  readonly sold_id: unknown;
  readonly sold_level: number | null;
  readonly sold_low: number | null;
  readonly row_id: unknown;
  readonly own_level: number | null;
  readonly own_low: number | null;
}

/** The stock of products, and their variations with their own, by modifier id. */
async function variationsOf(
  manager: EntityManager,
  productIds: readonly string[],
): Promise<{ stocks: Map<string, Stock>; variations: Map<string, VariationRow[]> }> {
  const metadata = manager.dataSource.getMetadata(ProductVariation);
  const columns = metadata.columns.map(({ databaseName: name }) => `variation.${name} AS row_${name}`);
  const rows = await manager.query<StockedRaw[]>(
    `SELECT product.id AS sold_id, sold.level AS sold_level, sold.low_stock AS sold_low, ${columns.join(', ')},
      own.level AS own_level, own.low_stock AS own_low
    FROM products product
    LEFT JOIN product_stock sold ON sold.product_id = product.id
    LEFT JOIN product_variations variation ON variation.product_id = product.id
    LEFT JOIN product_stock own ON own.product_id = variation.id
    WHERE product.id IN (${productIds.map(() => '?').join(', ')})`,
    [...productIds],
  );
  const stocks = new Map<string, Stock>();
  const variations: VariationRow[] = [];
  for (const row of rows) {
    const sold = stockFrom(row.sold_level, row.sold_low);
    if (sold !== undefined) stocks.set(String(row.sold_id), sold);
    if (row.row_id === null) continue;
    const variation = hydrated<ProductVariation>(metadata, row);
    variations.push({ variation, stock: stockFrom(row.own_level, row.own_low) });
  }
  // Sorted here: the database would write the whole result into a temporary table first.
  variations.sort((a, b) => byAge(a.variation.id, b.variation.id));
  return { stocks, variations: grouped(variations, ({ variation }) => variation.modifierId) };
}

/** Compares ids, decimal text without zeros before it, as numbers. */
function byAge(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

function stockFrom(level: number | null, low: number | null): Stock | undefined {
  return level === null ? undefined : { level: Number(level), lowStock: low === null ? null : Number(low) };
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
