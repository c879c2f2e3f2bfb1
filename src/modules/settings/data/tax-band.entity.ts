import { Entity, Index } from 'typeorm';
import { Decimal, DefaultMark, Text } from '../../../platform/resources/attributes';
import { StoreObject } from '../../../platform/database/rows/store-object';

/** A rate at which products and shipping are taxed. At most one is the default. */
@Entity('tax_bands')
@Index('uq_tax_bands__default', ['defaultMark'], { unique: true })
export class TaxBand extends StoreObject {
  @Text({ required: true, search: true, sort: true, description: 'Display name.', example: 'Reduced' })
  title!: string;

  @Text({ max: 65_536, search: true, description: 'Display text.' })
  description!: string | null;

  /** Canonical decimal text. */
  @Decimal({
    required: true,
    least: 0,
    most: 100,
    decimals: 4,
    description: 'Tax rate in percent.',
    example: 5,
    shows: { example: 20 },
  })
  rate!: string;

  @DefaultMark({
    description:
      '1: this tax band becomes the default, in place of the one before. Products, shipping methods and custom items without a ' +
      '`tax_band` get the default. The first tax band is always the default. Default 0.',
    shows: { description: 'Whether it is the band of what is made without a `tax_band`.' },
  })
  defaultMark!: 1 | null;
}
