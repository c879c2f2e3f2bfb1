import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { monotonicMs } from '../../kernel/clock';
import { LeaderLease } from '../leases/leader-lease';
import { LOGGER } from '../logging/logger';
import { RetentionPace } from '../retention/retention-pace';
import { JobBatches } from './job-batches';
import { type JobKind } from './job-kind';
import { JobMetrics } from './job-metrics';
import { type Job } from './job.entity';

/** How often jobs are looked for. */
const REST_MS = 1_000;
const LEASE = 'jobs';
/** How long a worker that vanished keeps the lease. A batch that takes longer is discarded if another worker wrote it first. */
const LEASE_MS = 3_000;
/** How often the lease is renewed while there is work. */
const RENEW_MS = 1_000;
/** Jobs that are worked on in turn; younger ones wait. */
const MOST_AT_ONCE = 8;

interface PacedKind {
  readonly kind: JobKind;
  readonly pace: RetentionPace;
}

/**
 * Works on jobs, in one worker at a time, a batch of each in turn: a long one holds up no short one. Worker modules register
 * their kinds. Cancelling and stopping take effect between two batches. A worker that lost the lease without noticing writes
 * no batch twice: each is written only as the one after the last.
 */
@Injectable()
export class JobRunner {
  private readonly kinds = new Map<string, PacedKind>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private heldAt = -Infinity;

  constructor(
    private readonly batches: JobBatches,
    private readonly lease: LeaderLease,
    private readonly metrics: JobMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds a kind. @throws Error when one of that name is registered already */
  register<Input, Progress>(kind: JobKind<Input, Progress>): void {
    if (this.kinds.has(kind.name)) throw new Error(`two kinds of job called ${kind.name}`);
    this.kinds.set(kind.name, { kind, pace: new RetentionPace(kind) });
    this.metrics.registered(kind.name);
  }

  /** Runs a pass now and then every second. */
  start(): void {
    void this.settle().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), REST_MS).unref();
    });
  }

  /** Waits for the batch under way and releases the lease. May be called more than once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
    await this.letGo();
  }

  /** Runs a pass after the one under way: works on all jobs until they have ended or failed. Never throws. */
  settle(): Promise<void> {
    this.running = this.running.then(() => this.pass());
    return this.running;
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pass(): Promise<void> {
    const failed = new Set<string>();
    try {
      while (await this.round(failed));
    } catch (error) {
      this.logger.error({ err: error }, 'jobs could not be worked on; it is retried in a second');
    }
  }

  /** Runs a batch of each job that has not failed in this pass. @returns whether there may be more to do */
  private async round(failed: Set<string>): Promise<boolean> {
    const jobs = (await this.batches.active([...this.kinds.keys()], MOST_AT_ONCE)).filter(({ id }) => !failed.has(id));
    if (jobs.length === 0) {
      await this.letGo();
      return false;
    }
    for (const job of jobs) {
      if (this.isStopped || !(await this.holdLease())) return false;
      if (!(await this.runBatch(job))) failed.add(job.id);
    }
    return true;
  }

  /** @returns whether the job may go on in this pass */
  private async runBatch(job: Job): Promise<boolean> {
    const paced = this.kinds.get(job.kind);
    if (paced === undefined) return false;
    const { kind, pace } = paced;
    const from = monotonicMs();
    const isWritten = await this.batches.run(kind, job, pace.limit);
    const until = monotonicMs();
    pace.record(from, until, true);
    await this.rest((until - from) * (100 / kind.loadPercent - 1));
    return isWritten;
  }

  private async holdLease(): Promise<boolean> {
    const now = monotonicMs();
    if (now - this.heldAt < RENEW_MS) return true;
    const isHeld = await this.lease.hold(LEASE, LEASE_MS);
    this.heldAt = isHeld ? now : -Infinity;
    return isHeld;
  }

  /** Another worker may take over at once. */
  private async letGo(): Promise<void> {
    if (this.heldAt === -Infinity) return;
    this.heldAt = -Infinity;
    await this.lease.release(LEASE).catch(() => undefined);
  }

  /** Ends at once when the process stops. */
  private async rest(ms: number): Promise<void> {
    if (ms > 0) await pause(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
