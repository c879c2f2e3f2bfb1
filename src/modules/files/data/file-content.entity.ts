import { Entity, PrimaryColumn } from 'typeorm';
import { StringColumn } from '../../../platform/database/rows/columns';
import { type ImageType } from '../domain/image-type';

/** Bytes that are stored once for all files with this content. Lock this row before adding or removing such a file. */
@Entity('file_contents')
export class FileContent {
  /** SHA-256 of the bytes, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Name on the disk or in the bucket. It is never reused, so that a late removal removes nothing else. */
  @StringColumn(96)
  storedAs!: string;

  @StringColumn(16)
  type!: ImageType;
}
