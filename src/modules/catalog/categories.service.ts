import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/rows/collection';
import { RecordInUse } from '../../platform/database/database.errors';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { namedRows } from '../../platform/database/rows/named-rows';
import { lockRelated, rowsById } from '../../platform/database/rows/reference-checks';
import { Transactions } from '../../platform/database/connection/transactions';
import { CategoryNotFound } from './catalog.errors';
import {
  type CategoryRecord,
  categoryRecords,
  categoryTree,
  type CategoryTreeRecord,
  MAX_ABOVE,
} from './category.record';
import { Category } from './data/category.entity';
import { categoryListing } from './data/category.listing';
import { type CategoryFact, categoryPaths, levelsBelow } from './data/category.queries';
import { Product } from './data/product.entity';
import { usersOf } from './data/usage.queries';

export type { CategoryFact };

/** The fields of a category that a caller can set. */
export type CategoryFields = Omit<NewRow<Category>, 'position'>;

const TOO_DEEP = `must not have more than ${MAX_ABOVE - 1} above it`;
const BRANCH_TOO_LONG = `must not bring a category below this one to have more than ${MAX_ABOVE} above it`;

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

  /** All categories: those at the top, by position and title, with all others within. */
  tree(): Promise<CategoryTreeRecord[]> {
    return this.treeIn(this.transactions.manager);
  }

  /**
   * Sets positions of categories, all or none; one that stays where it is does not change (storefront.md 12).
   * @param positions by id, at most 500: each is locked, in the order of ids
   * @throws ValidationFailed naming the ids that are of no category
   */
  order(positions: ReadonlyMap<string, number>): Promise<CategoryTreeRecord[]> {
    return this.transactions.run(async (tx) => {
      const known = await rowsById(tx, Category, [...positions.keys()]);
      const unknown = [...positions.keys()].filter((id) => !known.has(id)).map((id) => `data.${id}`);
      if (unknown.length > 0) {
        throw new ValidationFailed(Object.fromEntries(unknown.map((field) => [field, [`${field} does not exist`]])));
      }
      for (const [id, position] of [...positions].sort(([a], [b]) => (a < b ? -1 : 1))) {
        await this.categories.change(tx, id, undefined, (category) => void (category.position = position));
      }
      return this.treeIn(tx);
    });
  }

  /** Categories by id, each with those above it, the nearest first (orders-that-stay-true.md 30). @param ids at most a page */
  paths(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, readonly CategoryFact[]>> {
    return categoryPaths(manager, ids);
  }

  /** {@link paths} by id or slug; names that are of no category are left out. */
  async pathsOf(
    manager: EntityManager,
    names: Iterable<string>,
  ): Promise<ReadonlyMap<string, readonly CategoryFact[]>> {
    const rows = await namedRows(manager, Category, names);
    const paths = await this.paths(
      manager,
      [...rows.values()].map(({ id }) => id),
    );
    return new Map([...rows].map(([name, { id, slug }]) => [name, paths.get(id) ?? [{ id, slug }]]));
  }

  /** @throws ValidationFailed when the slug is taken or there is no such parent */
  create(fields: CategoryFields): Promise<CategoryRecord> {
    return this.transactions.run(async (tx) => {
      await this.holdAncestors(tx, fields.parent);
      return this.categories.create(tx, { ...fields, position: null });
    });
  }

  /** @throws CategoryNotFound, StaleRecord, ValidationFailed also when it would come to lie below itself */
  update(id: string, fields: Partial<CategoryFields>, ifMatch: IfMatch): Promise<CategoryRecord> {
    return this.transactions.run((tx) =>
      this.categories.change(tx, id, ifMatch, async (category) => {
        if (fields.parent !== undefined) await this.holdAncestors(tx, fields.parent, category);
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

  private async treeIn(manager: EntityManager): Promise<CategoryTreeRecord[]> {
    return categoryTree(await manager.find(Category, { order: { title: 'ASC', id: 'ASC' } }));
  }

  /**
   * Locks every category above, so that two moves at once cannot close a circle or make a branch too long: one of them waits,
   * and then sees the other.
   * @param self the locked category that is to lie there; undefined for a new one, which nothing can lie below yet
   */
  private async holdAncestors(tx: EntityManager, parent: string | null, self?: Category): Promise<void> {
    // A branch that was too long before stays where it is.
    const isMoved = self !== undefined && parent !== null && parent !== self.parent;
    const below = isMoved ? await levelsBelow(tx, self.id, MAX_ABOVE) : 0;
    let above = parent;
    for (let levels = below; above !== null; levels += 1) {
      if (above === self?.id) throw ValidationFailed.of('parent', 'must not be below itself');
      if (levels >= MAX_ABOVE) throw ValidationFailed.of('parent', below > 0 ? BRANCH_TOO_LONG : TOO_DEEP);
      above = (await lockRelated(tx, Category, above, 'parent')).parent;
    }
  }
}
