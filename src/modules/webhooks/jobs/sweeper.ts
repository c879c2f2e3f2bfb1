import { type Logger } from 'pino';
import { monotonicMs } from '../../../kernel/clock';
import { HeldLease } from '../../../platform/leases/held-lease';
import { type LeaderLease } from '../../../platform/leases/leader-lease';
import { Loop } from '../../../platform/leases/loop';
import { type DueDeliveries } from '../delivery/due-deliveries';
import { type FanOut } from '../fan-out/fan-out';
import { type DeliveryMetrics } from '../delivery/delivery-metrics';
import { type LaneRepair } from '../delivery/lane-repair';
import { type DeliveryDispatcher } from '../delivery/delivery-dispatcher';

/** Interval of the search for work whose job was lost (webhooks.md 10). */
const SWEEP_MS = 2_000;
/** Events fanned out at once. */
const EVENTS = 200;
const SWEEP = 'webhook-sweep';

/** The dependencies of the sweeper. */
export interface SweeperParts {
  readonly lease: Pick<LeaderLease, 'hold' | 'release'>;
  readonly fanOut: FanOut;
  readonly lanes: Pick<LaneRepair, 'repair'>;
  readonly due: DueDeliveries;
  readonly dispatcher: DeliveryDispatcher;
  readonly metrics: DeliveryMetrics;
  readonly logger: Logger;
  /** Time for which a worker that vanished keeps the lease of the sweep. */
  readonly leaseMs: number;
}

/** Finds events and deliveries that are due and not under way, also those whose job was lost; one worker at a time. */
export class Sweeper {
  private readonly sweeps = new Loop({ restMs: SWEEP_MS, pass: () => this.sweep().then(() => true) });
  private readonly lease: HeldLease;

  constructor(private readonly parts: SweeperParts) {
    this.lease = new HeldLease(parts.lease, SWEEP, parts.leaseMs);
  }

  /** Sweeps now and then every two seconds. */
  start(): void {
    this.sweeps.start();
  }

  /** Waits for the sweep under way and releases the lease. */
  async stop(): Promise<void> {
    await this.sweeps.stop();
    await this.lease.release();
  }

  /** Runs one sweep, unless another worker has the lease. Never throws: the next sweep retries. */
  async sweep(): Promise<void> {
    const { metrics } = this.parts;
    const startedAt = monotonicMs();
    try {
      if (!(await this.lease.hold())) {
        metrics.sweepMovedAway();
        return;
      }
      if (await this.parts.due.isAny()) await this.work(() => this.fanOutAll());
      else this.foundNothing();
      metrics.sweepSucceeded(monotonicMs() - startedAt);
    } catch (error) {
      metrics.sweepFailed();
      this.parts.logger.error({ err: error }, 'the sweep failed; it is retried in 2 seconds');
    }
  }

  /** Sweeps once, also without the lease: a worker vanished, and may have had it. Never throws. */
  async search(): Promise<void> {
    try {
      await this.work(() => this.parts.fanOut.fanOut(() => this.sweeps.isStopped));
    } catch (error) {
      this.parts.logger.error({ err: error }, 'the search for the work of a worker that vanished failed');
    }
  }

  /** Due deliveries go out even when fan-out or the lanes fail. @throws what one of them threw */
  private async work(fanOut: () => Promise<void>): Promise<void> {
    const [fannedOut] = await Promise.allSettled([fanOut()]);
    const [repaired] = await Promise.allSettled([this.parts.lanes.repair()]);
    const backlog = await this.parts.due.backlog();
    this.parts.metrics.backlogSeen(backlog);
    for (const webhookId of backlog.webhookIds) this.parts.dispatcher.expectMore(webhookId);
    for (const done of [fannedOut, repaired]) if (done.status === 'rejected') throw done.reason;
  }

  private foundNothing(): void {
    this.parts.metrics.eventsAwaitFanOut(0, undefined);
    this.parts.metrics.backlogSeen({ webhookIds: [], pending: 0, oldest: null });
  }

  private async fanOutAll(): Promise<void> {
    let last = '';
    let left = 0;
    for (;;) {
      const ids = await this.parts.fanOut.nextWaiting(EVENTS);
      left = await this.countLeft(ids, left);
      this.parts.metrics.eventsAwaitFanOut(left, ids[0]);
      // The same again: other workers hold them.
      if (ids.length === 0 || ids[0] === last) return;
      last = ids[0] ?? '';
      await this.parts.fanOut.fanOutBatch('sweep');
      this.parts.metrics.sweepGoesOn();
      if (ids.length < EVENTS) this.parts.metrics.eventsAwaitFanOut(0, undefined);
      if (ids.length < EVENTS || this.sweeps.isStopped) return;
      await this.lease.hold();
    }
  }

  /** Returns the number of waiting events: counted once a sweep, and only if a batch does not contain them all. */
  private async countLeft(ids: readonly string[], before: number): Promise<number> {
    if (ids.length < EVENTS) return ids.length;
    return before === 0 ? this.parts.fanOut.countWaiting() : Math.max(before - EVENTS, ids.length);
  }
}
