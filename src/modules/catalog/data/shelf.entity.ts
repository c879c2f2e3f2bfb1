import { StringColumn, TextColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type PublicationKey } from '../choices';

/** Columns of brands, categories and collections alike. */
export abstract class Shelf extends StoreObject {
  @StringColumn()
  title!: string;

  @StringColumn()
  slug!: string;

  @TextColumn({ nullable: true })
  description!: string | null;

  @StringColumn(1)
  status!: PublicationKey;
}
