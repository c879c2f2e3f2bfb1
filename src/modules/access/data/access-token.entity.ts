import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdReference, JsonColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type Scope } from '../../../kernel/scopes';

/** A bearer token, kept as a hash only. */
@Entity('access_tokens')
@Index('ix_access_tokens__client', ['clientRow'])
@Index('ix_access_tokens__expires_at', ['expiresAt'])
@Index('ix_access_tokens__session', ['session'])
export class AccessToken {
  /** SHA-256 of the token, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Row id of the client. */
  @IdReference({ name: 'client_row' })
  clientRow!: string;

  @JsonColumn()
  scopes!: Scope[];

  @TimeColumn()
  expiresAt!: Date;

  /** Id of the console session that got it and ends it (console.md 1); null: none. */
  @StringColumn(64, { nullable: true })
  session!: string | null;
}
