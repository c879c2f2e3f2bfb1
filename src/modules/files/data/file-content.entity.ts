import { Entity, PrimaryColumn } from 'typeorm';
import { StringColumn } from '../../../platform/database/rows/columns';
import { type ImageType } from '../domain/image-type';

/** Bytes that are stored once for all files that have them. Whoever adds or removes such a file locks this row first. */
@Entity('file_contents')
export class FileContent {
  /** SHA-256 of the bytes, hex. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id!: string;

  /** Their name on the disk or in the bucket: never used again, so that a late removal removes nothing else. */
  @StringColumn(96)
  storedAs!: string;

  @StringColumn(16)
  type!: ImageType;
}
