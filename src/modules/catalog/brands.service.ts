import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/collection';
import { RecordInUse } from '../../platform/database/database.errors';
import { type IfMatch } from '../../platform/database/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/listing';
import { Transactions } from '../../platform/database/transactions';
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

  constructor(transactions: Transactions, ids: IdGenerator, clock: Clock) {
    this.brands = new Collection(
      {
        entity: Brand,
        listing: brandListing,
        records: async (rows) => rows.map(brandRecord),
        notFound: () => new BrandNotFound(),
      },
      transactions,
      ids,
      clock,
    );
  }

  /** @throws BrandNotFound */
  get(id: string): Promise<BrandRecord> {
    return this.brands.get(id);
  }

  page(list: ListQuery): Promise<Page<BrandRecord>> {
    return this.brands.page(list);
  }

  /** @throws ValidationFailed when the slug is taken */
  create(fields: BrandFields): Promise<BrandRecord> {
    return this.brands.create(() => fields);
  }

  /** @throws BrandNotFound, StaleRecord, ValidationFailed */
  update(id: string, fields: Partial<BrandFields>, ifMatch: IfMatch): Promise<BrandRecord> {
    return this.brands.change(id, ifMatch, (brand) => void Object.assign(brand, fields));
  }

  /**
   * Refused while products have it: taking it off them would change, and tell the world of, any number of products.
   * @throws BrandNotFound, StaleRecord, RecordInUse
   */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.brands.remove(id, ifMatch, async (brand, tx) => {
      const users = await usersOf(tx, Product, { brand: brand.id }, { noun: 'products', name: 'sku' });
      if (users !== undefined) throw new RecordInUse('brand', users);
    });
  }
}
