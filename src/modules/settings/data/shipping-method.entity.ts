import { Entity, Index } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { Decimal, Money, OneOf, Reference, Slug, Text } from '../../../platform/resources/attributes';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { TAX_BAND } from '../tax-band-field';

const STATUS = { '0': 'Draft', '1': 'Live' } as const;

/** A way to send an order, its price, and the carts it is offered to. */
@Entity('shipping_methods')
@Index('uq_shipping_methods__slug', ['slug'], { unique: true })
@Index('ix_shipping_methods__tax_band', ['taxBand'])
export class ShippingMethod extends StoreObject {
  @Text({ required: true, search: true, sort: true, description: 'Display name.', example: 'Next day' })
  title!: string;

  @Slug({ required: true, search: true, sort: true, description: 'Unique name for URLs.', example: 'next-day' })
  slug!: string;

  @Text({ search: true, description: 'Carrier.', example: 'Royal Mail' })
  company!: string | null;

  @Text({ max: 65_536, search: true, description: 'Display text.' })
  description!: string | null;

  @OneOf('Publication', STATUS, {
    required: true,
    sort: true,
    description: '0 draft, 1 live. Customers can choose live methods only.',
    shows: { description: 'Customers can choose live methods only.' },
    example: '1',
  })
  status!: keyof typeof STATUS;

  @Money({
    required: true,
    sort: true,
    description: 'Price in the default currency, before tax unless PRICES_INCLUDE_TAX is 1.',
    example: 4.95,
  })
  price!: Amount;

  @Money({
    default: 0n,
    description: 'Minimum subtotal of a cart, in the default currency. Default 0.',
    shows: { description: 'Minimum subtotal of a cart.' },
  })
  priceMin!: Amount;

  @Money({
    default: 0n,
    description: 'Maximum subtotal of a cart. Default 0: unlimited.',
    shows: { description: 'Maximum subtotal of a cart; 0: unlimited.' },
  })
  priceMax!: Amount;

  /** Canonical decimal text. */
  @Decimal({
    least: 0,
    decimals: 4,
    default: '0',
    description: 'Minimum weight of a cart. Default 0.',
    shows: { description: 'Minimum weight of a cart.' },
  })
  weightMin!: string;

  /** Canonical decimal text. */
  @Decimal({
    least: 0,
    decimals: 4,
    default: '0',
    description: 'Maximum weight of a cart. Default 0: unlimited.',
    shows: { description: 'Maximum weight of a cart; 0: unlimited.' },
  })
  weightMax!: string;

  /** 0: none. */
  @Reference('tax', {
    ...TAX_BAND,
    nullable: false,
    description: 'Id of the tax band of the price. Default: the default band; `0` or `none`: no tax.',
    example: '890123456789012345',
  })
  taxBand!: string;
}
