import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { monotonicMs } from '../../kernel/clock';
import { BatchPace } from '../leases/batch-pace';
import { HeldLease } from '../leases/held-lease';
import { LeaderLease } from '../leases/leader-lease';
import { Loop } from '../leases/loop';
import { LOGGER } from '../logging/logger';
import { JobBatches } from './job-batches';
import { type JobKind } from './job-kind';
import { JobMetrics } from './job-metrics';
import { JobRests } from './job-rests';
import { type Job } from './job.entity';
import { Jobs } from './jobs';
import { OtherWork } from './other-work';

/** Interval of the search for jobs, and of that of a worker that found none: another process may have added one. */
const REST_MS = 1_000;
const IDLE_REST_MS = 2_000;
const LEASE = 'jobs';
/** Time for which a vanished worker keeps the lease. A longer batch is discarded if another worker wrote it first. */
const LEASE_MS = 3_000;
/** Jobs that are worked on in turn; younger ones wait. */
const MAX_AT_ONCE = 8;

interface PacedKind {
  readonly kind: JobKind;
  readonly pace: BatchPace;
}

/**
 * Works on jobs, in one worker at a time, a batch of each in turn: a long one holds up no short one. Worker modules register
 * their kinds. Cancelling and stopping take effect between two batches. A worker that lost the lease without noticing writes
 * no batch twice: each is written only as the one after the last.
 */
@Injectable()
export class JobRunner {
  private readonly kinds = new Map<string, PacedKind>();
  private readonly passes = new Loop({
    restMs: REST_MS,
    idleRestMs: IDLE_REST_MS,
    pass: () => this.pass(),
  });
  private readonly lease: HeldLease;
  private readonly others = new OtherWork((ms) => this.passes.rest(ms));

  constructor(
    private readonly batches: JobBatches,
    lease: LeaderLease,
    jobs: Jobs,
    private readonly metrics: JobMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.lease = new HeldLease(lease, LEASE, LEASE_MS);
    jobs.whenAdded(() => this.passes.wake());
  }

  /** Adds a kind. @throws Error when one of that name is registered already */
  register<Input, Progress>(kind: JobKind<Input, Progress>): void {
    if (this.kinds.has(kind.name)) throw new Error(`two kinds of job called ${kind.name}`);
    this.kinds.set(kind.name, { kind, pace: new BatchPace(kind) });
    this.metrics.registered(kind.name);
  }

  /** Runs a pass now and then every second, every two when there was nothing to do. */
  start(): void {
    this.passes.start();
  }

  /** Waits for the batch under way and releases the lease. May be called more than once. */
  async stop(): Promise<void> {
    await this.passes.stop();
    await this.lease.release();
  }

  /** Runs a pass after the one under way: works on all jobs until they have ended or failed. Never throws. */
  settle(): Promise<void> {
    return this.passes.settle();
  }

  /** @returns whether there were jobs, or might have been */
  private async pass(): Promise<boolean> {
    const failed = new Set<string>();
    try {
      let rounds = 0;
      while (await this.round(failed)) rounds += 1;
      return rounds > 0 || failed.size > 0;
    } catch (error) {
      this.logger.error({ err: error }, 'jobs could not be worked on; it is retried in a second');
      return true;
    }
  }

  /** Runs a batch of each job that has not failed in this pass. @returns whether there may be more to do */
  private async round(failed: Set<string>): Promise<boolean> {
    const jobs = (await this.batches.active([...this.kinds.keys()], MAX_AT_ONCE)).filter(({ id }) => !failed.has(id));
    if (jobs.length === 0) {
      await this.lease.release();
      return false;
    }
    for (const job of jobs) {
      if (this.passes.isStopped || !(await this.lease.hold())) return false;
      if (!(await this.runBatch(job))) failed.add(job.id);
    }
    return true;
  }

  /** @returns whether the job may go on in this pass */
  private async runBatch(job: Job): Promise<boolean> {
    const paced = this.kinds.get(job.kind);
    if (paced === undefined) return false;
    const { kind, pace } = paced;
    const { loadPercent, loadPercentAlone = loadPercent } = kind;
    if (loadPercentAlone > loadPercent) await this.batches.listen(this.others);
    const share = this.others.isThere ? loadPercent : loadPercentAlone;
    const rests = new JobRests(share, (ms) => this.passes.rest(ms));
    let prepared = monotonicMs();
    const steps = { rests, prepared: () => (prepared = monotonicMs()) };
    const isWritten = await this.batches.run(kind, job, pace.limit, steps);
    // Only the second half holds others up.
    pace.record(prepared, monotonicMs(), true);
    await rests.take();
    return isWritten;
  }
}
