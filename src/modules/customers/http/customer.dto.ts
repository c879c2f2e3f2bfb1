import { PartialType } from '@nestjs/swagger';
import { EmailField, IdField, PasswordField, TextField } from '../../../platform/http/fields/fields';
import { sentOf } from '../../../platform/http/fields/patch';
import { type CustomerFields } from '../customers.service';

/** A new customer. */
export class CreateCustomerDto {
  @TextField({ required: true, description: 'First name.', example: 'Ada' })
  first_name!: string;

  @TextField({ description: 'Last name.', example: 'Lovelace' })
  last_name?: string | null;

  @EmailField({
    required: true,
    unique: true,
    description: 'E-mail address. Unique; stored in lower case.',
    example: 'ada@example.com',
  })
  email!: string;

  @IdField({ of: 'customer_group', description: 'Id of the customer group.' })
  group?: string | null;

  @PasswordField({
    required: true,
    partial: true,
    least: 8,
    description: 'Password to sign in with, 8 to 255 characters. No response contains it.',
    example: 'correct horse battery',
  })
  password?: string;

  /** The whole row, defaults filled in. */
  toFields(): CustomerFields {
    return customerFields(this);
  }
}

/** Changes of a customer: omitted fields stay, empty ones are unset. */
export class UpdateCustomerDto extends PartialType(CreateCustomerDto) {
  /** Only what was sent. */
  toPatch(): Partial<CustomerFields> & { readonly password?: string } {
    return sentOf(this, { ...customerFields(this as CreateCustomerDto), password: this.password });
  }
}

function customerFields(dto: CreateCustomerDto): CustomerFields {
  return { firstName: dto.first_name, lastName: dto.last_name ?? '', email: dto.email, group: dto.group ?? null };
}
