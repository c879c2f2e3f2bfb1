import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { enumSchema } from '../../platform/http/openapi/record-schemas';
import { type StoredFile } from './data/file.entity';
import { fileListing } from './data/file.listing';
import { IMAGE_TYPES } from './domain/image-type';
import { ImageRecord, imageRecord } from './image.record';

/** A file as the API answers it (storefront.md 10). */
@ListedBy(fileListing, { assign_to: 'Id of the product.' })
export class FileRecord extends ImageRecord {
  @ApiProperty(enumSchema('ImageType', Object.values(IMAGE_TYPES)))
  type!: string;

  @ApiProperty({ type: 'integer', description: 'Bytes.', example: 48_211 })
  size!: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Pixels; null if unknown.', example: 800 })
  width!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Pixels; null if unknown.', example: 600 })
  height!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Id of the product that it is an image of.',
    example: '890123456789012345',
  })
  assign_to!: string | null;

  @ApiProperty({ type: 'integer', description: 'Images of a product are sorted by it.', example: 0 })
  position!: number;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @param base PUBLIC_URL @returns the record of a file */
export function fileRecord(file: StoredFile, base: string): FileRecord {
  return {
    ...imageRecord(file, base),
    type: IMAGE_TYPES[file.type],
    size: file.size,
    width: file.width,
    height: file.height,
    assign_to: file.product,
    position: file.position,
    created_at: wireTime(file.createdAt),
    updated_at: wireTime(file.updatedAt),
  };
}
