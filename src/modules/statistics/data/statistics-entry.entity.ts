import { Entity, PrimaryColumn } from 'typeorm';
import { IdColumn } from '../../../platform/database/rows/columns';
import { type CountedObject } from '../domain/contributions';
import { FigureColumns } from './figure-columns';

/** What an object adds to a day, as it was last counted: counting it again changes the day by the difference alone. */
@Entity('statistics_entries')
export class StatisticsEntry extends FigureColumns {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  object!: CountedObject;

  @IdColumn()
  objectId!: string;

  @PrimaryColumn({ type: 'varchar', length: 10 })
  day!: string;
}
