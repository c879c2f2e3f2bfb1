import { Entity, PrimaryColumn } from 'typeorm';
import { IdReference } from '../../../platform/database/rows/columns';

/** The sequence of order numbers. Processes take blocks of numbers, so that orders do not wait for this row. */
@Entity('order_number_sequence')
export class OrderNumberSequence {
  /** Always 1: one row. */
  @PrimaryColumn({ type: 'int' })
  id!: number;

  /** The next free number. */
  @IdReference()
  nextNumber!: string;
}
