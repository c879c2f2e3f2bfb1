import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { type EntityManager } from 'typeorm';
import { wireTime } from '../../kernel/clock';
import { rowsById } from '../../platform/database/rows/reference-checks';
import { type Choice, type Labelled } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { choiceOf, PUBLICATION } from './choices';
import { Category } from './data/category.entity';
import { categoryListing } from './data/category.listing';

/** The record of a category without its parent. */
export class ParentCategoryRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Shoes' })
  title!: string;

  @ApiProperty({ type: String, example: 'shoes' })
  slug!: string;

  @ApiProperty({ type: String, nullable: true, description: 'HTML for display.' })
  description!: string | null;

  @ApiProperty(choiceSchema('Publication', PUBLICATION))
  status!: Choice;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** A category as the API answers it (wire.md 7). */
@ApiExtraModels(ParentCategoryRecord)
@ListedBy(categoryListing, { parent: 'Id or slug of the parent category.' })
export class CategoryRecord extends ParentCategoryRecord {
  @ApiProperty(
    relationSchema(ParentCategoryRecord, 'Parent category; null for a top category. The tree returns all levels.'),
  )
  parent!: Labelled<ParentCategoryRecord> | null;
}

/** A category with all that lies below it. */
export class CategoryTreeRecord extends CategoryRecord {
  @ApiProperty({ type: () => [CategoryTreeRecord], description: 'Child categories, by title.' })
  children!: CategoryTreeRecord[];
}

function ownRecord(category: Category): ParentCategoryRecord {
  return {
    id: category.id,
    title: category.title,
    slug: category.slug,
    description: category.description,
    status: choiceOf(PUBLICATION, category.status),
    created_at: wireTime(category.createdAt),
    updated_at: wireTime(category.updatedAt),
  };
}

function withParent(category: Category, parents: ReadonlyMap<string, Category>): CategoryRecord {
  const parent = category.parent === null ? undefined : parents.get(category.parent);
  return { ...ownRecord(category), parent: parent ? { value: parent.title, data: ownRecord(parent) } : null };
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

/** @param categories all there are, in the order that children are to have @returns those at the top, others within */
export function categoryTree(categories: readonly Category[]): CategoryTreeRecord[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const nodes = new Map<string, CategoryTreeRecord>();
  for (const category of categories) nodes.set(category.id, { ...withParent(category, byId), children: [] });
  const roots: CategoryTreeRecord[] = [];
  for (const node of nodes.values()) {
    const parent = node.parent === null ? undefined : nodes.get(node.parent.data.id);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}
