import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { collectionListing, collectionRecord } from './collection.resource';
import { CollectionNotFound } from './catalog.errors';
import { ProductCollection } from './data/product-collection.entity';
import { ShelvesService } from './shelves.service';

/** The store's collections. */
@Injectable()
export class CollectionsService extends ShelvesService<ProductCollection> {
  constructor(transactions: Transactions, ids: IdGenerator, clock: Clock) {
    super(transactions, ids, clock, {
      entity: ProductCollection,
      listing: collectionListing,
      record: collectionRecord,
      notFound: () => new CollectionNotFound(),
      relation: 'collection',
    });
  }
}
