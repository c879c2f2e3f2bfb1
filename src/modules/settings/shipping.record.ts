import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { amountNumber } from '../../kernel/money';
import { choice, type Choice, type Labelled } from '../../platform/http/envelope';
import { choiceSchema, relationSchema } from '../../platform/http/record-schemas';
import { type ShippingMethod } from './data/shipping-method.entity';
import { type TaxBand, taxBandRelation, TaxRecord } from './tax.record';

export type { ShippingMethod };

const STATUS_LABELS = { '0': 'Draft', '1': 'Live' } as const;

/** A shipping method as the API answers it (wire.md 7). */
export class ShippingRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Next day' })
  title!: string;

  @ApiProperty({ type: String, example: 'next-day' })
  slug!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Who carries it.' })
  company!: string | null;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty(choiceSchema(STATUS_LABELS, 'Only a live method can be chosen.'))
  status!: Choice;

  @ApiProperty({ type: Number, example: 4.95 })
  price!: number;

  @ApiProperty({ type: Number, description: 'Least subtotal of a cart.' })
  price_min!: number;

  @ApiProperty({ type: Number, description: 'Greatest subtotal of a cart; 0: none.' })
  price_max!: number;

  @ApiProperty({ type: Number, description: 'Least weight of a cart.' })
  weight_min!: number;

  @ApiProperty({ type: Number, description: 'Greatest weight of a cart; 0: none.' })
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
