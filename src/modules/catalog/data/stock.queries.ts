import { type EntityManager, In } from 'typeorm';
import { readPairs, type RowPair } from '../../../platform/database/rows/paired-rows';
import { readBy } from '../../../platform/database/rows/row-reader';
import { type StockStatusKey } from '../choices';
import { ProductStock } from './product-stock.entity';
import { Product } from './product.entity';
import { ProductVariation } from './product-variation.entity';

/** The stock of products, by id. @param ids at most a page of them */
export async function stockOf(manager: EntityManager, ids: readonly string[]): Promise<Map<string, ProductStock>> {
  const rows = await readBy(manager, ProductStock, 'productId', ids);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** Products with their stock, which one that is being removed may lack: one statement. @param values at most a page of them */
export function stockedProducts(
  manager: EntityManager,
  property: 'id' | 'sku',
  values: readonly string[],
): Promise<RowPair<Product, ProductStock>[]> {
  return readPairs(manager, Product, { property, values }, { entity: ProductStock, key: 'productId' });
}

/** The stock levels of products, by id. @param ids at most a page of them */
export async function stockLevels(manager: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  return new Map([...(await stockOf(manager, ids))].map(([id, { level }]) => [id, level]));
}

/** The stock statuses of products, by id, without dragging their descriptions along; those of variations are counted. @param ids those of one sale */
export async function stockStatuses(tx: EntityManager, ids: readonly string[]): Promise<Map<string, StockStatusKey>> {
  const rows = await tx.find(Product, { select: { id: true, stockStatus: true }, where: { id: In([...ids]) } });
  const statuses = new Map(rows.map(({ id, stockStatus }) => [id, stockStatus]));
  const others = ids.filter((id) => !statuses.has(id));
  for (const { id } of await readBy(tx, ProductVariation, 'id', others)) statuses.set(id, '1');
  return statuses;
}
