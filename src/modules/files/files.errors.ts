import { NotFound, Unavailable } from '../../kernel/errors';

/** No file has this id. */
export class FileNotFound extends NotFound {
  readonly code = 'files.file_not_found';
  constructor() {
    super('No file found');
  }
}

/** FILES_DIR or the bucket could not store or return a file: it is full, unreachable, or did not respond in time. */
export class FilesUnavailable extends Unavailable {
  readonly code = 'files.storage_unavailable';
  override readonly retryAfter = 5;
  constructor(cause?: unknown) {
    super('The storage of files does not respond, try again later', cause);
  }
}
