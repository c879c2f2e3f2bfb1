import { setTimeout as pause } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock';
import { type LeaderLease } from './leader-lease';

/** Interval in which the lease is renewed during a long pass. */
const RENEW_MS = 1_000;

/** Work that one process at a time does, again and again. */
export interface LeasedWork {
  /** Name of the lease in the database. */
  readonly id: string;
  /** Time for which a vanished process keeps the lease, in milliseconds: longer than `RENEW_MS`. */
  readonly leaseMs: number;
  /** Rest between two passes, in milliseconds. */
  readonly restMs: number;
  /** Does what there is to do. Holds the lease before each step, and ends between two steps when stopped. Never throws. */
  readonly pass: () => Promise<void>;
}

/** Runs the passes of a work one after another, in the process that holds its lease. */
export class LeasedPasses {
  /** A clock in milliseconds that never goes back; tests replace it. */
  elapsed: () => number = monotonicMs;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private heldAt = -Infinity;

  constructor(
    private readonly lease: LeaderLease,
    private readonly work: LeasedWork,
  ) {}

  /** Whether the process stops: a pass begins no further step. */
  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Runs a pass now and then one after each rest. */
  start(): void {
    void this.settle().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), this.work.restMs).unref();
    });
  }

  /** Waits for the step under way and releases the lease. May be called more than once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
    await this.release();
  }

  /** Runs a pass after the one under way. Never throws. */
  settle(): Promise<void> {
    this.running = this.running.then(() => this.work.pass());
    return this.running;
  }

  /** Takes the lease, or renews it once a second. @returns whether this process has it */
  async hold(): Promise<boolean> {
    const now = this.elapsed();
    if (now - this.heldAt < RENEW_MS) return true;
    const isHeld = await this.lease.hold(this.work.id, this.work.leaseMs);
    this.heldAt = isHeld ? now : -Infinity;
    return isHeld;
  }

  /** Lets another process take the lease at once. Never throws: the lease runs out by itself. */
  async release(): Promise<void> {
    if (this.heldAt === -Infinity) return;
    this.heldAt = -Infinity;
    await this.lease.release(this.work.id).catch(() => undefined);
  }

  /** Leaves the database to others for so many milliseconds. Ends at once when the process stops. */
  async rest(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
