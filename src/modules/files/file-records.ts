import { Injectable } from '@nestjs/common';
import { PublicAddress } from '../../platform/http/public-address';
import { type StoredFile } from './data/file.entity';
import { type FileRecord, fileRecord } from './file.record';
import { type ImageRecord, imageRecord, type ImageSource } from './image.record';

/** Records of files, with their addresses. */
@Injectable()
export class FileRecords {
  constructor(private readonly address: PublicAddress) {}

  record(file: StoredFile): FileRecord {
    return fileRecord(file, this.address.base);
  }

  /** In the order of the files. */
  records(files: readonly StoredFile[]): FileRecord[] {
    return files.map((file) => this.record(file));
  }

  /** As an image of a product. */
  image(file: ImageSource): ImageRecord {
    return imageRecord(file, this.address.base);
  }
}
