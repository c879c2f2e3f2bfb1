import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, StringColumn, TextColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { type ModifierType } from '../choices';

/** A choice that a product is sold with, such as its size. A part of the product, no store object. */
@Entity('product_modifiers')
@Index('ix_product_modifiers__product', ['productId', 'id'])
export class ProductModifier {
  @IdColumn()
  id!: string;

  @IdReference()
  productId!: string;

  @StringColumn(16)
  type!: ModifierType;

  @StringColumn()
  title!: string;

  @TextColumn({ nullable: true })
  instructions!: string | null;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}
