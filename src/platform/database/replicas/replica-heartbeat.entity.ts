import { Entity } from 'typeorm';
import { IdColumn, PositionColumn } from '../rows/columns';

/** The row that a process with replicas counts up on the primary: the number that a replica shows is as old as its rows. */
@Entity('replica_heartbeats')
export class ReplicaHeartbeat {
  /** Drawn at random by the process. */
  @IdColumn()
  id!: string;

  /** Milliseconds since 1970 by the clock of the process, or more: never the same number twice. */
  @PositionColumn()
  beat!: number;
}
