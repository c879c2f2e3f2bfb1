import { Entity, PrimaryColumn } from 'typeorm';
import { IdReference, IntegerColumn } from '../rows/columns';

/** The number of rows of a table in a range of ids. It makes totals and deep pages of long lists cheap and exact. */
@Entity('list_blocks')
export class CountBucket {
  /** The table whose rows are counted. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  listed!: string;

  /** The greatest id of the range. */
  @PrimaryColumn({ type: 'bigint', transformer: { to: (id: unknown) => id, from: String } })
  lastId!: string;

  /** The least id of the range: one more than the range before it. */
  @IdReference()
  firstId!: string;

  @IntegerColumn()
  held!: number;
}
