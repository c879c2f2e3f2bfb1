import { type Logger } from 'pino';
import { settleAll } from '../../../platform/queue/background-work';
import { Batcher } from '../../../platform/queue/batcher';
import { type JobQueue } from '../../../platform/queue/job-queue.port';
import { type FanOut } from '../data/fan-out';
import { type DeliveryPump } from '../delivery/delivery-pump';
import { type WebhookSender } from '../delivery/webhook-sender';
import { DELIVERIES_QUEUE, EVENTS_QUEUE } from '../webhook-queues';
import { type Sweeper } from './sweeper';

/** Wake-ups of events handled at once: they end up in the same transactions. */
const EVENT_WAKE_UPS = 200;
const DELIVERY_WAKE_UPS = 64;
/** How long a stopping worker waits for what is under way (webhooks.md 16). */
const DRAIN_MS = 18_000;

/** What the worker works with. */
export interface WorkerParts {
  readonly queue: JobQueue;
  readonly fanOut: FanOut;
  readonly pump: DeliveryPump;
  readonly sweeper: Sweeper;
  readonly sender: WebhookSender;
  readonly logger: Logger;
}

/** Serves the queues and sweeps, in a worker process or, without Redis, in the API process. */
export class WebhookWorker {
  private readonly fanOut: Batcher<string>;
  private stopping: Promise<void> | undefined;

  constructor(private readonly parts: WorkerParts) {
    this.fanOut = new Batcher(EVENT_WAKE_UPS, (ids) => parts.fanOut.run(ids));
  }

  onApplicationBootstrap(): void {
    const { queue, pump, sweeper } = this.parts;
    queue.consume(EVENTS_QUEUE, EVENT_WAKE_UPS, async ({ ids }) => {
      await Promise.all(ids.map((id) => this.fanOut.add(id)));
    });
    queue.consume(DELIVERIES_QUEUE, DELIVERY_WAKE_UPS, async ({ of = '', ids }) => {
      if (ids.length === 0) pump.nudge(of);
      else pump.offer(of, ids);
    });
    sweeper.start();
    void this.complain();
  }

  /** Stops in order: no new work, then what is under way, then the connections. Can be asked more than once. */
  stop(): Promise<void> {
    this.stopping ??= this.drain();
    return this.stopping;
  }

  onModuleDestroy(): Promise<void> {
    return this.stop();
  }

  /** Resolves when everything that is due has been tried: one sweep and what it starts. For tests and tools. */
  async settle(): Promise<void> {
    await this.parts.sweeper.sweep();
    await this.parts.pump.idle();
  }

  private async drain(): Promise<void> {
    const { queue, pump, sweeper, sender } = this.parts;
    await settleAll([queue.stopConsuming(), sweeper.stop(), pump.stop(DRAIN_MS)]).finally(() => sender.close());
  }

  private async complain(): Promise<void> {
    for (const complaint of await this.parts.queue.complaints()) this.parts.logger.warn(complaint);
  }
}
