import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator } from '../../kernel/ids';
import { Collection, type NewRow } from '../../platform/database/lists/collection';
import { RecordInUse } from '../../platform/database/connection/database.errors';
import { type IfMatch } from '../../platform/database/rows/entity-tag';
import { type ListQuery, type Page } from '../../platform/database/lists/listing';
import { namedRows } from '../../platform/database/rows/named-rows';
import { lockRelated, rowsById } from '../../platform/database/rows/reference-checks';
import { Transactions } from '../../platform/database/connection/transactions';
import { CategoryNotFound } from './catalog.errors';
import {
  categoryListing,
  type CategoryRecord,
  categoryRecords,
  categoryTree,
  type CategoryTreeRecord,
  MAX_ABOVE,
} from './category.resource';
import { type CategoryPlace } from './category-places';
import { Category } from './data/category.entity';
import { type CategoryFact, categoryPaths, levelsBelow } from './data/category.queries';
import { Product } from './data/product.entity';
import { usersOf } from './data/usage.queries';

export type { CategoryFact };

/** The fields of a category that a caller can set. */
export type CategoryFields = Omit<NewRow<Category>, 'position'>;

const BELOW_ITSELF = 'must not be below itself';
const BELOW_CIRCLE = 'must not be below a category that is below itself';
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
    return this.transactions.readAside((manager) => this.categories.page(manager, list));
  }

  /** All categories: those at the top, by position and title, with all others within. */
  tree(): Promise<CategoryTreeRecord[]> {
    return this.treeIn(this.transactions.manager);
  }

  /**
   * Sets places of categories, all or none; one that stays where it is does not change (storefront.md 12).
   * @param places by id, at most 500: each is locked
   * @throws ValidationFailed naming the ids that are of no category, and parents below which one cannot lie
   */
  order(places: ReadonlyMap<string, CategoryPlace>): Promise<CategoryTreeRecord[]> {
    return this.transactions.run(async (tx) => {
      const known = await rowsById(tx, Category, [...places.keys()]);
      const unknown = [...places.keys()].filter((id) => !known.has(id)).map((id) => `data.${id}`);
      if (unknown.length > 0) {
        throw new ValidationFailed(Object.fromEntries(unknown.map((field) => [field, [`${field} does not exist`]])));
      }
      const moved: (readonly [id: string, parent: string | null])[] = [];
      // By id: two requests that lock the same categories in orders of their own would lock each other out.
      for (const [id, { position, parent }] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
        await this.categories.change(tx, id, undefined, async (category) => {
          category.position = position ?? category.position;
          if (parent === undefined || parent === category.parent) return;
          category.parent = parent;
          moved.push([id, parent]);
        });
      }
      // In any order, a place may be wrong until all are set: a category may come to lie below one that leaves the branch below it.
      for (const [id, parent] of moved) await this.holdAncestors(tx, parent, id, `data.${id}.parent`);
      return this.treeIn(tx);
    });
  }

  /** Categories by id, each with those above it, the nearest first (orders-and-payments.md 30). @param ids at most a page */
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
        const { parent = category.parent } = fields;
        if (parent !== category.parent) await this.holdAncestors(tx, parent, id);
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
   * and then sees the other. The levels below are measured last: below a category of a circle there is no end of them.
   * @param self the id of a locked category that gets this parent; undefined for a new one, which nothing can lie below yet
   */
  private async holdAncestors(
    tx: EntityManager,
    parent: string | null,
    self?: string,
    field = 'parent',
  ): Promise<void> {
    const path = new Set([self]);
    for (let above = parent; above !== null;) {
      if (path.has(above)) throw ValidationFailed.of(field, above === self ? BELOW_ITSELF : BELOW_CIRCLE);
      if (path.size > MAX_ABOVE) throw ValidationFailed.of(field, TOO_DEEP);
      path.add(above);
      above = (await lockRelated(tx, Category, above, field)).parent;
    }
    if (self === undefined || parent === null) return;
    const below = await levelsBelow(tx, self, MAX_ABOVE);
    if (path.size - 1 + below > MAX_ABOVE) throw ValidationFailed.of(field, BRANCH_TOO_LONG);
  }
}
