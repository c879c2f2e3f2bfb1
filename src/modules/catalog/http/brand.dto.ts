import { PartialType } from '@nestjs/swagger';
import { SlugField, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type PublicationKey } from '../choices';
import { type ShelfFields } from '../shelves.service';
import { DescriptionField, PublicationField } from './catalog.fields';
import { shelfFields } from './shelf.fields';

/** A new brand. */
export class CreateBrandDto {
  @TextField({ required: true, description: 'Display name.', example: 'Acme' })
  title!: string;

  @SlugField({ required: true, unique: true, description: 'Unique name for URLs.', example: 'acme' })
  slug!: string;

  @DescriptionField()
  description?: string | null;

  @PublicationField()
  status?: PublicationKey | null;

  /** The whole row, defaults filled in. */
  toFields(): ShelfFields {
    return shelfFields(this);
  }
}

/** Changes of a brand: omitted fields stay, empty ones return to their defaults. */
export class UpdateBrandDto extends PartialType(CreateBrandDto) {
  /** Only what was sent. */
  toPatch(): Partial<ShelfFields> {
    return sentOf(this, shelfFields(this as CreateBrandDto));
  }
}
