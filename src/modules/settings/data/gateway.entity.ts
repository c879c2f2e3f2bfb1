import { Entity, Index } from 'typeorm';
import { BooleanColumn, StringColumn, TextColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** A way to pay. The gateways are part of the program: they can be set up, but neither made nor removed. */
@Entity('gateways')
@Index('uq_gateways__slug', ['slug'], { unique: true })
export class Gateway extends StoreObject {
  @StringColumn(64)
  slug!: string;

  @StringColumn()
  name!: string;

  @TextColumn({ nullable: true })
  description!: string | null;

  @BooleanColumn()
  enabled!: boolean;

  /**
   * Keys and secrets of the provider as JSON text, sealed. Write-only: no record, and so no answer or event, has them
   * (wire.md 2, orders-and-payments.md 18). Rows from before hold the JSON text itself until the store is prepared.
   */
  @TextColumn({ nullable: true })
  settings!: string | null;
}
