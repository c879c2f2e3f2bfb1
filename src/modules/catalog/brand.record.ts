import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { type Choice } from '../../platform/http/envelope';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { choiceSchema } from '../../platform/http/openapi/record-schemas';
import { choiceOf, PUBLICATION } from './choices';
import { type Brand } from './data/brand.entity';
import { brandListing } from './data/brand.listing';

/** A brand as the API answers it (wire.md 7). */
@ListedBy(brandListing)
export class BrandRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Acme' })
  title!: string;

  @ApiProperty({ type: String, example: 'acme' })
  slug!: string;

  @ApiProperty({ type: String, nullable: true, description: 'HTML for display.' })
  description!: string | null;

  @ApiProperty(choiceSchema('Publication', PUBLICATION))
  status!: Choice;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @returns the record of a brand */
export function brandRecord(brand: Brand): BrandRecord {
  return {
    id: brand.id,
    title: brand.title,
    slug: brand.slug,
    description: brand.description,
    status: choiceOf(PUBLICATION, brand.status),
    created_at: wireTime(brand.createdAt),
    updated_at: wireTime(brand.updatedAt),
  };
}
