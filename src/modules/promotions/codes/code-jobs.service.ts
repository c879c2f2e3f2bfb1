import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { IdGenerator, isId } from '../../../kernel/ids';
import { type IfMatch, requireMatch } from '../../../platform/database/rows/entity-tag';
import { Transactions } from '../../../platform/database/connection/transactions';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../../platform/database/lists/listing';
import { matching, readPage } from '../../../platform/database/lists/page-reader';
import { insertRows } from '../../../platform/database/rows/row-reader';
import { type JobReading, Jobs, type NewJob } from '../../../platform/jobs/jobs';
import { Job } from '../../../platform/jobs/job.entity';
import { JobPart } from '../../../platform/jobs/job-part.entity';
import { ADDING_JOBS, GENERATE_CODES, IMPORT_CODES } from './code-jobs';
import { codeJobListing } from '../data/code-job.listing';
import { type CodeForm } from '../domain/codes/code-form';
import { type CodeTerms, type StoredTerms } from './new-codes';
import { CodeJobNotFound } from '../promotions.errors';
import { PromotionsService } from '../promotions.service';

/** Codes of one part of a list. */
const PART = 1000;

/** A code of a list and the line it stands on. */
export interface ListedCode {
  readonly line: number;
  readonly code: string;
}

/** The jobs that add codes to pools. */
@Injectable()
export class CodeJobsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly promotions: PromotionsService,
    private readonly jobs: Jobs,
    private readonly ids: IdGenerator,
  ) {}

  /** @throws PromotionNotFound */
  generate(count: number, form: CodeForm, terms: CodeTerms): Promise<Job> {
    const input = { ...form, ...stored(terms) };
    return this.add({ kind: GENERATE_CODES, subject: terms.promotionId, input, total: count });
  }

  /**
   * Takes a list as it is read, with only a part of it in memory. A list that breaks off leaves parts without a job, which are
   * removed by their age.
   * @throws PromotionNotFound, and the errors of the list
   */
  async importList(lists: AsyncIterable<ListedCode>, terms: CodeTerms): Promise<Job> {
    const id = this.ids.next();
    let total = 0;
    let part: [number, string][] = [];
    const write = async (): Promise<void> => {
      const body = part;
      part = [];
      total += body.length;
      const row = Object.assign(new JobPart(), { id: this.ids.next(), jobId: id, body });
      await this.transactions.run((tx) => insertRows(tx, JobPart, [row]));
    };
    for await (const { line, code } of lists) {
      part.push([line, code]);
      if (part.length === PART) await write();
    }
    if (part.length > 0) await write();
    return this.add({ id, kind: IMPORT_CODES, subject: terms.promotionId, input: stored(terms), total });
  }

  /** The jobs of a pool, the newest first unless asked otherwise. @throws PromotionNotFound, ValidationFailed */
  async page(promotionId: string, list: ListQuery): Promise<Page<Job>> {
    const { manager } = this.transactions;
    await this.promotions.require(manager, promotionId);
    requireSort(codeJobListing, list);
    const conditions = conditionsOf(codeJobListing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const ofPool = { subject: promotionId, kind: In([...ADDING_JOBS]) };
    const page = await readPage(manager, matching(manager, Job, [ofPool, ...conditions]), codeJobListing, list);
    await this.tell(page.rows);
    return page;
  }

  /** @throws CodeJobNotFound */
  async get(promotionId: string, id: string): Promise<Job> {
    const job = await this.find(this.transactions.manager, promotionId, id);
    await this.tell([job]);
    return job;
  }

  /**
   * Ends a job that has not ended. The codes that it added stay.
   * @param record makes the record that callers see
   * @throws CodeJobNotFound, StaleRecord
   */
  cancel<R>(promotionId: string, id: string, ifMatch: IfMatch, record: (job: Job) => R): Promise<R> {
    return this.transactions.run(async (tx) => {
      requireMatch(ifMatch, record(await this.find(tx, promotionId, id, { lock: true })));
      await this.jobs.cancel(tx, id);
      return record(await this.find(tx, promotionId, id));
    });
  }

  /** A client that sees codes counted finds them in the list of codes. */
  private async tell(jobs: readonly Job[]): Promise<void> {
    if (jobs.some(({ done }) => done > 0)) await this.transactions.tell();
  }

  private add(job: NewJob & { readonly subject: string }): Promise<Job> {
    return this.transactions.run(async (tx) => {
      await this.promotions.openPool(tx, job.subject);
      return this.jobs.create(tx, job);
    });
  }

  private async find(manager: EntityManager, promotionId: string, id: string, options?: JobReading): Promise<Job> {
    const job = isId(id) ? await this.jobs.find(manager, id, ADDING_JOBS, options) : null;
    if (job?.subject !== promotionId) throw new CodeJobNotFound();
    return job;
  }
}

function stored({ uses, expiresAt }: CodeTerms): StoredTerms {
  return { uses, expires: expiresAt?.toISOString() ?? null };
}
