import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { afterCommit } from '../database/connection/after-commit';
import { insertRows, readById } from '../database/rows/row-reader';
import { ACTIVE_STATES, Job } from './job.entity';

/** A job to come. */
export interface NewJob {
  /** Name of its kind. */
  readonly kind: string;
  /** Id of what it works on; null: nothing in particular. */
  readonly subject: string | null;
  /** JSON. */
  readonly input: unknown;
  /** Items in all; null: not known yet. */
  readonly total: number | null;
  /** Left out: a new one. */
  readonly id?: string;
}

/** Options of reading a job. */
export interface JobReading {
  /** Nobody changes it until the transaction ends. */
  readonly lock: boolean;
}

/** State and progress of a job. */
export type JobOverview = Pick<Job, 'id' | 'state' | 'done' | 'total' | 'error'>;

/** Adds, finds and cancels jobs. `JobRunner` works on them. */
@Injectable()
export class Jobs {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** Calls a listener after each commit of a job that this process has added. */
  whenAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Adds a job. A worker begins it within two seconds of the commit, the one in this process within one. */
  async create(tx: EntityManager, { kind, subject, input, total, id = this.ids.next() }: NewJob): Promise<Job> {
    const job = Object.assign(new Job(), {
      id,
      kind,
      subject,
      state: 'queued',
      input,
      progress: null,
      total,
      done: 0,
      failed: 0,
      faults: [],
      error: null,
      attempts: 0,
      batches: 0,
      createdAt: this.clock.now(),
      startedAt: null,
      endedAt: null,
    });
    await insertRows(tx, Job, [job]);
    for (const listener of this.listeners) afterCommit(tx, listener);
    return job;
  }

  /** A job of one of these kinds; null when there is none. */
  async find(manager: EntityManager, id: string, kinds: readonly string[], options?: JobReading): Promise<Job | null> {
    const job = await readById(manager, Job, id, options);
    return job !== null && kinds.includes(job.kind) ? job : null;
  }

  /** Returns the states of jobs by id, without their input and progress. @param ids of a page of them */
  async states(manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, JobOverview>> {
    const select = { id: true, state: true, done: true, total: true, error: true } as const;
    const jobs = await manager.find(Job, { select, where: { id: In([...ids]) } });
    return new Map(jobs.map((job) => [job.id, job]));
  }

  /**
   * Cancels a job that has not ended. What it has done stays done; the batch under way is the last, and is over when this
   * returns. @returns whether it had not ended
   */
  async cancel(tx: EntityManager, id: string): Promise<boolean> {
    return (await this.end(tx, { id })) > 0;
  }

  /** {@link cancel} of all jobs of these kinds that work on a subject. */
  async cancelOf(tx: EntityManager, subject: string, kinds: readonly string[]): Promise<void> {
    await this.end(tx, { subject, kind: In([...kinds]) });
  }

  /** Whether a job of these kinds is to work on a subject. */
  isActive(manager: EntityManager, subject: string, kinds: readonly string[]): Promise<boolean> {
    return manager.existsBy(Job, { subject, kind: In([...kinds]), state: In([...ACTIVE_STATES]) });
  }

  private async end(tx: EntityManager, which: object): Promise<number> {
    const active = { ...which, state: In([...ACTIVE_STATES]) };
    const { affected } = await tx.update(Job, active, { state: 'cancelled', endedAt: this.clock.now() });
    return affected ?? 0;
  }
}
