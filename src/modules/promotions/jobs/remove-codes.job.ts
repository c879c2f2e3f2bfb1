import { type EntityManager } from 'typeorm';
import { type JobAtWork, type JobKind, type WriteBatch } from '../../../platform/jobs/job-kind';
import { removeRows } from '../../../platform/database/rows/row-removal';
import { REMOVE_CODES } from '../codes/code-jobs';
import { PromotionCode } from '../data/promotion-code.entity';
import { codesAfter } from '../data/promotion-code.queries';

/** The last code that was removed. */
interface Progress {
  readonly after: string;
}

/** Removes the pool of a promotion that was removed. Orders and the ledger keep the codes that they used. */
export class RemoveCodesJob implements JobKind<object, Progress> {
  readonly name = REMOVE_CODES;
  readonly largestBatch = 500;
  readonly loadPercent = 50;

  async prepare(
    manager: EntityManager,
    { subject, progress }: JobAtWork<object, Progress>,
    limit: number,
  ): Promise<WriteBatch<Progress>> {
    const after = progress?.after ?? '';
    const found = await codesAfter(manager, subject ?? '', after, limit);
    const ids = found.map(({ id }) => id);
    return async (tx: EntityManager) => ({
      progress: { after: ids.at(-1) ?? after },
      done: await removeRows(tx, PromotionCode, { keys: ids }),
      isLast: ids.length < limit,
    });
  }
}
