import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { CONFIG, type Config } from '../config/config';
import { LOGGER } from '../logging/logger';
import { type RetentionWatch } from './retention-book';
import { type RetentionTask } from './retention-task';
import { RetentionMetrics } from './retention-metrics';
import { BatchPace } from '../leases/batch-pace';
import { LeaderLease } from '../leases/leader-lease';
import { LeasedPasses } from '../leases/leased-passes';

/** Interval of the search for old rows, and of the tries of a worker without the lease to get it. */
const REST_MS = 5_000;
/** The lease's name in the database, as released versions know it: workers of both share it during an update. */
const LEASE = 'upkeep';
/** Time for which a worker that vanished keeps the lease: longer than the rests between passes. */
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
  /** Its passes; tests replace their clock. */
  readonly passes: LeasedPasses;
  private readonly tasks: PacedTask[] = [];
  private isHolder: boolean | undefined;
  private watch: RetentionWatch | undefined;
  private readonly pausesPerWork: number;

  constructor(
    @Inject(CONFIG) { upkeepLoadPercent }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    lease: LeaderLease,
    private readonly metrics: RetentionMetrics,
  ) {
    this.passes = new LeasedPasses(lease, { id: LEASE, leaseMs: LEASE_MS, restMs: REST_MS, pass: () => this.pass() });
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

  /** Runs a pass now and then every 5 seconds. */
  start(): void {
    this.passes.start();
  }

  /** Waits for the batch under way and releases the lease. May be called more than once. */
  stop(): Promise<void> {
    return this.passes.stop();
  }

  /**
   * Runs a pass after the one under way: removes all rows that are old now. Does nothing when another worker has the
   * lease. Never throws: the next pass retries.
   */
  settle(): Promise<void> {
    return this.passes.settle();
  }

  private async pass(): Promise<void> {
    const failed = new Set<RetentionTask>();
    try {
      while (await this.round(failed));
      await this.watch?.passed();
    } catch (error) {
      this.logger.error({ err: error }, 'the clean-up of old rows failed; it is retried in 5 seconds');
    }
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
    const isHeld = await this.passes.hold();
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
    const from = this.passes.elapsed();
    try {
      const { rows, isMore } = await task.removeBatch(pace.limit);
      const until = this.passes.elapsed();
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
