import { Entity, PrimaryColumn } from 'typeorm';
import { StringColumn, TimeColumn } from '../database/columns';

/** Who does what only one worker at a time should do. */
@Entity('worker_leases')
export class WorkerLease {
  /** The name of the duty. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  @StringColumn(22)
  token!: string;

  @TimeColumn()
  leaseUntil!: Date;
}
