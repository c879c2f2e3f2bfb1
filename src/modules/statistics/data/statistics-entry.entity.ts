import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn } from '../../../platform/database/rows/columns';
import { type CountedObject } from '../domain/contributions';
import { FigureColumns } from './figure-columns';

/** The last counted contribution of an object to a day. Counting again changes the day by the difference only. */
@Entity('statistics_entries')
export class StatisticsEntry extends FigureColumns {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  object!: CountedObject;

  @IdColumn()
  objectId!: string;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  day!: string;
}
