import { Entity, Index } from 'typeorm';
import { StringColumn, TextColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type PublicationKey } from '../choices';

/** Who makes products. */
@Entity('brands')
@Index('uq_brands__slug', ['slug'], { unique: true })
export class Brand extends StoreObject {
  @StringColumn()
  title!: string;

  @StringColumn()
  slug!: string;

  @TextColumn({ nullable: true })
  description!: string | null;

  @StringColumn(1)
  status!: PublicationKey;
}
