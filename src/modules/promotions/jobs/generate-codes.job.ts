import { type EntityManager } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { type IdGenerator } from '../../../kernel/ids';
import { JobFailed, type JobAtWork, type JobKind, type WriteBatch } from '../../../platform/jobs/job-kind';
import { CodeDraw, type CodeForm } from '../domain/codes/code-form';
import { GENERATE_CODES } from '../codes/code-jobs';
import { addNewCodes, newCodes, type StoredTerms } from '../codes/new-codes';

/** The input of the job. */
type Input = CodeForm & StoredTerms;

/** Number of batches in a row without a new code. */
interface Progress {
  readonly misses: number;
}

/** Batches in a row without a new code that are tolerated; one more fails the job. */
const MAX_MISSES = 20;

/** Draws the codes of a pool at random (promotions-at-scale.md 2). A code that exists is drawn again. */
export class GenerateCodesJob implements JobKind<Input, Progress> {
  readonly name = GENERATE_CODES;
  readonly largestBatch = 4000;
  readonly loadPercent = 75;

  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  prepare(_: EntityManager, job: JobAtWork<Input, Progress>, limit: number): WriteBatch<Progress> {
    const { subject, input, progress, total, done } = job;
    const left = (total ?? 0) - done;
    const draw = new CodeDraw(input);
    const drawn = Array.from({ length: Math.min(limit, left) }, () => draw.draw());
    const expiresAt = input.expires === null ? null : new Date(input.expires);
    const terms = { promotionId: subject ?? '', uses: input.uses, expiresAt };
    const rows = newCodes(this.ids, drawn, terms, this.clock.now());
    return async (tx) => {
      const added = await addNewCodes(tx, rows);
      const misses = added > 0 ? 0 : (progress?.misses ?? 0) + 1;
      if (misses > MAX_MISSES) throw new JobFailed('Nearly all codes of this form exist: choose a larger length');
      return { progress: { misses }, done: added, isLast: added >= left };
    };
  }
}
