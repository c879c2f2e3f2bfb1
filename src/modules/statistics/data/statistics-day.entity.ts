import { Entity, PrimaryColumn } from 'typeorm';
import { FigureColumns } from './figure-columns';

/** A day of the store: the sum of all entries of that day. */
@Entity('statistics_days')
export class StatisticsDay extends FigureColumns {
  /** In the time zone of the store: `2026-01-31`. */
  @PrimaryColumn({ type: 'varchar', length: 10 })
  day!: string;
}
