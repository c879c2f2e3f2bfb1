import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { type TaxBand } from './data/tax-band.entity';

export type { TaxBand };

/** A tax band as the API answers it (wire.md 7). */
export class TaxRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Reduced' })
  title!: string;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty({ type: Number, description: 'Percent.', example: 20 })
  rate!: number;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** A tax band where another record points to it. */
export class TaxBandRelation {
  @ApiProperty({ type: String, description: 'The title.', example: 'Reduced' })
  value!: string;

  @ApiProperty({ type: TaxRecord })
  data!: TaxRecord;
}

/** @returns the record of a tax band */
export function taxRecord(band: TaxBand): TaxRecord {
  return {
    id: band.id,
    title: band.title,
    description: band.description,
    rate: Number(band.rate),
    created_at: wireTime(band.createdAt),
    updated_at: wireTime(band.updatedAt),
  };
}

/** @returns the relation to a tax band, null without one (wire.md 2) */
export function taxBandRelation(band: TaxBand | undefined): TaxBandRelation | null {
  return band === undefined ? null : { value: band.title, data: taxRecord(band) };
}
