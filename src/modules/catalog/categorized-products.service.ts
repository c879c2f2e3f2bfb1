import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { isId } from '../../kernel/ids';
import { CategoriesService, type CategoryFact } from './categories.service';
import { categoryIn } from './product-category';
import { type ProductRecord } from './product.resource';
import { type Product, ProductsService } from './products.service';

/** A product with its record, which has its relations. */
export interface CategorizedProduct {
  readonly row: Product;
  readonly record: ProductRecord;
  /** Its category and those above it, the nearest first. */
  readonly categories: readonly CategoryFact[];
}

/** Products are read a page at a time. */
const PAGE = 100;

/** Reads products with all that rules of promotions can ask of them. */
@Injectable()
export class CategorizedProductsService {
  constructor(
    private readonly products: ProductsService,
    private readonly categories: CategoriesService,
  ) {}

  /** Any number of products by id, and by sku to the letter; what is none of a product's is left out. @returns by id */
  async findMany(
    manager: EntityManager,
    ids: readonly string[],
    skus: readonly string[] = [],
  ): Promise<ReadonlyMap<string, CategorizedProduct>> {
    const bySku = await this.read(manager, 'sku', skus);
    const known = new Set(bySku.map(({ row }) => row.id));
    const byId = await this.read(
      manager,
      'id',
      ids.filter((id) => isId(id) && !known.has(id)),
    );
    return new Map([...bySku, ...byId].map((product) => [product.row.id, product]));
  }

  private async read(
    manager: EntityManager,
    property: 'id' | 'sku',
    names: readonly string[],
  ): Promise<CategorizedProduct[]> {
    const wanted = [...new Set(names)];
    const products: CategorizedProduct[] = [];
    for (let i = 0; i < wanted.length; i += PAGE) {
      const found = await this.products.findRecords(manager, property, wanted.slice(i, i + PAGE));
      const paths = await this.categories.paths(manager, nestedCategories(found.map(({ record }) => record)));
      for (const { row, record } of found) {
        const category = categoryIn(record.category);
        products.push({ row, record, categories: category ? (paths.get(category.id) ?? [category]) : [] });
      }
    }
    return products;
  }
}

/** Ids of the categories that lie below others: only their paths have to be read. */
function nestedCategories(records: readonly ProductRecord[]): string[] {
  return records.flatMap((record) => {
    const category = categoryIn(record.category);
    return category?.parent ? [category.id] : [];
  });
}
