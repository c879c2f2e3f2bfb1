import { type EntityManager } from 'typeorm';
import { readBy } from '../../../platform/database/rows/row-reader';
import { ProductModifier } from './product-modifier.entity';
import { type ProductStock } from './product-stock.entity';
import { ProductVariation } from './product-variation.entity';
import { stockOf } from './stock.queries';

/** A variation with its own stock; undefined: it is sold from the product's. */
export interface VariationRow {
  readonly variation: ProductVariation;
  readonly stock: ProductStock | undefined;
}

/** A modifier with its variations, the oldest first. */
export interface ModifierRow {
  readonly modifier: ProductModifier;
  readonly variations: readonly VariationRow[];
}

/** Most values of an IN list. */
const CHUNK = 500;

/** The modifiers of products by product id, the oldest first. @param productIds at most a page of them */
export async function modifiersOf(
  manager: EntityManager,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ModifierRow[]>> {
  const modifiers = await readBy(manager, ProductModifier, 'productId', productIds, { order: 'id' });
  const variations = await readBy(manager, ProductVariation, 'productId', modifiers.length > 0 ? productIds : [], {
    order: 'id',
  });
  const stocks = new Map<string, ProductStock>();
  for (let i = 0; i < variations.length; i += CHUNK) {
    const ids = variations.slice(i, i + CHUNK).map(({ id }) => id);
    for (const [id, stock] of await stockOf(manager, ids)) stocks.set(id, stock);
  }
  const byModifier = grouped(variations, ({ modifierId }) => modifierId);
  const rows = modifiers.map((modifier) => {
    const own = byModifier.get(modifier.id) ?? [];
    return { modifier, variations: own.map((variation) => ({ variation, stock: stocks.get(variation.id) })) };
  });
  return grouped(rows, ({ modifier }) => modifier.productId);
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
