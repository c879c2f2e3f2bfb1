import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, In, type QueryDeepPartialEntity } from 'typeorm';
import { type Logger } from 'pino';
import { Clock } from '../../kernel/clock';
import { StoreError } from '../../kernel/errors';
import { Transactions } from '../database/connection/transactions';
import { readById } from '../database/rows/row-reader';
import { LOGGER } from '../logging/logger';
import { type BatchOutcome, JobFailed, type JobKind, type Rests, type WriteBatch } from './job-kind';
import { JobMetrics } from './job-metrics';
import { ACTIVE_STATES, Job, type JobState } from './job.entity';
import { type OtherWork } from './other-work';

/** Times that one batch is tried. */
const TRIES = 5;
/** Faults that a job keeps; it counts them all. */
const MAX_FAULTS = 100;
/** Characters of a message. */
const MAX_MESSAGE = 1024;

/** The part of a runner in a batch. */
export interface BatchSteps {
  readonly rests: Rests;
  readonly prepared: () => void;
}

/** Writes the batches of jobs. */
@Injectable()
export class JobBatches {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly metrics: JobMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Jobs of these kinds that are worked on, the oldest first. */
  active(kinds: readonly string[], most: number): Promise<Job[]> {
    if (kinds.length === 0) return Promise.resolve([]);
    const where = { state: In([...ACTIVE_STATES]), kind: In([...kinds]) };
    return this.transactions.manager.find(Job, { where, order: { id: 'ASC' }, take: most });
  }

  /** Listens whether others use the database. */
  listen(others: OtherWork): Promise<void> {
    return others.listen(this.transactions.manager);
  }

  /**
   * Runs the next batch of a job. @param steps of the runner: `rests` while it is prepared, `prepared` between its two halves
   * @returns whether it was written, or another worker or the job's owner was quicker
   * @throws DatabaseUnavailable, which is no fault of the job
   */
  async run(kind: JobKind, job: Job, limit: number, { rests, prepared }: BatchSteps): Promise<boolean> {
    try {
      const write = await kind.prepare(this.transactions.manager, job, limit, rests);
      prepared();
      const state = await this.transactions.run((tx) => this.write(tx, job, write));
      if (state === 'done') this.ended(job, state);
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.kind === 'unavailable') throw error;
      await this.failed(job, error);
      return false;
    }
  }

  /** @returns the job's state; undefined when the batch is no longer its next */
  private async write(tx: EntityManager, job: Job, write: WriteBatch<unknown>): Promise<JobState | undefined> {
    const now = await readById(tx, Job, job.id, { lock: true });
    const isNext = now !== null && now.batches === job.batches && isActive(now);
    if (!isNext) return undefined;
    const change = this.changeOf(now, await write(tx));
    await tx.update(Job, { id: job.id }, change);
    return change.state;
  }

  private changeOf(job: Job, { progress, done, faults = [], total, isLast }: BatchOutcome<unknown>) {
    const now = this.clock.now();
    return {
      // JSON of any form, which TypeORM's types take for a part of an entity.
      progress: progress as QueryDeepPartialEntity<unknown>,
      total: total ?? job.total,
      done: job.done + done,
      failed: job.failed + faults.length,
      faults: [...job.faults, ...faults].slice(0, MAX_FAULTS),
      state: isLast ? ('done' as const) : ('running' as const),
      attempts: 0,
      batches: job.batches + 1,
      startedAt: job.startedAt ?? now,
      endedAt: isLast ? now : null,
    };
  }

  private async failed(job: Job, cause: unknown): Promise<void> {
    const isFinal = cause instanceof JobFailed || job.attempts + 1 >= TRIES;
    const { id, kind, batches } = job;
    this.logger.error(
      { err: cause, job: id, kind },
      isFinal ? 'a job failed' : 'a batch of a job failed; it is retried',
    );
    const end = { state: 'failed' as const, error: messageOf(cause), endedAt: this.clock.now() };
    await this.transactions.repeatable((manager) =>
      manager.update(
        Job,
        { id, batches, state: In([...ACTIVE_STATES]) },
        { attempts: job.attempts + 1, ...(isFinal && end) },
      ),
    );
    if (isFinal) this.ended(job, 'failed');
  }

  private ended({ id, kind }: Job, state: 'done' | 'failed'): void {
    this.metrics.ended(kind, state);
    this.logger.info({ job: id, kind, state }, 'a job has ended');
  }
}

function isActive({ state }: Job): boolean {
  return (ACTIVE_STATES as readonly JobState[]).includes(state);
}

/** Errors of the store are written for people; others may hold statements and addresses, which stay in the log. */
function messageOf(error: unknown): string {
  const isTold = error instanceof JobFailed || error instanceof StoreError;
  return (isTold ? error.message : 'The work failed several times. The log of the worker says why.').slice(
    0,
    MAX_MESSAGE,
  );
}
