import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdReference, TimeColumn } from '../../../platform/database/rows/columns';

/** A browser that is signed in to the console (console.md 1). */
@Entity('console_sessions')
@Index('ix_console_sessions__expires_at', ['expiresAt'])
export class ConsoleSession {
  /** SHA-256 of the cookie, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Row id of the client. */
  @IdReference({ name: 'client_row' })
  clientRow!: string;

  /** When it ends, however often it is used. */
  @TimeColumn()
  endsAt!: Date;

  /** When it ends unless it is used before; `endsAt` at the latest. */
  @TimeColumn()
  expiresAt!: Date;
}
