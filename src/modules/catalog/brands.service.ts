import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { brandListing, brandRecord } from './brand.resource';
import { BrandNotFound } from './catalog.errors';
import { Brand } from './data/brand.entity';
import { ShelvesService } from './shelves.service';

/** The store's brands. */
@Injectable()
export class BrandsService extends ShelvesService<Brand> {
  constructor(transactions: Transactions, ids: IdGenerator, clock: Clock) {
    super(transactions, ids, clock, {
      entity: Brand,
      listing: brandListing,
      record: brandRecord,
      notFound: () => new BrandNotFound(),
      relation: 'brand',
    });
  }
}
