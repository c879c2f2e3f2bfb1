import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/rows/collection';
import { RecordInUse } from '../../platform/database/database.errors';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { lockRelated } from '../../platform/database/rows/reference-checks';
import { Transactions } from '../../platform/database/connection/transactions';
import { CategoryNotFound } from './catalog.errors';
import { type CategoryRecord, categoryRecords, categoryTree, type CategoryTreeRecord } from './category.record';
import { Category } from './data/category.entity';
import { categoryListing } from './data/category.listing';
import { type CategoryFact, categoryPaths } from './data/category.queries';
import { Product } from './data/product.entity';
import { usersOf } from './data/usage.queries';

export type { CategoryFact };

/** The fields of a category that a caller can set. */
export type CategoryFields = NewRow<Category>;

/** The store's categories, each below another or at the top. One that holds products or categories cannot be removed. */
@Injectable()
export class CategoriesService {
  private readonly categories: Collection<Category, CategoryRecord>;

  constructor(
    private readonly transactions: Transactions,
    ids: IdGenerator,
    clock: Clock,
  ) {
    this.categories = new Collection(
      {
        entity: Category,
        listing: categoryListing,
        records: categoryRecords,
        notFound: () => new CategoryNotFound(),
      },
      ids,
      clock,
    );
  }

  /** @throws CategoryNotFound */
  get(id: string): Promise<CategoryRecord> {
    return this.categories.get(this.transactions.manager, id);
  }

  page(list: ListQuery): Promise<Page<CategoryRecord>> {
    return this.categories.page(this.transactions.manager, list);
  }

  /** All categories: those at the top, by title, with all others within. */
  async tree(): Promise<CategoryTreeRecord[]> {
    return categoryTree(await this.transactions.manager.find(Category, { order: { title: 'ASC', id: 'ASC' } }));
  }

  /** Categories by id, each with those above it, the nearest first (orders-that-stay-true.md 30). @param ids at most a page */
  paths(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, readonly CategoryFact[]>> {
    return categoryPaths(manager, ids);
  }

  /** @throws ValidationFailed when the slug is taken or there is no such parent */
  create(fields: CategoryFields): Promise<CategoryRecord> {
    return this.transactions.run(async (tx) => {
      await this.holdAncestors(tx, fields.parent);
      return this.categories.create(tx, fields);
    });
  }

  /** @throws CategoryNotFound, StaleRecord, ValidationFailed also when it would come to lie below itself */
  update(id: string, fields: Partial<CategoryFields>, ifMatch: IfMatch): Promise<CategoryRecord> {
    return this.transactions.run((tx) =>
      this.categories.change(tx, id, ifMatch, async (category) => {
        if (fields.parent !== undefined) await this.holdAncestors(tx, fields.parent, category.id);
        Object.assign(category, fields);
      }),
    );
  }

  /**
   * Refused while products or other categories lie in it: moving them would change any number of records.
   * @throws CategoryNotFound, StaleRecord, RecordInUse
   */
  remove(id: string, ifMatch: IfMatch): Promise<void> {
    return this.transactions.run((tx) =>
      this.categories.remove(tx, id, ifMatch, async (category) => {
        const products = await usersOf(tx, Product, { category: category.id }, { noun: 'products', name: 'sku' });
        const below = await usersOf(tx, Category, { parent: category.id }, { noun: 'categories', name: 'slug' });
        const users = [products, below].filter((some) => some !== undefined);
        if (users.length > 0) throw new RecordInUse('category', users.join(' and '));
      }),
    );
  }

  /**
   * Locks every category above, so that two moves at once cannot close a circle: one of them waits, and then sees it.
   * @param self the category that is to lie there; undefined for a new one, which nothing can lie below yet
   */
  private async holdAncestors(tx: EntityManager, parent: string | null, self?: string): Promise<void> {
    let above = parent;
    while (above !== null) {
      if (above === self) throw ValidationFailed.of('parent', 'must not be below itself');
      above = (await lockRelated(tx, Category, above, 'parent')).parent;
    }
  }
}
