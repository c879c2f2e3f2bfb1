import { type EntityManager } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { type IdGenerator } from '../../../kernel/ids';
import { removeRows } from '../../../platform/database/rows/row-removal';
import { type JobFault } from '../../../platform/jobs/job.entity';
import { type JobAtWork, type JobKind, type WriteBatch } from '../../../platform/jobs/job-kind';
import { JobPart } from '../../../platform/jobs/job-part.entity';
import { IMPORT_CODES } from '../codes/code-jobs';
import { codeFault } from '../domain/codes/code-form';
import { addNewCodes, newCodes, notAdded, type StoredTerms } from '../codes/new-codes';

/** A code and the line it stands on. */
export type CodeLine = readonly [line: number, code: string];

/** Adds the codes of a list to a pool, part by part; a code that cannot be added is a fault of its line. */
export class ImportCodesJob implements JobKind<StoredTerms, null> {
  readonly name = IMPORT_CODES;
  /** A batch is one part of any size. */
  readonly largestBatch = 1;
  readonly loadPercent = 75;

  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  async prepare(manager: EntityManager, job: JobAtWork<StoredTerms, null>): Promise<WriteBatch<null>> {
    const where = { jobId: job.id };
    const [part, next] = await manager.find(JobPart, { where, order: { id: 'ASC' }, take: 2 });
    if (part === undefined) return () => ({ progress: null, done: 0, isLast: true });
    const faults: JobFault[] = [];
    // Written by the request that took the list.
    const lines = (part.body as CodeLine[]).filter(([line, code]) => {
      const fault = codeFault(code);
      if (fault !== null) faults.push({ line, message: `code ${fault}` });
      return fault === null;
    });
    const expiresAt = job.input.expires === null ? null : new Date(job.input.expires);
    const terms = { promotionId: job.subject ?? '', uses: job.input.uses, expiresAt };
    const codes = lines.map(([, code]) => code);
    const rows = newCodes(this.ids, codes, terms, this.clock.now());
    return async (tx) => {
      const added = await addNewCodes(tx, rows);
      const taken = added === rows.length ? new Set<string>() : await notAdded(tx, rows);
      const doubles = lines.filter((_, i) => taken.has(rows[i]?.id ?? ''));
      await removeRows(tx, JobPart, { keys: [part.id] });
      const all = [...faults, ...doubles.map(([line]) => ({ line, message: 'code must be unique' }))];
      all.sort((a, b) => a.line - b.line);
      return { progress: null, done: added, faults: all, isLast: next === undefined };
    };
  }
}
