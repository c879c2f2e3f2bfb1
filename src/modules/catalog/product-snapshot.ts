import { OmitType } from '@nestjs/swagger';
import { type ChosenModifier } from './chosen-modifiers';
import { type ProductCategoryRecord } from './category.resource';
import { categoryRelation, type ProductCategory } from './product-category';
import { ProductRecord } from './product.resource';

/** A product as an order keeps it: without `pricing`, since the item has the price that was charged. */
export class ProductSnapshotRecord extends OmitType(ProductRecord, ['pricing']) {}

/** The category of a snapshot; one from before `storefront.md` has the record where others have it by its id. */
type KeptCategory = ProductCategory | { readonly value: string; readonly data: ProductCategoryRecord };

/** Returns a snapshot in its present form, also one of an older version of the store. */
export function presentSnapshot<S extends object>(
  snapshot: S,
): S & Pick<ProductSnapshotRecord, 'collection' | 'images' | 'is_variation'> {
  const { category } = snapshot as { category?: KeptCategory | null };
  const isOld = category !== null && category !== undefined && typeof category.data['id'] === 'string';
  const now = isOld ? { category: categoryRelation(category.data as ProductCategoryRecord) } : {};
  return { is_variation: false, collection: null, images: {}, ...snapshot, ...now };
}

/**
 * Returns a record as orders keep it: with the chosen modifiers only, since a product may have hundreds of variations, and
 * with the first image.
 */
export function productSnapshot(
  { pricing: _, ...record }: ProductRecord,
  chosen: readonly ChosenModifier[] = [],
): ProductSnapshotRecord {
  const kept = chosen.flatMap(({ id, variation }) => {
    const modifier = record.modifiers[id];
    const own = variation === null ? undefined : modifier?.variations[variation];
    return modifier === undefined ? [] : [[id, { ...modifier, variations: own ? { [own.id]: own } : {} }] as const];
  });
  return { ...record, modifiers: Object.fromEntries(kept), images: firstImage(record) };
}

/** Returns the first image of a product by its id; {} without one. Carts and orders keep no other images. */
export function firstImage({ images }: Pick<ProductRecord, 'images'>): ProductRecord['images'] {
  return Object.fromEntries(Object.entries(images).slice(0, 1));
}
