import { Entity, PrimaryColumn } from 'typeorm';
import { IdReference, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type CountedObject } from '../domain/contributions';

/** An object that changed and has to be counted anew: written when its event is fanned out, removed with the count. */
@Entity('statistics_changes')
export class StatisticsChange {
  /** Id of the event. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  @StringColumn(16)
  object!: CountedObject;

  @IdReference()
  objectId!: string;

  /** Time of the event. */
  @TimeColumn()
  occurredAt!: Date;
}
