import { Inject, Injectable, Module } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { LOGGER } from '../../platform/logging/logger';
import { BackgroundWork } from '../../platform/queue/background-work';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { Upkeep } from '../../platform/upkeep/upkeep';
import { WorkerDuty } from '../../platform/upkeep/worker-duty';
import { Tracing } from '../../platform/tracing/tracing';
import { AttemptResults } from './data/attempt-results';
import { Claims } from './data/claims';
import { DueDeliveries } from './data/due-deliveries';
import { FanOut } from './data/fan-out';
import { AddressGuard } from './delivery/address-guard';
import { Attempt } from './delivery/attempt';
import { DeliveryMetrics } from './delivery/delivery-metrics';
import { DeliveryPump } from './delivery/delivery-pump';
import { WebhookSender } from './delivery/webhook-sender';
import { scheduleOfSeconds } from './domain/delivery-schedule';
import { oldDeliveriesChores } from './jobs/old-deliveries.chores';
import { EndingMetrics } from './ending-metrics';
import { Sweeper } from './jobs/sweeper';
import { WebhookWorker } from './jobs/webhook-worker';
import { WebhooksCoreModule } from './webhooks-core.module';
import { WebhookSecrets } from './webhook-secrets';

/** What every part of the worker shares. */
@Injectable()
class WorkerContext {
  constructor(
    @Inject(CONFIG) readonly config: Config,
    @Inject(LOGGER) readonly logger: Logger,
    readonly clock: Clock,
    readonly metrics: DeliveryMetrics,
    readonly due: DueDeliveries,
    readonly fanOut: FanOut,
  ) {}
}

const sender = {
  provide: WebhookSender,
  useFactory: ({ webhooks }: Config) => {
    const guard = new AddressGuard(webhooks.allowedNetworks);
    return new WebhookSender({ guard, deadlineMs: webhooks.deadlineSeconds * 1000 });
  },
  inject: [CONFIG],
};

const attempt = {
  provide: Attempt,
  useFactory: (sends: WebhookSender, secrets: WebhookSecrets, { clock, config }: WorkerContext, tracing: Tracing) =>
    new Attempt(sends, secrets, clock, scheduleOfSeconds(config.webhooks.schedule), tracing),
  inject: [WebhookSender, WebhookSecrets, WorkerContext, Tracing],
};

const pump = {
  provide: DeliveryPump,
  useFactory: (context: WorkerContext, claims: Claims, attempts: Attempt, results: AttemptResults) => {
    const { concurrency: underWay, concurrencyEach: underWayEach } = context.config.webhooks;
    const { due, clock, metrics, logger } = context;
    return new DeliveryPump({
      claims,
      due,
      attempt: attempts,
      results,
      clock,
      metrics,
      logger,
      leaseMs: context.config.webhooks.leaseSeconds * 1000,
      limits: { underWay, underWayEach },
    });
  },
  inject: [WorkerContext, Claims, Attempt, AttemptResults],
};

/** How long the sweep stays with a worker that vanished: a part of the time that its deliveries do, 10 s of 60 s. */
const DUTY_OF_LEASE = 1 / 6;
/** Longer than it takes until the sweep is next done and held again. */
const SHORTEST_DUTY_MS = 3_000;

const sweeper = {
  provide: Sweeper,
  useFactory: (context: WorkerContext, pumps: DeliveryPump, duty: WorkerDuty) => {
    const { fanOut, due, metrics, logger, config } = context;
    const dutyMs = Math.max(SHORTEST_DUTY_MS, config.webhooks.leaseSeconds * 1000 * DUTY_OF_LEASE);
    return new Sweeper({ fanOut, due, metrics, logger, dutyMs, pump: pumps, duty });
  },
  inject: [WorkerContext, DeliveryPump, WorkerDuty],
};

const worker = {
  provide: WebhookWorker,
  useFactory: (
    { fanOut, logger }: WorkerContext,
    queue: JobQueue,
    pumps: DeliveryPump,
    sweeps: Sweeper,
    sends: WebhookSender,
  ) => new WebhookWorker({ fanOut, logger, queue, pump: pumps, sweeper: sweeps, sender: sends }),
  inject: [WorkerContext, JobQueue, DeliveryPump, Sweeper, WebhookSender],
};

const stores = [AttemptResults, Claims, DeliveryMetrics, EndingMetrics, DueDeliveries, WorkerContext];

/** The workers of webhooks: consume the queues, send, sweep. Part of the worker process, or of the API's without Redis. */
@Module({ imports: [WebhooksCoreModule], providers: [...stores, sender, attempt, pump, sweeper, worker] })
export class WebhooksWorkerModule {
  constructor(
    webhookWorker: WebhookWorker,
    work: BackgroundWork,
    upkeep: Upkeep,
    transactions: Transactions,
    { clock, config }: WorkerContext,
  ) {
    work.add(() => webhookWorker.stop());
    for (const chore of oldDeliveriesChores(transactions, clock, config)) upkeep.add(chore);
  }
}
