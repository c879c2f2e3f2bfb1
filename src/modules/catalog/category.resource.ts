import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, getSchemaPath, OmitType } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { type Listing } from '../../platform/database/lists/listing';
import { byPart, partWords } from '../../platform/database/lists/part-sought';
import { rowsById } from '../../platform/database/rows/reference-checks';
import { type Labelled } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { objectSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { Category } from './data/category.entity';
import { byIdOrSlug } from './data/relation.filter';
import { ChangesOf, listingOf, NewOf, RecordOf, recordsOf } from '../../platform/resources/resource';
import { type ShelfRecord } from './shelf.record';

/** Most levels of categories: those above a category that the record of a product shows, and that a category may have. */
export const MAX_ABOVE = 20;

/** Filters and sort keys of categories. */
export const categoryListing: Listing<Category> = {
  ...listingOf(Category, { q: byPart('q', 'title'), parent: byIdOrSlug('parent', 'categories') }),
  forPublic: { filters: { parent: byIdOrSlug('parent', 'categories', 'live') } },
};

/** The record of a category without its parent. */
export class ParentCategoryRecord extends RecordOf<ShelfRecord>(Category, { parent: null }) {
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Position in the tree, set by PUT /v1/categories/order. Null: after those that have one, by title.',
    example: 1,
  })
  order!: number | null;
}

/** A category as the API answers it (wire.md 7). */
@ApiExtraModels(ParentCategoryRecord)
@ListedBy(categoryListing, { q: partWords('title'), parent: 'Id or slug of the parent category.' })
export class CategoryRecord extends ParentCategoryRecord {
  @ApiProperty(
    relationSchema(ParentCategoryRecord, 'Parent category; null for a top category. The tree returns all levels.'),
  )
  parent!: Labelled<ParentCategoryRecord> | null;
}

/** By name: the class refers to itself. */
function above(description: string): ApiPropertyOptions {
  return objectSchema(
    {
      value: { type: 'string', description: 'Label, for people.' },
      data: { $ref: getSchemaPath('CategoryAboveRecord') },
    },
    { title: 'CategoryAboveRelation', description, nullable: true },
  );
}

/** A category above that of a product: all but its description, of which a product could have twenty. */
export class CategoryAboveRecord extends OmitType(ParentCategoryRecord, ['description']) {
  @ApiProperty(above('The next category above, and so on; null at the top.'))
  parent!: Labelled<CategoryAboveRecord> | null;
}

/** The category of a product, with those above it (storefront.md 3). */
@ApiExtraModels(CategoryAboveRecord)
export class ProductCategoryRecord extends ParentCategoryRecord {
  @ApiProperty(above('The categories above it, each in the one below it; the nearest 20. Null at the top.'))
  parent!: Labelled<CategoryAboveRecord> | null;
}

/** A category with all that lies below it. */
export class CategoryTreeRecord extends CategoryRecord {
  @ApiProperty({ type: () => [CategoryTreeRecord], description: 'Child categories, by `order`, then by title.' })
  children!: CategoryTreeRecord[];

  @ApiProperty({ type: 'object', additionalProperties: false, description: 'Always {}: categories have no images.' })
  images!: Record<string, never>;
}

const shelfRecord = recordsOf<ShelfRecord>(Category, ParentCategoryRecord);

const ownRecord = (category: Category): ParentCategoryRecord => ({
  ...shelfRecord(category),
  order: category.position,
});

function withParent(category: Category, parents: ReadonlyMap<string, Category>): CategoryRecord {
  const parent = category.parent === null ? undefined : parents.get(category.parent);
  return { ...ownRecord(category), parent: parent ? { value: parent.title, data: ownRecord(parent) } : null };
}

/** @param categories those above it among them @returns the record of a product's category */
export function productCategoryRecord(
  category: Category,
  categories: ReadonlyMap<string, Category>,
): ProductCategoryRecord {
  const path: Category[] = [];
  let next = categories.get(category.parent ?? '');
  while (next !== undefined && path.length < MAX_ABOVE) {
    path.push(next);
    next = categories.get(next.parent ?? '');
  }
  const parent = path.reduceRight<Labelled<CategoryAboveRecord> | null>((below, row) => {
    const { description: _, ...own } = ownRecord(row);
    return { value: row.title, data: { ...own, parent: below } };
  }, null);
  return { ...ownRecord(category), parent };
}

/** @returns the records of categories in their order; their parents are read once */
export async function categoryRecords(
  manager: EntityManager,
  categories: readonly Category[],
): Promise<CategoryRecord[]> {
  const parents = await rowsById(
    manager,
    Category,
    categories.map(({ parent }) => parent),
  );
  return categories.map((category) => withParent(category, parents));
}

/** Sorts categories with a position first, then by title. */
function byPlace(a: Category, b: Category): number {
  return (a.position ?? Infinity) < (b.position ?? Infinity)
    ? -1
    : Number((a.position ?? Infinity) > (b.position ?? Infinity));
}

/** @param categories all there are, by title @returns those at the top, others within */
export function categoryTree(categories: readonly Category[]): CategoryTreeRecord[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const nodes = new Map<string, CategoryTreeRecord>();
  for (const category of [...categories].sort(byPlace))
    nodes.set(category.id, { ...withParent(category, byId), children: [], images: {} });
  const roots: CategoryTreeRecord[] = [];
  for (const node of nodes.values()) {
    const parent = node.parent === null ? undefined : nodes.get(node.parent.data.id);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** A new category. */
export class CreateCategoryDto extends NewOf(Category, 'position') {}

/** Changes of a category: omitted fields stay, empty ones return to their defaults. */
export class UpdateCategoryDto extends ChangesOf(CreateCategoryDto) {}
