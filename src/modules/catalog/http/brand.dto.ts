import { PartialType } from '@nestjs/swagger';
import { TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type BrandFields } from '../brands.service';
import { type PublicationKey } from '../choices';
import { DescriptionField, PublicationField, SlugField } from './catalog.fields';

/** A new brand. */
export class CreateBrandDto {
  @TextField({ required: true, description: 'Display name.', example: 'Acme' })
  title!: string;

  @SlugField({ required: true, description: 'Unique name for URLs.', example: 'acme' })
  slug!: string;

  @DescriptionField()
  description?: string | null;

  @PublicationField()
  status?: PublicationKey | null;

  /** The whole row, defaults filled in. */
  toFields(): BrandFields {
    return brandFields(this);
  }
}

/** Changes of a brand: what is left out stays, what is sent empty returns to its default. */
export class UpdateBrandDto extends PartialType(CreateBrandDto) {
  /** Only what was sent. */
  toPatch(): Partial<BrandFields> {
    return sentOf(this, brandFields(this as CreateBrandDto));
  }
}

function brandFields(dto: CreateBrandDto): BrandFields {
  return {
    title: dto.title,
    slug: dto.slug,
    description: dto.description ?? null,
    status: dto.status ?? '1',
  };
}
