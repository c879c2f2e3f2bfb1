import { type Logger } from 'pino';
import { settleAll } from '../../../platform/queue/background-work';
import { Batcher } from '../../../platform/queue/batcher';
import { type JobQueue } from '../../../platform/queue/job-queue.port';
import { type FanOut } from '../fan-out/fan-out';
import { type DeliveryDispatcher } from '../delivery/delivery-dispatcher';
import { type LazySender } from '../delivery/lazy-sender';
import { type WorkerPulse } from '../delivery/worker-pulse';
import { DELIVERIES_QUEUE, EVENTS_QUEUE } from '../webhook-queues';
import { type Sweeper } from './sweeper';

/** Jobs handled at once; those of events share transactions. */
const EVENT_JOBS = 200;
/** Time between fan-outs under load: the first starts at once, and one transaction serves all events of this time. */
const GATHER_MS = 25;
const DELIVERY_JOBS = 64;
/** Longest wait of a stopping worker for the work under way (webhooks.md 16). */
const DRAIN_MS = 18_000;

/** The dependencies of the worker. */
export interface WorkerParts {
  readonly queue: JobQueue;
  readonly fanOut: FanOut;
  readonly dispatcher: DeliveryDispatcher;
  readonly sweeper: Sweeper;
  readonly pulse: WorkerPulse;
  readonly sender: Pick<LazySender, 'close'>;
  readonly logger: Logger;
}

/** Consumes the queues and sweeps, in a worker process or, without Redis, in the API process. */
export class WebhookWorker {
  private readonly fanOut: Batcher<void>;
  private stopping: Promise<void> | undefined;

  constructor(private readonly parts: WorkerParts) {
    this.fanOut = new Batcher(EVENT_JOBS, () => parts.fanOut.fanOut(() => this.stopping !== undefined), GATHER_MS);
  }

  /** Begins, unless it was stopped. */
  start(): void {
    if (this.stopping !== undefined) return;
    const { queue, dispatcher, sweeper, pulse } = this.parts;
    // A job only says that events were committed: fan-out finds them in their order.
    queue.consume(EVENTS_QUEUE, EVENT_JOBS, () => this.fanOut.add());
    queue.consume(DELIVERIES_QUEUE, DELIVERY_JOBS, async ({ of = '', ids }) => {
      if (ids.length === 0) dispatcher.expectMore(of);
      else dispatcher.enqueue(of, ids);
    });
    sweeper.start();
    pulse.start(() => void sweeper.search());
    void this.logWarnings();
  }

  /** Stops in order: no new work, then the work under way, then the connections. May be called more than once. */
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
    await this.parts.dispatcher.idle();
  }

  private async drain(): Promise<void> {
    const { queue, dispatcher, sweeper, pulse, sender } = this.parts;
    await settleAll([queue.stopConsuming(), sweeper.stop(), dispatcher.stop(DRAIN_MS)]).finally(() =>
      settleAll([pulse.stop(), sender.close()]),
    );
  }

  private async logWarnings(): Promise<void> {
    for (const warning of await this.parts.queue.serverWarnings()) this.parts.logger.warn(warning);
  }
}
