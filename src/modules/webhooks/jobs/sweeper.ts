import { type Logger } from 'pino';
import { monotonicMs } from '../../../kernel/clock';
import { type WorkerDuty } from '../../../platform/upkeep/worker-duty';
import { type DueDeliveries } from '../data/due-deliveries';
import { type FanOut } from '../data/fan-out';
import { type DeliveryMetrics } from '../delivery/delivery-metrics';
import { type DeliveryPump } from '../delivery/delivery-pump';

/** How often the database is looked through for work nobody was told of (webhooks.md 10). */
const SWEEP_MS = 2_000;
/** Events fanned out at once. */
const EVENTS = 200;
const SWEEP = 'webhook-sweep';

/** What the sweep works with. */
export interface SweeperParts {
  readonly duty: WorkerDuty;
  readonly fanOut: FanOut;
  readonly due: DueDeliveries;
  readonly pump: DeliveryPump;
  readonly metrics: DeliveryMetrics;
  readonly logger: Logger;
  /** How long the sweep stays with a worker that vanished. */
  readonly dutyMs: number;
}

/** Finds what is due and not under way, whatever became of its wake-up; one worker at a time. */
export class Sweeper {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly parts: SweeperParts) {}

  /** Sweeps now and then every two seconds. */
  start(): void {
    this.isStopped = false;
    this.running = this.sweep().finally(() => {
      if (!this.isStopped) this.timer = setTimeout(() => this.start(), SWEEP_MS);
    });
  }

  /** Waits for the sweep under way, and lets another worker have the next. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
    await this.parts.duty.release(SWEEP).catch(() => undefined);
  }

  /** One sweep; does nothing when another worker has the duty. Never throws: the next one tries again. */
  async sweep(): Promise<void> {
    const { metrics } = this.parts;
    const startedAt = monotonicMs();
    try {
      if (!(await this.parts.duty.hold(SWEEP, this.parts.dutyMs))) {
        metrics.passedOn();
        return;
      }
      // What is due goes out even while no event can be fanned out.
      const [fannedOut] = await Promise.allSettled([this.fanOutAll()]);
      const backlog = await this.parts.due.backlog();
      metrics.due(backlog);
      for (const webhookId of backlog.webhookIds) this.parts.pump.nudge(webhookId);
      if (fannedOut.status === 'rejected') throw fannedOut.reason;
      metrics.swept(monotonicMs() - startedAt);
    } catch (error) {
      metrics.sweepFailed();
      this.parts.logger.error({ err: error }, 'the sweep failed; it is tried again');
    }
  }

  private async fanOutAll(): Promise<void> {
    let last = '';
    let left = 0;
    for (;;) {
      const ids = await this.parts.fanOut.waiting(EVENTS);
      left = await this.left(ids, left);
      this.parts.metrics.awaiting(left, ids[0]);
      // The same again: they are in the hands of other workers.
      if (ids.length === 0 || ids[0] === last) return;
      last = ids[0] ?? '';
      await this.parts.fanOut.run(ids, 'sweep');
      this.parts.metrics.sweeping();
      if (ids.length < EVENTS) this.parts.metrics.awaiting(0, undefined);
      if (ids.length < EVENTS || this.isStopped) return;
      await this.parts.duty.hold(SWEEP, this.parts.dutyMs);
    }
  }

  /** How many events wait: counted once a sweep, and only where a batch does not hold them all. */
  private async left(ids: readonly string[], before: number): Promise<number> {
    if (ids.length < EVENTS) return ids.length;
    return before === 0 ? this.parts.fanOut.count() : Math.max(before - EVENTS, ids.length);
  }
}
