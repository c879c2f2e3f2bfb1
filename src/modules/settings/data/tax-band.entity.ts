import { Entity, Index } from 'typeorm';
import { IntegerColumn, StringColumn, TextColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** A rate at which products and shipping are taxed. At most one is the default. */
@Entity('tax_bands')
@Index('uq_tax_bands__default', ['defaultMark'], { unique: true })
export class TaxBand extends StoreObject {
  @StringColumn()
  title!: string;

  @TextColumn({ nullable: true })
  description!: string | null;

  /** Percent, 0 to 100; canonical decimal text. */
  @StringColumn(32)
  rate!: string;

  /** 1 for the default, null for all others: a unique key that allows one default only. */
  @IntegerColumn({ nullable: true, name: 'default_mark' })
  defaultMark!: 1 | null;
}
