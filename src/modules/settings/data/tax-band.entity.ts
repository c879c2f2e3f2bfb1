import { Entity } from 'typeorm';
import { StringColumn, TextColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** A rate at which products and shipping are taxed. */
@Entity('tax_bands')
export class TaxBand extends StoreObject {
  @StringColumn()
  title!: string;

  @TextColumn({ nullable: true })
  description!: string | null;

  /** Percent, 0 to 100; canonical decimal text. */
  @StringColumn(32)
  rate!: string;
}
