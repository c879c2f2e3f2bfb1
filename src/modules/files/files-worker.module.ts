import { Module } from '@nestjs/common';
import { Retention } from '../../platform/retention/retention';
import { FileContentsService } from './file-contents.service';
import { FilesModule } from './files.module';
import { removedFilesTask } from './jobs/removed-files.task';

/** Registers the removal of bytes that no file has any more: in the worker process, or in the API process without Redis. */
@Module({ imports: [FilesModule] })
export class FilesWorkerModule {
  constructor(retention: Retention, contents: FileContentsService) {
    retention.register(removedFilesTask(contents));
  }
}
