import { Entity, PrimaryColumn } from 'typeorm';
import { IdReference } from '../../../platform/database/rows/columns';

/** How far order numbers were given out. Processes take blocks of them, so that orders do not wait for this row. */
@Entity('order_number_sequence')
export class OrderNumberSequence {
  /** Always 1: one row. */
  @PrimaryColumn({ type: 'int' })
  id!: number;

  /** The next number that nobody has. */
  @IdReference()
  nextNumber!: string;
}
