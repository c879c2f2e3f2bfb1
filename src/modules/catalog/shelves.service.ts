import { type Clock } from '../../kernel/clock';
import { type StoreError } from '../../kernel/errors';
import { type IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { type EntityManager } from 'typeorm';
import { namedRows } from '../../platform/database/rows/named-rows';
import { RecordInUse } from '../../platform/database/connection/database.errors';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type Listing, type ListQuery, type Page } from '../../platform/database/lists/listing';
import { type Transactions } from '../../platform/database/connection/transactions';
import { Product } from './data/product.entity';
import { type Shelf } from './data/shelf.entity';
import { usersOf } from './data/usage.queries';
import { type ShelfRecord } from './shelf.record';

/** A kind of shelf: what differs between brands and collections. */
export interface ShelfKind<T extends Shelf> {
  readonly entity: new () => T;
  readonly listing: Listing<T>;
  readonly record: (row: T) => ShelfRecord;
  readonly notFound: () => StoreError;
  /** The field by which a product points to one. */
  readonly relation: 'brand' | 'collection';
}

/** Creates, reads, changes and removes brands or collections. One with products cannot be removed. */
export abstract class ShelvesService<T extends Shelf> {
  private readonly shelves: Collection<T, ShelfRecord>;

  protected constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
    private readonly kind: ShelfKind<T>,
  ) {
    this.shelves = new Collection({ ...kind, records: async (_, rows) => rows.map(kind.record) }, ids, clock);
  }

  /** @throws the kind's notFound */
  get(id: string): Promise<ShelfRecord> {
    return this.shelves.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<ShelfRecord>> {
    return this.transactions.readAside((manager) => this.shelves.page(manager, list));
  }

  /** Ids and slugs by either; names that are of none are left out. */
  async namesOf(
    manager: EntityManager,
    names: Iterable<string>,
  ): Promise<ReadonlyMap<string, { readonly id: string; readonly slug: string }>> {
    const rows = await namedRows(manager, this.kind.entity, names);
    return new Map([...rows].map(([name, { id, slug }]) => [name, { id, slug }]));
  }

  /** @throws ValidationFailed when the slug is taken */
  create(fields: NewRow<T>): Promise<ShelfRecord> {
    return this.transactions.run((tx) => this.shelves.create(tx, fields));
  }

  /** @throws the kind's notFound, StaleRecord, ValidationFailed */
  update(id: string, fields: Partial<NewRow<T>>, ifMatch: IfMatch): Promise<ShelfRecord> {
    return this.transactions.run((tx) =>
      this.shelves.change(tx, id, ifMatch, (shelf) => void Object.assign(shelf, fields)),
    );
  }

  /**
   * Rejected while products refer to it: clearing the field would change any number of products, each with an event.
   * @throws the kind's notFound, StaleRecord, RecordInUse
   */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    const { relation } = this.kind;
    return this.transactions.run((tx) =>
      this.shelves.remove(tx, id, ifMatch, async (shelf) => {
        const users = await usersOf(tx, Product, { [relation]: shelf.id }, { noun: 'products', name: 'sku' });
        if (users !== undefined) throw new RecordInUse(relation, users);
      }),
    );
  }
}
