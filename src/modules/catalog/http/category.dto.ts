import { PartialType } from '@nestjs/swagger';
import { IdField, SlugField, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type CategoryFields } from '../categories.service';
import { type PublicationKey } from '../choices';
import { DescriptionField, PublicationField } from './catalog.fields';
import { shelfFields } from './shelf.fields';

/** A new category. */
export class CreateCategoryDto {
  @TextField({ required: true, description: 'Display name.', example: 'Shoes' })
  title!: string;

  @SlugField({ required: true, unique: true, description: 'Unique name for URLs.', example: 'shoes' })
  slug!: string;

  @DescriptionField()
  description?: string | null;

  @PublicationField()
  status?: PublicationKey | null;

  @IdField({
    of: 'category',
    title: 'Parent Category',
    description: 'Id of the parent category. Unset: a top category.',
  })
  parent?: string | null;

  /** The whole row, defaults filled in. */
  toFields(): CategoryFields {
    return categoryFields(this);
  }
}

/** Changes of a category: omitted fields stay, empty ones return to their defaults. */
export class UpdateCategoryDto extends PartialType(CreateCategoryDto) {
  /** Only what was sent. */
  toPatch(): Partial<CategoryFields> {
    return sentOf(this, categoryFields(this as CreateCategoryDto));
  }
}

function categoryFields(dto: CreateCategoryDto): CategoryFields {
  return {
    ...shelfFields(dto),
    parent: dto.parent ?? null,
  };
}
