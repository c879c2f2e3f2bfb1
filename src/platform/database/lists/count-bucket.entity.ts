import { Entity, Index, PrimaryColumn } from 'typeorm';
import { IdReference, IntegerColumn, StringColumn } from '../rows/columns';

/** The number of rows of a table in a range of ids. It makes totals and deep pages of long lists cheap and exact. */
@Entity('list_blocks')
@Index('ix_list_blocks__counted', ['listed', 'counted', 'lastId'])
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

  /** The fields whose values are counted too (`BucketValueCount`), in order, separated by commas. Null: none. */
  @StringColumn(128, { nullable: true })
  counted!: string | null;
}
