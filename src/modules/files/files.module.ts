import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { StoreObjects } from '../../platform/events/store-objects';
import { FileContent } from './data/file-content.entity';
import { FileRemoval } from './data/file-removal.entity';
import { StoredFile } from './data/file.entity';
import { FileContentsService } from './file-contents.service';
import { FileOwners } from './file-owners';
import { FileRecords } from './file-records';
import { FILE_STORE, type FileStore } from './file-store.port';
import { FilesService } from './files.service';
import { FileBytesController } from './http/file-bytes.controller';
import { FilesController } from './http/files.controller';
import { ProductImagesService } from './product-images.service';
import { BucketStore } from './storage/bucket.store';
import { FolderStore } from './storage/folder.store';
import { FileRecord } from './file.record';

const fileStore = {
  provide: FILE_STORE,
  inject: [CONFIG],
  useFactory: ({ files }: Config): FileStore =>
    files.bucket === undefined ? new FolderStore(files.folder) : new BucketStore(files.bucket, files.deadlineSeconds),
};

/** Takes, stores and serves files: the images of products. */
@Module({
  controllers: [FilesController, FileBytesController],
  providers: [fileStore, FilesService, ProductImagesService, FileContentsService, FileOwners, FileRecords],
  exports: [ProductImagesService, FileContentsService, FileOwners],
})
export class FilesModule {
  static readonly entities = [StoredFile, FileContent, FileRemoval];
  static readonly tags = { Files: 'Pictures of products. They are uploaded here and served at public addresses.' };

  constructor(objects: StoreObjects, records: FileRecords) {
    objects.register(StoredFile, {
      object: 'file',
      since: '1.3',
      record: FileRecord,
      scope: 'products',
      records: (_, rows) => records.records(rows),
    });
  }
}
