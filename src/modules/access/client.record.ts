import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { type Scope, SCOPES } from '../../kernel/scopes';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { type ApiClient, type Program, PROGRAMS, scopesOf } from './data/api-client.entity';
import { clientListing } from './data/api-client.listing';

/** An API client as the API answers it (console.md 10). Its secret is stored as a hash, which no record has. */
@ListedBy(clientListing)
export class ClientRecord {
  @ApiProperty({ type: String, description: 'Sent as `client_id`.', example: '3f9c2a7be1d04c58a6e2' })
  id!: string;

  @ApiProperty({ type: String, description: 'Name in the histories of orders.', example: 'shop' })
  name!: string;

  @ApiProperty({
    type: 'array',
    items: enumSchema('Scope', SCOPES),
    description: 'Scopes of its tokens. None for a public client.',
    example: ['orders:read', 'orders:write'],
  })
  scopes!: Scope[];

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Origins of a public client, which browsers use without a secret; null for a client with a secret.',
    example: null,
  })
  origins!: string[] | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, nullable: true, description: 'When it was revoked; null: it is active.', example: null })
  revoked_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'When one of its tokens was last used, to about 5 minutes; null: not yet. It does not change the ETag.',
    example: '2026-01-31 12:00:00',
  })
  last_used_at!: string | null;

  @ApiProperty({
    ...enumSchema('Program', PROGRAMS),
    nullable: true,
    description:
      'The part of the program that uses it: `store token` or `store console`; null: a client that somebody made. ' +
      'Only the program sets it.',
    example: null,
  })
  program!: Program | null;
}

/** A client with its secret, which is returned only once. */
export class ClientWithSecretRecord extends ClientRecord {
  @ApiProperty({
    type: String,
    description: 'Sent as `client_secret`. It is not shown again.',
    example: 'uQ9c0J0rDkL2m1p3sT5vXyZ7aBcDeFgHiJkLmNoPqRs',
  })
  client_secret!: string;
}

const timeOrNull = (instant: Date | null): string | null => (instant === null ? null : wireTime(instant));

/** Makes the record of a client. */
export function clientRecord(client: ApiClient): ClientRecord {
  const { clientId, name, origins, createdAt, revokedAt, lastUsedAt } = client;
  return {
    id: clientId,
    name,
    scopes: [...scopesOf(client)],
    origins,
    created_at: wireTime(createdAt),
    revoked_at: timeOrNull(revokedAt),
    last_used_at: timeOrNull(lastUsedAt),
    program: client.program,
  };
}

/** The part of a record that its ETag is made of: a use is no change of the client. */
export function taggedClient({ last_used_at: _, ...tagged }: ClientRecord): Omit<ClientRecord, 'last_used_at'> {
  return tagged;
}
