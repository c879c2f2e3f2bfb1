import { PartialType } from '@nestjs/swagger';
import { SlugField, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type CustomerGroupFields } from '../customer-groups.service';

/** A new customer group. */
export class CreateCustomerGroupDto {
  @TextField({ required: true, description: 'Display name.', example: 'Trade' })
  title!: string;

  @SlugField({
    required: true,
    unique: true,
    description: 'Unique name for URLs.',
    example: 'trade',
  })
  slug!: string;

  /** The whole row. */
  toFields(): CustomerGroupFields {
    return { title: this.title, slug: this.slug };
  }
}

/** Changes of a customer group: omitted fields stay. */
export class UpdateCustomerGroupDto extends PartialType(CreateCustomerGroupDto) {
  /** Only what was sent. */
  toPatch(): Partial<CustomerGroupFields> {
    return sentOf(this, { title: this.title, slug: this.slug });
  }
}
