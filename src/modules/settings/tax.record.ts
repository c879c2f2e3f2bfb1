import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { partWords } from '../../platform/database/lists/part-sought';
import { type Labelled } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type TaxBand } from './data/tax-band.entity';
import { taxBandListing } from './data/tax-band.listing';

export type { TaxBand };

/** A tax band as the API answers it (wire.md 7). */
@ListedBy(taxBandListing, { q: partWords('title') })
export class TaxRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Reduced' })
  title!: string;

  @ApiProperty({ type: String, nullable: true })
  description!: string | null;

  @ApiProperty({ type: Number, description: 'Tax rate in percent.', example: 20 })
  rate!: number;

  @ApiProperty({ type: Boolean, description: 'Whether it is the band of what is made without a `tax_band`.' })
  default!: boolean;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @returns the record of a tax band */
export function taxRecord(band: TaxBand): TaxRecord {
  return {
    id: band.id,
    title: band.title,
    description: band.description,
    rate: Number(band.rate),
    default: band.defaultMark === 1,
    created_at: wireTime(band.createdAt),
    updated_at: wireTime(band.updatedAt),
  };
}

/** @returns the relation to a tax band, null without one (wire.md 2) */
export function taxBandRelation(band: TaxBand | undefined): Labelled<TaxRecord> | null {
  return band === undefined ? null : { value: band.title, data: taxRecord(band) };
}
