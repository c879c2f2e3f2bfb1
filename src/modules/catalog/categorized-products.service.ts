import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CategoriesService, type CategoryFact } from './categories.service';
import { categoryIn } from './product-category';
import { type ProductRecord } from './product.record';
import { type Product, ProductsService } from './products.service';

/** A product with its record, which has its relations. */
export interface CategorizedProduct {
  readonly row: Product;
  readonly record: ProductRecord;
  /** Its category and those above it, the nearest first. */
  readonly categories: readonly CategoryFact[];
}

/** Records are made for a page of products at a time. */
const PAGE = 100;

/** Reads products with all that rules of promotions can ask of them. */
@Injectable()
export class CategorizedProductsService {
  constructor(
    private readonly products: ProductsService,
    private readonly categories: CategoriesService,
  ) {}

  /** Any number of products by id; ids that are of none are left out. */
  async findMany(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, CategorizedProduct>> {
    const rows = [...(await this.products.findMany(manager, ids)).values()];
    const products = new Map<string, CategorizedProduct>();
    for (let i = 0; i < rows.length; i += PAGE) {
      const page = rows.slice(i, i + PAGE);
      const records = await this.products.records(manager, page);
      const paths = await this.categories.paths(manager, nestedCategories(records));
      records.forEach((record, at) => {
        const row = page[at];
        const category = categoryIn(record.category);
        const categories = category === undefined ? [] : (paths.get(category.id) ?? [category]);
        if (row) products.set(row.id, { row, record, categories });
      });
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
