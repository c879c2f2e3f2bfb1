import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdReference, TimeColumn } from '../../../platform/database/rows/columns';

/** The code of a link that signs in to the console once. Its row is removed by the use. */
@Entity('console_codes')
@Index('ix_console_codes__expires_at', ['expiresAt'])
export class ConsoleCode {
  /** SHA-256 of the code, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Row id of the client. */
  @IdReference({ name: 'client_row' })
  clientRow!: string;

  @TimeColumn()
  expiresAt!: Date;
}
