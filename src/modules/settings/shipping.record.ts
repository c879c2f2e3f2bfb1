import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { partWords } from '../../platform/database/lists/part-sought';
import { choice, type Choice, type Labelled } from '../../platform/http/envelope';
import { choiceSchema, relationSchema } from '../../platform/http/openapi/record-schemas';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type ShippingMethod } from './data/shipping-method.entity';
import { shippingMethodListing } from './data/shipping-method.listing';
import { type TaxBand, taxBandRelation, TaxRecord } from './tax.record';

export type { ShippingMethod };

const STATUS_LABELS = { '0': 'Draft', '1': 'Live' } as const;

/** A shipping method as the API answers it (wire.md 7). */
@ListedBy(shippingMethodListing, { q: partWords('title') })
export class ShippingRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Next day' })
  title!: string;

  @ApiProperty({ type: String, example: 'next-day' })
  slug!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Carrier.' })
  company!: string | null;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty(choiceSchema('Publication', STATUS_LABELS, 'Customers can choose live methods only.'))
  status!: Choice;

  @ApiProperty({ type: Number, example: 4.95 })
  price!: number;

  @ApiProperty({ type: Number, description: 'Minimum subtotal of a cart.' })
  price_min!: number;

  @ApiProperty({ type: Number, description: 'Maximum subtotal of a cart; 0: unlimited.' })
  price_max!: number;

  @ApiProperty({ type: Number, description: 'Minimum weight of a cart.' })
  weight_min!: number;

  @ApiProperty({ type: Number, description: 'Maximum weight of a cart; 0: unlimited.' })
  weight_max!: number;

  @ApiProperty(relationSchema(TaxRecord, 'Tax band.'))
  tax_band!: Labelled<TaxRecord> | null;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @returns the record of a shipping method @param band its tax band */
export function shippingRecord(method: ShippingMethod, band: TaxBand | undefined): ShippingRecord {
  return {
    id: method.id,
    title: method.title,
    slug: method.slug,
    company: method.company,
    description: method.description,
    status: choice(method.status, STATUS_LABELS[method.status]),
    price: amountNumber(method.price),
    price_min: amountNumber(method.priceMin),
    price_max: amountNumber(method.priceMax),
    weight_min: Number(method.weightMin),
    weight_max: Number(method.weightMax),
    tax_band: taxBandRelation(band),
    created_at: wireTime(method.createdAt),
    updated_at: wireTime(method.updatedAt),
  };
}
