import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../rows/columns';

/** A client that has written lately. One row for each API client that ever wrote in a store with replicas. */
@Entity('client_writes')
export class ClientWrite {
  /** Id of the API client. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Until then the primary answers its lists. */
  @TimeColumn()
  primaryUntil!: Date;
}
