import { type Principal } from '../../kernel/scopes';
import { type Labelled } from '../../platform/http/envelope';
import { isLive, type Publishable } from '../../platform/http/visible';
import { type CategoryAboveRecord } from './category.resource';
import { categoryIn, categoryRelation, type ProductCategory } from './product-category';

/** The shelves in the record of a product. */
interface Shelved {
  readonly brand: Labelled<Publishable> | null;
  readonly collection: Labelled<Publishable> | null;
  readonly category: ProductCategory | null;
}

/**
 * Returns a record as a caller may see it: a public client sees no brand, collection and category that is a draft, and of the
 * categories above a live one only those up to the first draft (storefront.md 1).
 */
export function withLiveRelations<R extends Shelved>(record: R, caller: Principal | undefined): R {
  if (caller?.storefront === undefined) return record;
  const { brand, collection, category } = record;
  return {
    ...record,
    brand: liveRelation(brand),
    collection: liveRelation(collection),
    category: liveCategory(category),
  };
}

/** Returns a brand or a collection unless it is a draft. */
export function liveRelation<R extends Labelled<Publishable>>(related: R | null): R | null {
  return related !== null && isLive(related.data) ? related : null;
}

/** Returns a category unless it is a draft, with those above it up to the first draft. */
export function liveCategory(relation: ProductCategory | null): ProductCategory | null {
  const category = categoryIn(relation);
  if (category === undefined || !isLive(category)) return null;
  return categoryRelation({ ...category, parent: liveAbove(category.parent) });
}

/** At most as many levels as a record shows. */
function liveAbove(above: Labelled<CategoryAboveRecord> | null): Labelled<CategoryAboveRecord> | null {
  if (above === null || !isLive(above.data)) return null;
  return { ...above, data: { ...above.data, parent: liveAbove(above.data.parent) } };
}
