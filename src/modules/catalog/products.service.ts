import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator, isId } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/rows/collection';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { rowsById } from '../../platform/database/rows/reference-checks';
import { readById } from '../../platform/database/rows/row-reader';
import { Transactions } from '../../platform/database/connection/transactions';
import { ProductNotFound } from './catalog.errors';
import { Product } from './data/product.entity';
import { productListing } from './data/product.listing';
import { ProductRelationsService } from './product-relations.service';
import { type ProductRecord } from './product.record';
import { StockService } from './stock.service';

export type { Product };

/** The fields of a product that a caller can set. Its relations are ids. */
export type ProductFields = Omit<NewRow<Product>, 'stockRevision' | 'modifierRevision'> & {
  readonly stockLevel: number;
  readonly lowStock: number | null;
};

/** Most values of an IN list: engines refuse statements with too many. */
const CHUNK = 500;

/** Creates, reads, changes and removes products. A product can be removed at any time: orders keep their own copy. */
@Injectable()
export class ProductsService {
  private readonly products: Collection<Product, ProductRecord>;

  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly relations: ProductRelationsService,
    private readonly stock: StockService,
  ) {
    this.products = new Collection(
      {
        entity: Product,
        listing: productListing,
        records: (manager, rows) => relations.records(manager, rows),
        notFound: () => new ProductNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws ProductNotFound */
  get(id: string): Promise<ProductRecord> {
    return this.products.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<ProductRecord>> {
    return this.products.page(this.transactions.manager, list);
  }

  /**
   * The stock comes first: the event of the insert shows its level.
   * @throws ValidationFailed when the sku or the slug is taken, a relation does not exist or the sale price is above the price
   */
  create({ stockLevel, lowStock, ...fields }: ProductFields): Promise<ProductRecord> {
    requireSalePrice(fields);
    return this.transactions.run(async (tx) => {
      await this.relations.require(tx, fields);
      const now = this.clock.now();
      const id = this.ids.next();
      await this.stock.open(tx, { productId: id, level: stockLevel, lowStock });
      const row = {
        ...fields,
        id,
        version: 1,
        createdAt: now,
        updatedAt: now,
        stockRevision: 0,
        modifierRevision: null,
      };
      const product = Object.assign(new Product(), row);
      await tx.insert(Product, product);
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
        await this.relations.require(tx, fields);
        const before = { ...product };
        requireSalePrice(Object.assign(product, fields), before);
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

  /** The stock goes last: the event of the removal shows its level. @throws ProductNotFound, StaleRecord */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run(async (tx) => {
      await this.products.remove(tx, id, ifMatch);
      await this.stock.close(tx, [id, ...(await this.relations.removeModifiers(tx, id))]);
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

  /** Any number of products by id; ids that are of none are left out. */
  async findMany(tx: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, Product>> {
    const wanted = [...new Set(ids)].filter(isId);
    const found = new Map<string, Product>();
    for (let start = 0; start < wanted.length; start += CHUNK) {
      for (const [id, row] of await rowsById(tx, Product, wanted.slice(start, start + CHUNK))) found.set(id, row);
    }
    return found;
  }

  /** Records of products, in their order, as the API answers them now. @param products at most a page of them */
  records(manager: EntityManager, products: readonly Product[]): Promise<ProductRecord[]> {
    return this.relations.records(manager, products);
  }
}

type Prices = Pick<Product, 'price' | 'salePrice'>;

/** @param before the prices as they were: unchanged ones are not judged again @throws ValidationFailed (orders-that-stay-true.md 32) */
function requireSalePrice({ price, salePrice }: Prices, before?: Prices): void {
  const isChanged = price !== before?.price || salePrice !== before.salePrice;
  if (isChanged && salePrice !== null && salePrice > price) {
    throw ValidationFailed.of('sale_price', 'must not be above price');
  }
}
