import { wireTime } from '../../kernel/clock';
import { ApiProperty } from '@nestjs/swagger';
import { type Choice } from '../../platform/http/envelope';
import { choiceSchema } from '../../platform/http/openapi/record-schemas';
import { choiceOf, PUBLICATION } from './choices';
import { type Shelf } from './data/shelf.entity';

/** Fields of brands, categories and collections alike. */
export abstract class ShelfRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, example: 'Classic' })
  title!: string;

  @ApiProperty({ type: String, example: 'classic' })
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

/** @returns the fields that a row has as a shelf */
export function shelfRecord(shelf: Shelf): ShelfRecord {
  return {
    id: shelf.id,
    title: shelf.title,
    slug: shelf.slug,
    description: shelf.description,
    status: choiceOf(PUBLICATION, shelf.status),
    created_at: wireTime(shelf.createdAt),
    updated_at: wireTime(shelf.updatedAt),
  };
}
