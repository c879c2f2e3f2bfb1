import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, TimeColumn } from '../../../platform/database/rows/columns';
import { OneOf, Text } from '../../../platform/resources/attributes';
import { MODIFIER_TYPE, type ModifierType } from '../choices';

/** A choice that a product is sold with, such as its size. A part of the product, no store object. */
@Entity('product_modifiers')
@Index('ix_product_modifiers__product', ['productId', 'id'])
export class ProductModifier {
  @IdColumn()
  id!: string;

  @IdReference()
  productId!: string;

  @Text({ required: true, description: 'Display name.', example: 'Size' })
  title!: string;

  @OneOf('ModifierType', MODIFIER_TYPE, {
    length: 16,
    required: true,
    description: 'variant and single: the shopper chooses one variation. input: the shopper types a text.',
    example: 'variant',
  })
  type!: ModifierType;

  @Text({ max: 65_536, description: 'Text for the shopper.', example: 'Choose a size' })
  instructions!: string | null;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}
