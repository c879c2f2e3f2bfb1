import { Entity, Index } from 'typeorm';
import { IdColumn, JsonColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type Scope, SCOPES } from '../../../kernel/scopes';

/** A part of the program that has a client of its own: `store token` and the like, and the links of `store console`. */
export const PROGRAMS = ['command_line', 'console'] as const;
export type Program = (typeof PROGRAMS)[number];

/** A program that may call the API. Its secret is kept as a hash only. */
@Entity('api_clients')
@Index('uq_api_clients__client_id', ['clientId'], { unique: true })
@Index('uq_api_clients__program', ['program'], { unique: true })
export class ApiClient {
  @IdColumn()
  id!: string;

  /** Sent by the client as `client_id`. */
  @StringColumn(64)
  clientId!: string;

  @StringColumn()
  name!: string;

  /** SHA-256, hex. The secret has 256 random bits: a slow hash would add nothing but load. */
  @StringColumn(64)
  secretHash!: string;

  @JsonColumn()
  scopes!: Scope[];

  /** Origins of a public client (storefront.md 1); null: the client has a secret. */
  @JsonColumn({ nullable: true })
  origins!: string[] | null;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn({ nullable: true })
  revokedAt!: Date | null;

  /** When a token of it was last used, to a few minutes (`ClientUsesService`); null: not yet. */
  @TimeColumn({ nullable: true })
  lastUsedAt!: Date | null;

  /**
   * Which part of the program made it for itself; null: it is somebody's. Only the command line sets it. Such a client has no
   * secret that signs in and has all scopes, even if its row lacks some: the command line has the database anyway.
   */
  @StringColumn(20, { nullable: true })
  program!: Program | null;
}

/** The scopes that tokens of a client can have. */
export function scopesOf({ program, scopes }: Pick<ApiClient, 'program' | 'scopes'>): readonly Scope[] {
  return program === null ? scopes : SCOPES;
}
