import { Entity, Index } from 'typeorm';
import { IdReference, StringColumn, TextColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type PublicationKey } from '../choices';

/** A category of products; it may have a parent. */
@Entity('categories')
@Index('uq_categories__slug', ['slug'], { unique: true })
@Index('ix_categories__parent', ['parent'])
export class Category extends StoreObject {
  @StringColumn()
  title!: string;

  @StringColumn()
  slug!: string;

  @TextColumn({ nullable: true })
  description!: string | null;

  @StringColumn(1)
  status!: PublicationKey;

  /** The category it lies below; null at the top. Following it never comes back to itself. */
  @IdReference({ nullable: true })
  parent!: string | null;
}
