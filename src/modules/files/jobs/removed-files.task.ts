import { type RetentionTask } from '../../../platform/retention/retention-task';
import { type FileContentsService } from '../file-contents.service';

/** Each is a request to the bucket. */
const LARGEST_BATCH = 50;

/** Removes the bytes of removed files from the disk or the bucket, and those of uploads that were cut off. */
export function removedFilesTask(contents: FileContentsService): RetentionTask {
  return {
    kind: 'file_removals',
    largestBatch: LARGEST_BATCH,
    keptSeconds: null,
    removeBatch: (limit) => contents.removeDue(limit),
  };
}
