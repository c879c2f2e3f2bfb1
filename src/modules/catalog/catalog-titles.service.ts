import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Titles, titlesOf } from '../../platform/database/rows/title-lookup';

/** Ids and slugs whose titles are wanted; of products, skus too. */
export interface CatalogNames {
  readonly products: Iterable<string>;
  readonly brands: Iterable<string>;
  readonly categories: Iterable<string>;
}

/** Returns the titles of products, brands and categories. */
@Injectable()
export class CatalogTitlesService {
  /**
   * Returns the titles of live rows only, in one statement: drafts are not public. @param names not too many for one
   * statement
   */
  async titles(manager: EntityManager, names: CatalogNames): Promise<Readonly<Record<keyof CatalogNames, Titles>>> {
    const [products = new Map(), brands = new Map(), categories = new Map()] = await titlesOf(manager, [
      { table: 'products', names: ['slug', 'sku'], isLiveOnly: true, wanted: names.products },
      { table: 'brands', names: ['slug'], isLiveOnly: true, wanted: names.brands },
      { table: 'categories', names: ['slug'], isLiveOnly: true, wanted: names.categories },
    ]);
    return { products, brands, categories };
  }
}
