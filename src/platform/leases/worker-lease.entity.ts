import { Entity, PrimaryColumn } from 'typeorm';
import { StringColumn, TimeColumn } from '../database/rows/columns';

/** The worker that does a job which only one worker at a time may do, and until when. */
@Entity('worker_leases')
export class WorkerLease {
  /** The name of the job. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  @StringColumn(22)
  token!: string;

  @TimeColumn()
  leaseUntil!: Date;
}
