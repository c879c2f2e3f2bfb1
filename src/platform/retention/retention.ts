import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { monotonicMs } from '../../kernel/clock';
import { CONFIG, type Config } from '../config/config';
import { LOGGER } from '../logging/logger';
import { type RetentionWatch } from './retention-book';
import { type RetentionTask } from './retention-task';
import { RetentionMetrics } from './retention-metrics';
import { BatchPace } from '../leases/batch-pace';
import { HeldLease } from '../leases/held-lease';
import { LeaderLease } from '../leases/leader-lease';
import { Loop } from '../leases/loop';

/** Interval of the search for old rows, and of the tries of a worker without the lease to get it. */
const REST_MS = 5_000;
/** Interval of the search while it finds nothing: rows are kept for hours and days. */
const IDLE_REST_MS = 60_000;
/** The lease's name in the database, as released versions know it: workers of both share it during an update. */
const LEASE = 'upkeep';
/** Time for which a worker that vanished keeps the lease: it is held during rests. */
const LEASE_MS = 10_000;

interface PacedTask {
  readonly task: RetentionTask;
  readonly pace: BatchPace;
}

/**
 * Removes old rows, in one worker at a time. Modules register their tasks; each runs a batch in turn, followed by a pause
 * that leaves the database to others. A task that fails stops no other and is retried in the next pass.
 */
@Injectable()
export class Retention {
  /** A clock in milliseconds that never goes back; tests replace it. */
  elapsed: () => number = monotonicMs;
  private readonly passes = new Loop({ restMs: REST_MS, idleRestMs: IDLE_REST_MS, pass: () => this.pass() });
  private readonly renewals = new Loop({ restMs: REST_MS, pass: () => this.renew() });
  private readonly lease: HeldLease;
  private readonly tasks: PacedTask[] = [];
  private isHolder: boolean | undefined;
  private watch: RetentionWatch | undefined;
  private readonly pausesPerWork: number;
  /** Rows that the pass under way has removed. */
  private removed = 0;

  constructor(
    @Inject(CONFIG) { upkeepLoadPercent }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    lease: LeaderLease,
    private readonly metrics: RetentionMetrics,
  ) {
    this.lease = new HeldLease(lease, LEASE, LEASE_MS, () => this.elapsed());
    this.pausesPerWork = 100 / upkeepLoadPercent - 1;
  }

  /** Adds a task. @throws Error when one of that kind is registered already */
  register(task: RetentionTask): void {
    if (this.tasks.some(({ task: { kind } }) => kind === task.kind)) {
      throw new Error(`two retention tasks for ${task.kind}`);
    }
    this.tasks.push({ task, pace: new BatchPace(task) });
  }

  /** Reports each batch to a watch. */
  watchedBy(watch: RetentionWatch): void {
    this.watch = watch;
  }

  /** Runs a pass now and then every 5 seconds, more rarely while there is nothing to do. */
  start(): void {
    this.passes.start();
    this.renewals.start();
  }

  /** Called where a task got something to do that does not come with time: the next pass comes within 5 seconds. */
  wake(): void {
    this.passes.wake();
  }

  /** Waits for the batch under way and releases the lease. May be called more than once. */
  async stop(): Promise<void> {
    await Promise.all([this.passes.stop(), this.renewals.stop()]);
    await this.lease.release();
  }

  /**
   * Runs a pass after the one under way: removes all rows that are old now. Does nothing when another worker has the
   * lease. Never throws: the next pass retries.
   */
  settle(): Promise<void> {
    return this.passes.settle();
  }

  /** @returns whether another one should follow soon: something was removed or failed, or another worker has the lease */
  private async pass(): Promise<boolean> {
    const failed = new Set<RetentionTask>();
    this.removed = 0;
    try {
      while (await this.round(failed));
      await this.watch?.passed();
      return this.removed > 0 || failed.size > 0 || this.isHolder !== true;
    } catch (error) {
      this.logger.error({ err: error }, 'the clean-up of old rows failed; it is retried in 5 seconds');
      return true;
    }
  }

  /** Keeps the lease of a worker that rests, so that others do not search as well. */
  private async renew(): Promise<boolean> {
    // A failure is no loss: the next pass says what it is.
    if (this.isHolder === true && !(await this.holdLease().catch(() => true))) this.passes.wake();
    return true;
  }

  /** Runs a batch of each task that has not failed in this pass. @returns whether any may have more */
  private async round(failed: Set<RetentionTask>): Promise<boolean> {
    let isMore = false;
    for (const paced of this.tasks) {
      if (failed.has(paced.task)) continue;
      if (this.passes.isStopped || !(await this.holdLease())) return false;
      isMore = (await this.runBatch(paced, failed)) || isMore;
    }
    return isMore;
  }

  private async holdLease(): Promise<boolean> {
    const isHeld = await this.lease.hold();
    if (isHeld !== this.isHolder) {
      this.logger.info(`${isHeld ? 'this process now runs' : 'another process runs'} the clean-up of old rows`);
    }
    this.isHolder = isHeld;
    if (isHeld) this.metrics.leaseHeld(this.tasks.map(({ task: { kind } }) => kind));
    return isHeld;
  }

  /** @returns whether there may be more */
  private async runBatch({ task, pace }: PacedTask, failed: Set<RetentionTask>): Promise<boolean> {
    const { kind } = task;
    const from = this.elapsed();
    try {
      const { rows, isMore } = await task.removeBatch(pace.limit);
      const until = this.elapsed();
      this.removed += rows;
      this.metrics.batchDone(kind, rows);
      this.watch?.batchDone(task, rows);
      if (rows > 0) this.logger.debug({ kind, rows }, 'old rows were removed');
      if (pace.record(from, until, isMore)) {
        this.logger.warn(
          { kind },
          'the clean-up falls behind: rows grow old faster than it removes them. Raise UPKEEP_LOAD_PERCENT',
        );
      }
      await this.passes.rest((until - from) * this.pausesPerWork);
      return isMore;
    } catch (error) {
      failed.add(task);
      this.watch?.batchFailed(task);
      this.logger.error({ err: error, kind }, 'old rows could not be removed; the next pass retries');
      return false;
    }
  }
}
