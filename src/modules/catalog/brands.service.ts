import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/rows/collection';
import { RecordInUse } from '../../platform/database/database.errors';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { Transactions } from '../../platform/database/connection/transactions';
import { brandRecord, type BrandRecord } from './brand.record';
import { BrandNotFound } from './catalog.errors';
import { Brand } from './data/brand.entity';
import { brandListing } from './data/brand.listing';
import { Product } from './data/product.entity';
import { usersOf } from './data/usage.queries';

/** The fields of a brand that a caller can set. */
export type BrandFields = NewRow<Brand>;

/** The store's brands. One that products have cannot be removed. */
@Injectable()
export class BrandsService {
  private readonly brands: Collection<Brand, BrandRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.brands = new Collection(
      {
        entity: Brand,
        listing: brandListing,
        records: async (_, rows) => rows.map(brandRecord),
        notFound: () => new BrandNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws BrandNotFound */
  get(id: string): Promise<BrandRecord> {
    return this.brands.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<BrandRecord>> {
    return this.brands.page(this.transactions.manager, list);
  }

  /** @throws ValidationFailed when the slug is taken */
  create(fields: BrandFields): Promise<BrandRecord> {
    return this.transactions.run((tx) => this.brands.create(tx, fields));
  }

  /** @throws BrandNotFound, StaleRecord, ValidationFailed */
  update(id: string, fields: Partial<BrandFields>, ifMatch: IfMatch): Promise<BrandRecord> {
    return this.transactions.run((tx) =>
      this.brands.change(tx, id, ifMatch, (brand) => void Object.assign(brand, fields)),
    );
  }

  /**
   * Refused while products have it: taking it off them would change, and tell the world of, any number of products.
   * @throws BrandNotFound, StaleRecord, RecordInUse
   */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) =>
      this.brands.remove(tx, id, ifMatch, async (brand) => {
        const users = await usersOf(tx, Product, { brand: brand.id }, { noun: 'products', name: 'sku' });
        if (users !== undefined) throw new RecordInUse('brand', users);
      }),
    );
  }
}
