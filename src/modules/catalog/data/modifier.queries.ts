import { type EntityManager } from 'typeorm';
import { grouped } from '../../../kernel/grouped';
import { columnsOf } from '../../../platform/database/rows/paired-rows';
import { hydrated } from '../../../platform/database/rows/hydrated';
import { readBy } from '../../../platform/database/rows/row-reader';
import { VersionedParts } from '../../../platform/database/rows/versioned-parts';
import { ProductModifier } from './product-modifier.entity';
import { type ProductStock } from './product-stock.entity';
import { type Product } from './product.entity';
import { ProductVariation } from './product-variation.entity';
import { stockOf } from './stock.queries';

/** The level of a stock counter, and the level at which it is low. */
export type Stock = Pick<ProductStock, 'level' | 'lowStock'>;

/** A modifier with its variations, the oldest first. */
export interface ModifierRow {
  readonly modifier: ProductModifier;
  readonly variations: readonly ProductVariation[];
}

/** Stock and modifiers of a page of products. */
export interface Offers {
  /** By the id of the product, or of a variation with stock of its own. */
  readonly stocks: ReadonlyMap<string, Stock>;
  /** By product id. */
  readonly modifiers: ReadonlyMap<string, Modifiers>;
}

/** The modifiers of a product as far as they change with its version: not the levels of stock. */
export interface Modifiers {
  /** The oldest first. */
  readonly rows: readonly ModifierRow[];
  /** Whether a variation has stock of its own. */
  readonly areStocked: boolean;
}

/** Copies of the modifiers of products. */
export type ModifierCopies = VersionedParts<Modifiers>;

export const modifierCopies = (): ModifierCopies => new VersionedParts(bytesOf);

/**
 * The stock and the modifiers of products: one statement, two where modifiers are not among the copies.
 * @param products at most a page of them, as they have just been read
 * @param known the stock of the products, if it was read with them: then only variations with stock of their own cost a statement
 */
export async function offersOf(
  manager: EntityManager,
  products: readonly Product[],
  copies: ModifierCopies,
  known?: ReadonlyMap<string, Stock>,
): Promise<Offers> {
  const modified = products.filter(({ modifierRevision }) => modifierRevision !== null);
  let read: ReadonlyMap<string, Stock> | undefined;
  const modifiers = await copies.of(manager, modified, async (unknown) => {
    const rows = await readBy(manager, ProductModifier, 'productId', idsOf(unknown), { order: 'id' });
    const { stocks, variations } = await variationsOf(manager, idsOf(products));
    read = stocks;
    return modifiersOf(rows, variations, stocks);
  });
  const isStocked = ({ id }: Product): boolean => modifiers.get(id)?.areStocked === true;
  const varied = idsOf(modified.filter(isStocked));
  read ??= varied.length === 0 ? known : undefined;
  return { stocks: read ?? (await stocksOf(manager, idsOf(products), varied)), modifiers };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

/** @returns by product id */
function modifiersOf(
  modifiers: readonly ProductModifier[],
  variations: ReadonlyMap<string, readonly ProductVariation[]>,
  stocks: ReadonlyMap<string, Stock>,
): Map<string, Modifiers> {
  const rows = modifiers.map((modifier) => ({ modifier, variations: variations.get(modifier.id) ?? [] }));
  const products = grouped(rows, ({ modifier }) => modifier.productId);
  const isStocked = ({ variations: own }: ModifierRow): boolean => own.some(({ id }) => stocks.has(id));
  return new Map([...products].map(([id, own]) => [id, { rows: own, areStocked: own.some(isStocked) }]));
}

/** The stock of products, and that of the variations of some. @param stocked ids of products whose variations have stock */
async function stocksOf(
  manager: EntityManager,
  ids: readonly string[],
  stocked: readonly string[],
): Promise<Map<string, Stock>> {
  if (stocked.length === 0) return stockOf(manager, ids);
  const rows = await manager.query<StockRaw[]>(
    `SELECT product_id AS id, level, low_stock FROM product_stock WHERE product_id IN (${places(ids)})
    UNION ALL
    SELECT own.product_id AS id, own.level, own.low_stock FROM product_variations variation
    JOIN product_stock own ON own.product_id = variation.id
    WHERE variation.product_id IN (${places(stocked)})`,
    [...ids, ...stocked],
  );
  return new Map(rows.map(({ id, level, low_stock: low }) => [String(id), stockFrom(level, low)]));
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** The stock of a product or a variation. */
interface StockRaw {
  readonly id: unknown;
  readonly level: number;
  readonly low_stock: number | null;
}

/** A product's stock beside each of its variations, or beside none. A product always has its stock, while it is removed too. */
interface StockedRaw extends Record<string, unknown> {
  readonly sold_id: unknown;
  readonly sold_level: number;
  readonly sold_low: number | null;
  readonly variation_id: unknown;
  readonly own_level: number | null;
  readonly own_low: number | null;
}

/** The stock of products, and their variations by modifier id. The stock of these is among that of the products. */
async function variationsOf(
  manager: EntityManager,
  productIds: readonly string[],
): Promise<{ stocks: Map<string, Stock>; variations: Map<string, ProductVariation[]> }> {
  const metadata = manager.dataSource.getMetadata(ProductVariation);
  const rows = await manager.query<StockedRaw[]>(
    `SELECT sold.product_id AS sold_id, sold.level AS sold_level, sold.low_stock AS sold_low, ${columnsOf(metadata, 'variation')},
      own.level AS own_level, own.low_stock AS own_low
    FROM product_stock sold
    LEFT JOIN product_variations variation ON variation.product_id = sold.product_id
    LEFT JOIN product_stock own ON own.product_id = variation.id
    WHERE sold.product_id IN (${places(productIds)})`,
    [...productIds],
  );
  const stocks = new Map<string, Stock>();
  const variations: ProductVariation[] = [];
  for (const row of rows) {
    stocks.set(String(row.sold_id), stockFrom(row.sold_level, row.sold_low));
    if (row.variation_id === null) continue;
    const variation = hydrated<ProductVariation>(metadata, row, 'variation');
    variations.push(variation);
    if (row.own_level !== null) stocks.set(variation.id, stockFrom(row.own_level, row.own_low));
  }
  // Sorted here: the database would write the whole result into a temporary table first.
  variations.sort((a, b) => byAge(a.id, b.id));
  return { stocks, variations: grouped(variations, ({ modifierId }) => modifierId) };
}

/** Compares ids, decimal text without zeros before it, as numbers. */
function byAge(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

function stockFrom(level: number, low: number | null): Stock {
  return { level: Number(level), lowStock: low === null ? null : Number(low) };
}

/** Bytes that a modifier or a variation takes in memory as a row and as a record, besides its texts. */
const ROW_BYTES = 1_500;
/** Bytes of a character in memory; the record shares the text with its row. */
const CHARACTER_BYTES = 2;

function bytesOf({ rows }: Modifiers): number {
  return rows.reduce((bytes, { modifier, variations }) => {
    const texts = [modifier.title, modifier.instructions, ...variations.flatMap(({ title, sku }) => [title, sku])];
    const characters = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    return bytes + ROW_BYTES * (1 + variations.length) + CHARACTER_BYTES * characters;
  }, 0);
}
