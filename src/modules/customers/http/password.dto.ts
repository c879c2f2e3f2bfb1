import { ApiProperty } from '@nestjs/swagger';
import { EmailField, PasswordField, TextField } from '../../../platform/http/fields/fields';
import { CustomerRecord } from '../customer.resource';

/** The credentials of a customer. */
export class CustomerSignInDto {
  @EmailField({ required: true, description: 'E-mail address of the customer.', example: 'ada@example.com' })
  email!: string;

  @PasswordField({ required: true, description: 'Password of the customer.', example: 'correct horse battery' })
  password!: string;
}

/** A token of a customer who has signed in. */
export class CustomerTokenRecord {
  @ApiProperty({
    type: String,
    description: 'Send it as `X-Customer-Token` beside the token of the client.',
    example: 'uQ9c0J0rDkL2m1p3sT5vXyZ7aBcDeFgHiJkLmNoPqRs',
  })
  token!: string;

  @ApiProperty({ type: 'integer', description: 'When the token expires, in seconds since 1970.', example: 1767225600 })
  expires!: number;

  @ApiProperty({ type: 'integer', description: 'Seconds until the token expires.', example: 86400 })
  expires_in!: number;

  @ApiProperty({ type: CustomerRecord })
  customer!: CustomerRecord;
}

/** Changes that a customer makes: omitted fields stay. */
export class UpdateMeDto {
  @TextField({ required: true, partial: true, description: 'First name.', example: 'Ada' })
  first_name?: string;

  @TextField({ description: 'Last name.', example: 'Lovelace' })
  last_name?: string | null;

  @EmailField({
    required: true,
    partial: true,
    description: 'E-mail address. Another one needs `current_password`.',
    example: 'ada@example.com',
  })
  email?: string;

  @PasswordField({
    required: true,
    partial: true,
    least: 8,
    description: 'New password, 8 to 255 characters. Needs `current_password`, and ends every token of the customer.',
    example: 'correct horse battery staple',
  })
  password?: string;

  @PasswordField({
    required: true,
    partial: true,
    description: 'Present password: required to change the e-mail address or the password.',
    example: 'correct horse battery',
  })
  current_password?: string;
}

/** A customer who forgot the password. */
export class RequestPasswordResetDto {
  @EmailField({ required: true, description: 'E-mail address of the customer.', example: 'ada@example.com' })
  email!: string;
}

/** A new password, by the token of a reset. */
export class SetPasswordDto {
  @TextField({
    required: true,
    description: 'Token of the event `customer.password_reset_requested`.',
    example: 'uQ9c0J0rDkL2m1p3sT5vXyZ7aBcDeFgHiJkLmNoPqRs',
  })
  token!: string;

  @PasswordField({
    required: true,
    least: 8,
    description: 'New password, 8 to 255 characters.',
    example: 'correct horse battery staple',
  })
  password!: string;
}
