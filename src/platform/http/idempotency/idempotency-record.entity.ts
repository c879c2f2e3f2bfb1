import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn, StringColumn, TextColumn, TimeColumn } from '../../database/rows/columns';

/** A request that carried an `Idempotency-Key`, and its answer once its effect is committed. */
@Entity('idempotency_records')
@Index('ix_idempotency_records__created_at', ['createdAt'])
export class IdempotencyRecord {
  /** SHA-256 of the client's id and its key. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** SHA-256 of key, method, path, body, currency and who is signed in: the same key with another request is refused. */
  @StringColumn(64)
  fingerprint!: string;

  /** Random: the process that holds it may store the response. */
  @StringColumn(43)
  token!: string;

  @TimeColumn()
  createdAt!: Date;

  /** Until then the first request counts as under way. */
  @TimeColumn()
  leaseUntil!: Date;

  /** Status of the stored answer; null while it is under way. */
  @IntegerColumn({ nullable: true })
  status!: number | null;

  /** JSON text of the stored answer and its error code, sealed. */
  @TextColumn({ nullable: true })
  answer!: string | null;
}
