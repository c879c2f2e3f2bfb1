import { ApiProperty } from '@nestjs/swagger';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type StoredFile } from './data/file.entity';

/** Path of the public addresses of files. */
const FILES_PATH = '/files/';

/** The address of a file by scheme. */
export interface ImageUrl {
  readonly http: string;
  readonly https: string;
}

/** The address in two parts. */
export interface ImageSegments {
  readonly domain: string;
  readonly suffix: string;
}

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** An image of a product (storefront.md 3). */
export class ImageRecord {
  @ApiProperty({ type: String, example: '890123456789012348' })
  id!: string;

  @ApiProperty({ type: String, example: 'Red shoe.jpg' })
  name!: string;

  @ApiProperty(
    objectSchema(
      {
        http: { type: 'string', example: `http://shop.example${FILES_PATH}${HASH}.jpg` },
        https: { type: 'string', example: `https://shop.example${FILES_PATH}${HASH}.jpg` },
      },
      {
        title: 'ImageUrl',
        description: 'Address by scheme, below PUBLIC_URL. Needs no token; its content never changes.',
      },
    ),
  )
  url!: ImageUrl;

  @ApiProperty(
    objectSchema(
      {
        domain: { type: 'string', example: 'shop.example' },
        suffix: { type: 'string', example: `${FILES_PATH}${HASH}.jpg` },
      },
      { title: 'ImageSegments', description: 'The address without its scheme, in two parts.' },
    ),
  )
  segments!: ImageSegments;
}

/** The columns of a file that its image shows. */
export type ImageSource = Pick<StoredFile, 'id' | 'name' | 'hash' | 'type'>;

/** @param base PUBLIC_URL @returns the record of an image */
export function imageRecord({ id, name, hash, type }: ImageSource, base: string): ImageRecord {
  const domain = base.slice(base.indexOf('://') + 3);
  const suffix = `${FILES_PATH}${hash}.${type}`;
  const url = { http: `http://${domain}${suffix}`, https: `https://${domain}${suffix}` };
  return { id, name, url, segments: { domain, suffix } };
}
