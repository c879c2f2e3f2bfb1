import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { readBy, readById } from '../../platform/database/rows/row-reader';
import { OutOfStock, type ShortProduct } from './catalog.errors';
import { isCounted, type StockStatusKey } from './choices';
import { ProductStock } from './data/product-stock.entity';
import { ProductVariation } from './data/product-variation.entity';
import { Product } from './data/product.entity';
import { stockLevels, stockStatuses } from './data/stock.queries';
import { changeLevels } from './stock-level';

/** A quantity of a product. */
export interface StockLine {
  /** Id of the counter: the product's, or that of a variation with stock of its own (orders-and-payments.md 29). */
  readonly productId: string;
  /** Names the product in an error message. */
  readonly sku: string;
  /** A whole number above zero. */
  readonly quantity: number;
}

/** One line a product, by ascending id: transactions that lock rows in the same order cannot wait for each other in a ring. */
function inOrder(lines: readonly StockLine[]): StockLine[] {
  const byProduct = new Map<string, StockLine>();
  for (const line of lines) {
    const quantity = (byProduct.get(line.productId)?.quantity ?? 0) + line.quantity;
    byProduct.set(line.productId, { ...line, quantity });
  }
  return [...byProduct.values()].sort((a, b) => (BigInt(a.productId) < BigInt(b.productId) ? -1 : 1));
}

/** Returns the lines that {@link StockService.takeBy} takes if enough is in stock: one for each counted product. */
export function limitedLines(lines: readonly StockLine[], statuses: ReadonlyMap<string, StockStatusKey>): StockLine[] {
  return inOrder(lines).filter(({ productId }) => {
    const status = statuses.get(productId);
    return status !== undefined && isCounted(status);
  });
}

/** The product that a counter belongs to, locked: itself, or that of the variation. Null when it is gone. */
async function lockOwner(tx: EntityManager, countedId: string): Promise<Product | null> {
  const product = await readById(tx, Product, countedId, { lock: true });
  if (product !== null) return product;
  const variation = await readById(tx, ProductVariation, countedId);
  return variation && readById(tx, Product, variation.productId, { lock: true });
}

/** @param leftOf how many are left of a line that is short; undefined: there is enough @throws OutOfStock naming all that are short */
function requireNoneShort(lines: readonly StockLine[], leftOf: (line: StockLine) => number | undefined): void {
  const short = inOrder(lines).flatMap((line): ShortProduct[] => {
    const left = leftOf(line);
    return left === undefined ? [] : [{ sku: line.sku, left }];
  });
  if (short.length > 0) throw new OutOfStock(short);
}

/** The stock of products (carts.md 8). Every sale and every return is one statement. */
@Injectable()
export class StockService {
  /**
   * Takes the stock of a sale. Products of unlimited stock give any quantity and are not counted; those that are out of
   * stock, discontinued or gone give none.
   * @returns what was taken, one line a product: keep it, {@link giveBack} wants exactly that
   * @throws OutOfStock naming the sku of every product that is short, and how many are left
   * (orders-and-payments.md 23); the transaction must then be rolled back
   */
  async take(tx: EntityManager, lines: readonly StockLine[]): Promise<StockLine[]> {
    const ids = lines.map(({ productId }) => productId);
    return this.takeBy(tx, lines, await stockStatuses(tx, ids));
  }

  /** {@link take} of products that the transaction has read: their statuses by id, none for one that is gone. */
  async takeBy(
    tx: EntityManager,
    lines: readonly StockLine[],
    statuses: ReadonlyMap<string, StockStatusKey>,
  ): Promise<StockLine[]> {
    const taken = limitedLines(lines, statuses);
    const changes = new Map(taken.map(({ productId, quantity }) => [productId, -quantity]));
    const { short, crossed } = await changeLevels(tx, changes);
    requireNoneShort(lines, ({ productId }) => {
      if (statuses.get(productId) === '0') return undefined;
      return changes.has(productId) ? short.get(productId) : 0;
    });
    for (const productId of crossed) await this.touch(tx, productId);
    return taken;
  }

  /** Checks that {@link take} would find so much now. Takes nothing. @throws OutOfStock as it does */
  async require(tx: EntityManager, lines: readonly StockLine[]): Promise<void> {
    const ids = lines.map(({ productId }) => productId);
    const statuses = await stockStatuses(tx, ids);
    const limited = new Set(limitedLines(lines, statuses).map(({ productId }) => productId));
    const levels = await stockLevels(tx, [...limited]);
    requireNoneShort(lines, ({ productId, quantity }) => {
      if (statuses.get(productId) === '0') return undefined;
      const left = limited.has(productId) ? (levels.get(productId) ?? 0) : 0;
      return left < quantity ? left : undefined;
    });
  }

  /**
   * Returns the stock of {@link take} after a cancelled sale. Removed products are skipped. The caller makes sure that it
   * happens only once.
   */
  async giveBack(tx: EntityManager, lines: readonly StockLine[]): Promise<void> {
    const changes = new Map(inOrder(lines).map(({ productId, quantity }) => [productId, quantity]));
    const { crossed } = await changeLevels(tx, changes);
    for (const productId of crossed) await this.touch(tx, productId);
  }

  /** Starts to count a new product. */
  async open(tx: EntityManager, stock: ProductStock): Promise<void> {
    await tx.insert(ProductStock, stock);
  }

  /** Sets the level and the low level. @returns whether either changed */
  async set(tx: EntityManager, productId: string, change: Partial<Omit<ProductStock, 'productId'>>): Promise<boolean> {
    const { level, lowStock } = change;
    if (level === undefined && lowStock === undefined) return false;
    const [stock] = await readBy(tx, ProductStock, 'productId', [productId], { lock: true });
    if (stock === undefined) return false;
    const wanted = { level: level ?? stock.level, lowStock: lowStock === undefined ? stock.lowStock : lowStock };
    if (wanted.level === stock.level && wanted.lowStock === stock.lowStock) return false;
    await tx.update(ProductStock, { productId }, wanted);
    return true;
  }

  /** Removes the counters of removed products or variations. */
  async close(tx: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await tx.delete(ProductStock, { productId: In([...ids]) });
  }

  /**
   * Changes a product whose level the sale or the return has moved across 0 or `low_stock`, which fires its
   * `product.updated` (orders-and-payments.md 31). Changes of a counter come one after the other, so each crossing is
   * seen by one transaction, and only that one locks the product's row.
   */
  private async touch(tx: EntityManager, productId: string): Promise<void> {
    const product = await lockOwner(tx, productId);
    if (product === null) return;
    const save = trackChanges(tx, Product, product);
    product.stockRevision += 1;
    await save();
  }
}
