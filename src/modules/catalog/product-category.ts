import { getSchemaPath } from '@nestjs/swagger';
import { type Labelled } from '../../platform/http/envelope';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { ProductCategoryRecord } from './category.resource';

/** The category of a product as v1 clients read it: the record by its id (storefront.md 3). */
export type ProductCategory = Labelled<Readonly<Record<string, ProductCategoryRecord>>>;

/** The schema of a {@link ProductCategory}, for `@ApiProperty`. */
export const PRODUCT_CATEGORY_SCHEMA = objectSchema(
  {
    value: { type: 'string', description: 'Title of the category.' },
    data: {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: { $ref: getSchemaPath(ProductCategoryRecord) },
      description: 'The category by its id.',
    },
  },
  { title: 'ProductCategoryRelation', description: 'Category.', nullable: true },
);

/** @returns the relation to a category, null without one */
export function categoryRelation(category: ProductCategoryRecord | undefined): ProductCategory | null {
  return category === undefined ? null : { value: category.title, data: { [category.id]: category } };
}

/** The record in a relation. Undefined without one. */
export function categoryIn(relation: ProductCategory | null): ProductCategoryRecord | undefined {
  return Object.values(relation?.data ?? {})[0];
}
