import { Entity, Index } from 'typeorm';
import { IdColumn, StringColumn } from '../../../platform/database/rows/columns';

/** A sku that a product or a variation has: one key over both keeps them apart, also in parallel (orders-and-payments.md 29). */
@Entity('taken_skus')
@Index('uq_taken_skus__sku', ['sku'], { unique: true })
export class TakenSku {
  /** Id of the product or the variation. */
  @IdColumn()
  id!: string;

  @StringColumn()
  sku!: string;
}
