import { Inject, Injectable, Module } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../platform/config/config';
import { LOGGER } from '../../platform/logging/logger';
import { BackgroundWork } from '../../platform/queue/background-work';
import { JobQueue } from '../../platform/queue/job-queue.port';
import { Tracing } from '../../platform/tracing/tracing';
import { AttemptResults } from './data/attempt-results';
import { Claims } from './data/claims';
import { DueDeliveries } from './data/due-deliveries';
import { FanOut } from './data/fan-out';
import { Retention } from './data/retention';
import { WorkerDuty } from './data/worker-duty';
import { AddressGuard } from './delivery/address-guard';
import { Attempt } from './delivery/attempt';
import { DeliveryMetrics } from './delivery/delivery-metrics';
import { DeliveryPump } from './delivery/delivery-pump';
import { WebhookSender } from './delivery/webhook-sender';
import { scheduleOfSeconds } from './domain/delivery-schedule';
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

const sweeper = {
  provide: Sweeper,
  useFactory: (context: WorkerContext, pumps: DeliveryPump, duty: WorkerDuty, retention: Retention) => {
    const { fanOut, due, metrics, clock, logger, config } = context;
    const retentionDays = config.eventRetentionDays;
    return new Sweeper({ fanOut, due, metrics, clock, logger, retentionDays, pump: pumps, duty, retention });
  },
  inject: [WorkerContext, DeliveryPump, WorkerDuty, Retention],
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

const stores = [
  AttemptResults,
  Claims,
  DeliveryMetrics,
  EndingMetrics,
  DueDeliveries,
  Retention,
  WorkerDuty,
  WorkerContext,
];

/** The workers of webhooks: consume the queues, send, sweep. Part of the worker process, or of the API's without Redis. */
@Module({ imports: [WebhooksCoreModule], providers: [...stores, sender, attempt, pump, sweeper, worker] })
export class WebhooksWorkerModule {
  constructor(webhookWorker: WebhookWorker, work: BackgroundWork) {
    work.add(() => webhookWorker.stop());
  }
}
