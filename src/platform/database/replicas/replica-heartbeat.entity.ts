import { Entity } from 'typeorm';
import { IdColumn, PositionColumn } from '../rows/columns';

/** The one row that processes with replicas count up on the primary: the number that a replica shows is as old as its rows. */
@Entity('replica_heartbeats')
export class ReplicaHeartbeat {
  @IdColumn()
  id!: string;

  @PositionColumn()
  beat!: number;
}
