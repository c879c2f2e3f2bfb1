import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { readBy, readById } from '../../platform/database/rows/row-reader';
import { OutOfStock, type ShortProduct } from './catalog.errors';
import { isCounted, type StockStatusKey } from './choices';
import { ProductStock } from './data/product-stock.entity';
import { Product } from './data/product.entity';
import { stockOf, stockStatuses } from './data/stock.queries';

/** So many of a product. */
export interface StockLine {
  readonly productId: string;
  /** For people: names the product in an error. */
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

/** Returns whether 0 or the low level lies between what there was and what there is. */
function isCrossed({ level, lowStock }: ProductStock, before: number): boolean {
  return [0, lowStock ?? 0].some((edge) => before > edge !== level > edge);
}

/** How many of each product there are (carts.md 8). Every change is one statement, whose affected rows are the answer. */
@Injectable()
export class StockService {
  /**
   * Takes the stock of a sale. Products of unlimited stock give any quantity and are not counted; those that are out of
   * stock, discontinued or gone give none.
   * @returns what was taken, one line a product: keep it, {@link giveBack} wants exactly that
   * @throws OutOfStock naming the sku of every product that is short, and how many are left
   * (orders-that-stay-true.md 23); the transaction must then be rolled back
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
    const wanted = inOrder(lines);
    const taken: StockLine[] = [];
    const short: ShortProduct[] = [];
    for (const line of wanted) {
      const status = statuses.get(line.productId);
      if (status === '0') continue;
      const isLimited = status !== undefined && isCounted(status);
      if (isLimited && (await this.deduct(tx, line))) taken.push(line);
      else short.push({ sku: line.sku, left: isLimited ? await this.left(tx, line) : 0 });
    }
    if (short.length > 0) throw new OutOfStock(short);
    await this.announce(tx, taken, -1);
    return taken;
  }

  /** Checks that {@link take} would find so much now. Takes nothing. @throws OutOfStock as it does */
  async require(tx: EntityManager, lines: readonly StockLine[]): Promise<void> {
    const wanted = inOrder(lines);
    const statuses = await stockStatuses(
      tx,
      wanted.map(({ productId }) => productId),
    );
    const short: ShortProduct[] = [];
    for (const { productId, sku, quantity } of wanted) {
      const status = statuses.get(productId);
      if (status === '0') continue;
      const left =
        status !== undefined && isCounted(status) ? ((await stockLevels(tx, [productId])).get(productId) ?? 0) : 0;
      if (left < quantity) short.push({ sku, left });
    }
    if (short.length > 0) throw new OutOfStock(short);
  }

  /**
   * Puts back what {@link take} took, for a sale that came to nothing. Products removed since are passed over. The caller
   * sees to it that it happens once.
   */
  async giveBack(tx: EntityManager, lines: readonly StockLine[]): Promise<void> {
    const given = inOrder(lines);
    for (const { productId, quantity } of given) {
      await tx
        .createQueryBuilder()
        .update(ProductStock)
        .set({ level: () => 'level + :quantity' })
        .where('productId = :productId', { productId, quantity })
        .execute();
    }
    await this.announce(tx, given, 1);
  }

  /** Starts to count a new product. */
  async open(tx: EntityManager, stock: ProductStock): Promise<void> {
    await tx.insert(ProductStock, stock);
  }

  /** Sets the level, whatever it was, and the level that is low. @returns whether either was another */
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

  /** Stops to count a removed product. */
  async close(tx: EntityManager, productId: string): Promise<void> {
    await tx.delete(ProductStock, { productId });
  }

  /**
   * Changes the products whose level the sale or the return has just moved across 0 or `low_stock`, which fires their
   * `product.updated` (orders-that-stay-true.md 31). The rows of the counters are locked since they were changed: what is
   * read here is what this transaction made of them, and so each crossing is seen by one transaction. Only that one locks
   * the product's row.
   */
  private async announce(tx: EntityManager, lines: readonly StockLine[], sign: 1 | -1): Promise<void> {
    const stocks = await stockOf(
      tx,
      lines.map(({ productId }) => productId),
    );
    for (const { productId, quantity } of lines) {
      const stock = stocks.get(productId);
      if (stock !== undefined && isCrossed(stock, stock.level - sign * quantity)) await this.touch(tx, productId);
    }
  }

  private async touch(tx: EntityManager, productId: string): Promise<void> {
    const product = await readById(tx, Product, productId, { lock: true });
    if (product === null) return;
    const save = trackChanges(tx, Product, product);
    product.stockRevision += 1;
    await save();
  }

  private async left(tx: EntityManager, { productId }: StockLine): Promise<number> {
    return (await stockOf(tx, [productId])).get(productId)?.level ?? 0;
  }

  private async deduct(tx: EntityManager, { productId, quantity }: StockLine): Promise<boolean> {
    const { affected } = await tx
      .createQueryBuilder()
      .update(ProductStock)
      .set({ level: () => 'level - :quantity' })
      .where('productId = :productId AND level >= :quantity', { productId, quantity })
      .execute();
    return affected === 1;
  }
}
