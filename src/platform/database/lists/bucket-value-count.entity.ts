import { Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn } from '../rows/columns';

/** The number of rows of a bucket that have a value: totals of filters come from these. Together they are no more than the rows' values. */
@Entity('list_block_counts')
export class BucketValueCount {
  /** The table whose rows are counted. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  listed!: string;

  /** The filter, by its name in the API. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  field!: string;

  /** Empty: not set. */
  @PrimaryColumn({ type: 'varchar', length: 255 })
  value!: string;

  /** The greatest id of the bucket. */
  @PrimaryColumn({ type: 'bigint', transformer: { to: (id: unknown) => id, from: String } })
  lastId!: string;

  @IntegerColumn()
  held!: number;
}
