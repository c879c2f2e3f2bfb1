import { enumSchema } from '../../../platform/http/openapi/record-schemas';
import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, TextField } from '../../../platform/http/fields/fields';

/** The document leaves it optional: the header may carry it. */
const CREDENTIAL = { required: true, partial: true };

const GRANT_TYPES = ['client_credentials', 'implicit'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];
const GRANT_TYPE = 'Grant type: `implicit` for the public client of a browser, which has no secret.';

/** A request for an access token. */
export class TokenRequestDto {
  @ChoiceField({ name: 'GrantType', required: true, keys: GRANT_TYPES, description: GRANT_TYPE })
  grant_type!: GrantType;

  @TextField({
    ...CREDENTIAL,
    description: 'Id of the API client. Required unless the header `Authorization: Basic` carries it.',
    example: 'Xb0dD7V5u2mC8p0n1qk4',
  })
  client_id!: string;

  @TextField({
    ...CREDENTIAL,
    description:
      'Secret of the API client. Required unless the header `Authorization: Basic` carries it, or with `implicit`.',
    example: 'the-secret-shown-once',
  })
  client_secret!: string;

  @TextField({
    max: 1024,
    description:
      "Scopes for the token, separated by spaces: a subset of the client's. Default: all scopes of the client.",
    example: 'orders:read orders:write',
  })
  scope?: string | null;
}

/** The flat answer the v1 clients expect. */
export class TokenAnswer {
  @ApiProperty({ type: String, description: 'Send it as `Authorization: Bearer <access_token>`.', example: 'p0m3…' })
  access_token!: string;

  @ApiProperty({ type: String, enum: ['Bearer'] })
  token_type!: 'Bearer';

  @ApiProperty(enumSchema('GrantType', GRANT_TYPES, { description: 'Grant type that was sent.' }))
  identifier!: GrantType;

  @ApiProperty({ type: 'integer', description: 'When the token expires, in seconds since 1970.', example: 1767225600 })
  expires!: number;

  @ApiProperty({ type: 'integer', description: 'Seconds until the token expires.', example: 3600 })
  expires_in!: number;

  @ApiProperty({
    description:
      'Scopes of the token, with spaces between them. Those of a public client are empty: it may do what pages may.',
    example: 'orders:read orders:write',
  })
  scope!: string;
}
