import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator, isId } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { readById } from '../../platform/database/rows/row-reader';
import { trackChanges } from '../../platform/database/rows/row-changes';
import { Transactions } from '../../platform/database/connection/transactions';
import { type ImageWork } from '../files/file-owners';
import { ProductNotFound } from './catalog.errors';
import { Product } from './data/product.entity';
import { stockedProducts } from './data/stock.queries';
import { ProductRelationsService } from './product-relations.service';
import { productListing, type ProductRecord } from './product.resource';
import { SkusService } from './skus.service';
import { StockService } from './stock.service';

export type { Product };

/** The fields of a product that a caller can set. Its relations are ids. */
export type ProductFields = Omit<
  NewRow<Product>,
  'stockRevision' | 'modifierRevision' | 'imageRevision' | 'taxBand'
> & {
  /** Null: the default band. */
  readonly taxBand: string | null;
};

/** A product with prices in the currency of a request, and in the store's own. */
export interface PricedProduct {
  readonly record: ProductRecord;
  /** The record that a later `If-Match` is compared with. */
  readonly own: ProductRecord;
}

/** Creates, reads, changes and removes products. A product can be removed at any time: orders keep their own copy. */
@Injectable()
export class ProductsService {
  private readonly products: Collection<Product, ProductRecord>;
  private readonly rows: Collection<Product, Product>;

  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly relations: ProductRelationsService,
    private readonly stock: StockService,
    private readonly skus: SkusService,
  ) {
    const kind = { entity: Product, listing: productListing, notFound: () => new ProductNotFound() };
    this.products = new Collection(
      { ...kind, records: (manager, rows) => relations.records(manager, rows) },
      ids,
      clock,
    );
    this.rows = new Collection({ ...kind, records: async (_, rows) => [...rows] }, ids, clock);
  }

  /** @throws ProductNotFound */
  get(id: string): Promise<ProductRecord> {
    return this.products.get(this.transactions.manager, id);
  }

  /** {@link get} with prices in another currency. @param code null: the store's own @throws ProductNotFound, ValidationFailed */
  async priced(id: string, code: string | null): Promise<PricedProduct> {
    const { manager } = this.transactions;
    const row = await this.products.row(manager, id);
    const own = await this.recordIn(manager, row, null);
    return { own, record: code === null ? own : await this.recordIn(manager, row, code) };
  }

  /** @param code of the currency of prices; null: the store's own @throws ValidationFailed */
  page(list: ListQuery, code: string | null = null): Promise<Page<ProductRecord>> {
    return this.transactions.readAside(async (manager) => {
      const { rows, total } = await this.rows.page(manager, list);
      return { total, rows: await this.relations.records(manager, rows, { code }) };
    });
  }

  /**
   * The stock comes first: the event of the insert shows its level.
   * @throws ValidationFailed when the sku or the slug is taken, a relation does not exist or the sale price is above the price
   */
  create({ stockLevel = 0, lowStock = null, ...fields }: ProductFields): Promise<ProductRecord> {
    this.relations.requireSalePrice(fields);
    return this.transactions.run(async (tx) => {
      const relations = await this.relations.require(tx, fields);
      const now = this.clock.now();
      const id = this.ids.next();
      await this.stock.open(tx, { productId: id, level: stockLevel, lowStock });
      const row = {
        ...fields,
        ...relations,
        id,
        version: 1,
        createdAt: now,
        updatedAt: now,
        stockRevision: 0,
        modifierRevision: null,
        imageRevision: null,
      };
      const product = Object.assign(new Product(), row);
      await tx.insert(Product, product);
      await this.skus.take(tx, id, product.sku);
      return this.products.get(tx, id);
    });
  }

  /** @throws ProductNotFound, StaleRecord, ValidationFailed */
  update(
    id: string,
    { stockLevel: level, lowStock, ...fields }: Partial<ProductFields>,
    ifMatch: IfMatch,
  ): Promise<ProductRecord> {
    return this.transactions.run((tx) =>
      this.products.change(tx, id, ifMatch, async (product) => {
        const relations = await this.relations.require(tx, fields);
        const before = { ...product };
        this.relations.requireSalePrice(Object.assign(product, fields, relations), before);
        if (product.sku !== before.sku) await this.skus.take(tx, id, product.sku);
        if (await this.stock.set(tx, id, { level, lowStock })) product.stockRevision += 1;
      }),
    );
  }

  /**
   * Changes the modifiers of a product under its lock: the product changes with them, and its event tells.
   * @param work returns whether it changed anything
   * @throws ProductNotFound
   */
  changeParts(id: string, work: (tx: EntityManager, product: Product) => Promise<boolean>): Promise<ProductRecord> {
    return this.transactions.run((tx) =>
      this.products.change(tx, id, undefined, async (product) => {
        if (await work(tx, product)) product.modifierRevision = (product.modifierRevision ?? 0) + 1;
      }),
    );
  }

  /**
   * Changes the images of a product under its lock, within a transaction of files: the product changes with them, and its
   * event tells.
   * @returns false when there is no such product
   */
  async changeImages(tx: EntityManager, id: string, work: ImageWork): Promise<boolean> {
    const product = isId(id) ? await readById(tx, Product, id, { lock: true }) : null;
    if (product === null) return false;
    const save = trackChanges(tx, Product, product);
    if (await work()) product.imageRevision = (product.imageRevision ?? 0) + 1;
    await save();
    return true;
  }

  /** The stock goes last: the event of the removal shows its level. @throws ProductNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.products.remove(tx, id, ifMatch);
      const gone = [id, ...(await this.relations.removeParts(tx, id))];
      await this.stock.close(tx, gone);
      await this.skus.free(tx, gone);
    });
  }

  /** A product by id. Undefined when there is none. */
  async find(tx: EntityManager, id: string): Promise<Product | undefined> {
    return isId(id) ? ((await readById(tx, Product, id)) ?? undefined) : undefined;
  }

  /** A product by its sku, to the letter. Undefined when there is none. */
  async findBySku(tx: EntityManager, sku: string): Promise<Product | undefined> {
    return (await tx.findOneBy(Product, { sku })) ?? undefined;
  }

  /** Products by id or by sku, with their records; what is none of a product's is left out. @param names at most a page of them */
  async findRecords(
    manager: EntityManager,
    property: 'id' | 'sku',
    names: readonly string[],
  ): Promise<{ readonly row: Product; readonly record: ProductRecord }[]> {
    const pairs = await stockedProducts(manager, property, names);
    const rows = pairs.map(([row]) => row);
    const stocks = new Map(pairs.flatMap(([{ id }, stock]) => (stock === undefined ? [] : [[id, stock]])));
    const records = rows.length === 0 ? [] : await this.relations.records(manager, rows, { stocks });
    return records.flatMap((record, at) => {
      const row = rows[at];
      return row === undefined ? [] : [{ row, record }];
    });
  }

  private async recordIn(manager: EntityManager, row: Product, code: string | null): Promise<ProductRecord> {
    const [record] = await this.relations.records(manager, [row], { code });
    if (record === undefined) throw new ProductNotFound();
    return record;
  }

  /** Records of products, in their order, as the API answers them now. @param products at most a page of them */
  records(manager: EntityManager, products: readonly Product[]): Promise<ProductRecord[]> {
    return this.relations.records(manager, products);
  }
}
