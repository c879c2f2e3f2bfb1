import { Entity, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../rows/columns';

/** From when on the values of some fields of a list may be counted by bucket: every process keeps the counts right by then. */
@Entity('list_counted_fields')
export class CountedFields {
  /** The table whose rows are counted. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  listed!: string;

  /** In order, separated by commas. */
  @PrimaryColumn({ type: 'varchar', length: 128 })
  fields!: string;

  @TimeColumn()
  since!: Date;
}
